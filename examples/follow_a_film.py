"""Follow a game in a film, a folder of pictures or a camera, and print the score after each turn.

python examples/follow_a_film.py FILM Ada Ben
"""

import sys

import tileye


def main() -> int:
    """Print turns as they are played."""
    source, *players = sys.argv[1:]
    for event in tileye.watch(source, players=players or ["Ada", "Ben"]):
        if event.event == "turn":
            print(f"{event.number}. {players[event.player]}: {event.points} points, {event.total} in all", flush=True)
        elif event.event == "violation":
            print(f"{players[event.player]}: {', '.join(fault['code'] for fault in event.violations)}", flush=True)
        elif event.event == "sheet":
            print(" : ".join(f"{player['name']} {player['points']}" for player in event.players))
    return 0


if __name__ == "__main__":
    sys.exit(main())
