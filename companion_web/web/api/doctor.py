"""What works on this machine, for whoever sits at it."""

from threading import Lock

from tileye.companion_web.diagnosis.checks import Surroundings
from tileye.companion_web.diagnosis.examination import EXAMINERS, examine
from tileye.companion_web.diagnosis.telling import diagnosis_json
from tileye.companion_web.games import data_folder
from tileye.companion_web.web.api.routes import Route
from tileye.companion_web.web.api.schemas import ref
from tileye.companion_web.web.context import Role, services, texts
from tileye.companion_web.web.errors import Refusal
from tileye.companion_web.web.roles import is_here
from tileye.rules.jsonlines import Json

_ALONE = Lock()
"""Two at once would take each other's cameras, and time each other's readings."""


def _doctor() -> Json:
    # Where files lie, and what this machine is called, concerns nobody on the network.
    if not is_here():
        raise Refusal(403, "here_only")
    manager = services().manager
    with _ALONE:
        around = Surroundings(manager.settings.folder or data_folder(), manager.free_cameras())
        return diagnosis_json(list(examine(around, EXAMINERS)), texts())


ROUTES = (
    Route(
        "GET",
        "/api/doctor",
        _doctor,
        Role.REFEREE,
        "What works on this machine, and how to mend what does not; only for whoever sits at it",
        ref("Diagnosis"),
        heavy=True,
        here=True,
    ),
)
