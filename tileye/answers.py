"""What the interface answers with: the JSON of the commands as read-only values."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

Json = dict[str, Any]


class Answer(Mapping[str, Any]):
    """An answer with its fields as items and as attributes: `answer["points"]` is `answer.points`."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = dict(fields)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        return self._fields[name]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        if name.startswith("_") or name not in self._fields:
            raise AttributeError(f"this answer has no {name}: it has {', '.join(self._fields)}")
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        return f"Answer({self._fields!r})"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def to_json(self) -> Json:
        """The same as a dictionary of plain values, as the command prints it."""
        return dict(self._fields)


class Moves(Sequence[Answer]):
    """Moves, best first; `proven` tells whether no better one exists."""

    __slots__ = ("_moves", "proven")

    def __init__(self, moves: tuple[Answer, ...], *, proven: bool) -> None:
        self._moves, self.proven = moves, proven

    @overload
    def __getitem__(self, place: int) -> Answer: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Answer, ...]: ...

    def __getitem__(self, place: int | slice) -> Answer | tuple[Answer, ...]:
        return self._moves[place]

    def __len__(self) -> int:
        return len(self._moves)

    def __repr__(self) -> str:
        return f"Moves({list(self._moves)!r}, proven={self.proven})"

    def to_json(self) -> Json:
        """The same as `tileye moves` prints it."""
        return {"moves": [move.to_json() for move in self._moves], "proven": self.proven}
