// @ts-check
// A camera that another game uses: that game is stopped, if somebody wants to.
import { post, Refused } from "./api.js";
import { confirm } from "./dialogs.js";
import { say } from "./words.js";

/**
 * Begin or go on with a game; where its camera is in use, ask whether that game is to be stopped, and try again.
 * @param {() => Promise<unknown>} act
 * @returns {Promise<boolean>} whether it is done; else somebody is asked
 */
export async function takingOver(act) {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || !error.taken) throw error;
    const { id, name } = error.taken;
    const stop = async () => {
      await post(`/api/games/${id}/close`);
      await act();
    };
    confirm(error.message, say("dialogs.take_about"), say("dialogs.take", { name }), stop);
    return false;
  }
}
