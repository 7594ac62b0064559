"""The score sheet as one self-contained page, for screens in light and dark and for paper."""

from collections.abc import Iterable
from html import escape
from importlib import resources

from tileye.companion_web.languages import Words
from tileye.companion_web.palettes import PLAIN
from tileye.companion_web.shapes import BODY, BODY_RADIUS, OUTLINES, svg_figures
from tileye.companion_web.sheets import board, phrases
from tileye.companion_web.sheets.layout import Column, Entered, Sheet, Slot, Trail, trails
from tileye.rules.state import Row
from tileye.rules.tiles import Tile


def render(sheet: Sheet, words: Words) -> str:
    """Write the page."""
    words = words.of(sheet.state.rules.kind)
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{words.language}">',
        _head(sheet, words),
        "<body>",
        _symbols(),
        "<main>",
        _title(sheet, words),
        contents(sheet, words),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def contents(sheet: Sheet, words: Words) -> str:
    """Write the table, the notes and the legend, for a page that has the symbols of the tiles and `sheet.css`."""
    words = words.of(sheet.state.rules.kind)
    # On small screens it scrolls, with the arrow keys, too.
    scrolls = f'role="region" tabindex="0" aria-label="{escape(words["sheet.title"])}"'
    table = f'<div class="sheet" {scrolls}>{_table(sheet, words)}</div>'
    parts = [
        '<div class="score">',
        table,
        board.figure(sheet, words),
        _notes(sheet, words),
        _legend(sheet, words),
        "</div>",
    ]
    return "\n".join(part for part in parts if part)


def _head(sheet: Sheet, words: Words) -> str:
    title = escape(phrases.title(sheet, words))
    colours = "\n".join(f".c{letter} {{ fill: {colour}; }}" for letter, colour in PLAIN.colours.items())
    return f"""<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{_STYLE.strip()}
{_TABLE_STYLE.read_text(encoding="utf-8").strip()}
{colours}
</style>
</head>"""


def _symbols() -> str:
    """Each shape once; every tile of the page uses them."""
    shapes = "".join(
        f'<symbol id="s{shape}" viewBox="0 0 1 1">{svg_figures(outline)}</symbol>'
        for shape, outline in OUTLINES.items()
    )
    body = f'<rect x="0.02" y="0.02" width="0.96" height="0.96" rx="{BODY_RADIUS}" fill="{BODY}" class="body"/>'
    return (
        '<svg class="defs" width="0" height="0" aria-hidden="true">'
        f'<symbol id="body" viewBox="0 0 1 1">{body}</symbol>{shapes}</svg>'
    )


def _tile(tile: Tile, words: Words) -> str:
    name = escape(words[f"tiles.{tile}"])
    return (
        f'<svg class="tile" viewBox="0 0 1 1" role="img" aria-label="{name}"><title>{name}</title>'
        f'<use href="#body"/><use href="#s{tile[0]}" class="c{tile[1]}"/></svg>'
    )


def _coded(tile: Tile, words: Words) -> str:
    """A tile with its code below, for prints in black and white and for eyes that mix colours up."""
    return f'<span class="coded">{_tile(tile, words)}<small aria-hidden="true">{tile}</small></span>'


def _title(sheet: Sheet, words: Words) -> str:
    # One tile of each shape and colour, as an ornament that says nothing to screen readers.
    ornament = "".join(
        f'<svg class="tile" viewBox="0 0 1 1"><use href="#body"/><use href="#s{shape}" class="c{colour}"/></svg>'
        for shape, colour in zip(OUTLINES, sheet.state.colours or PLAIN.colours, strict=False)
    )
    return (
        f'<header><div class="ornament" aria-hidden="true">{ornament}</div>'
        f'<h1 dir="auto">{escape(phrases.heading(sheet))}</h1>'
        f"<p>{escape(phrases.subtitle(sheet, words))}</p>"
        f'<p class="outcome">{escape(phrases.outcome(sheet, words))}</p></header>'
    )


def _table(sheet: Sheet, words: Words) -> str:
    heads = "".join(f'<th scope="col" dir="auto">{escape(column.name)}</th>' for column in sheet.columns)
    rounds = "\n".join(
        f"<tr>{''.join(f'<td>{_slot(sheet, slot, words)}</td>' for slot in slots)}</tr>" for slots in sheet.rounds
    )
    feet = "".join(f"<td>{_foot(sheet, column, words)}</td>" for column in sheet.columns)
    return (
        f'<table class="players{len(sheet.columns)}">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rounds}\n</tbody>\n'
        f'<tbody class="feet"><tr>{feet}</tr></tbody>\n</table>'
    )


def _slot(sheet: Sheet, slot: Slot, words: Words) -> str:
    return "".join(_entry(sheet, entry, words) for entry in slot)


def _entry(sheet: Sheet, entry: Entered, words: Words) -> str:
    row = entry.row
    number = "" if entry.goes_on else _number(row.number, words)
    laid = _laid(row, words) if row.kind == "turn" else f"<em>{escape(phrases.action_text(row, words))}</em>"
    kind = " overruled" if row.overruled else ""
    return (
        f'<div class="turn{kind}">{number}<div class="laid">{laid}</div>'
        f'<div class="points">{_points(sheet, entry, words)}</div></div>'
    )


def _number(number: int, words: Words) -> str:
    return f'<span class="number" title="{escape(words.say("sheet.turn", number=number))}">{number}</span>'


def _laid(row: Row, words: Words) -> str:
    if row.placed:
        return _trails(trails(row.placed), words)
    taken = "".join(f'<span class="taken">{_tiles(cards, words)}</span>' for cards in row.stacked)
    return (_tiles(row.played, words) if row.played else f"<em>{escape(words['cells.nothing'])}</em>") + taken


def _trails(found: Iterable[Trail], words: Words) -> str:
    return "".join(
        f'<span class="tiles">{"".join(_coded(tile, words) if tile else _JUMPED for tile in trail.tiles)}'
        f'<span class="place">{phrases.place(trail.start, trail.arrow)}</span></span>'
        for trail in found
    )


def _tiles(tiles: Iterable[Tile], words: Words) -> str:
    return f'<span class="tiles">{"".join(_coded(tile, words) for tile in tiles)}</span>'


def _points(sheet: Sheet, entry: Entered, words: Words) -> str:
    row = entry.row
    if row.kind == "cannot_play":
        return ""
    parts = []
    if row.kind == "turn" and sheet.state.rules.kind == "tiles":
        parts.append(f'<span class="sum">{phrases.sum_text(row)}</span>')
    if row.qwirkles:
        parts.append(f'<span class="badge">{escape(phrases.qwirkle_text(row, words))}</span>')
    if row.bonus:
        parts.append(f'<span class="badge bonus">{escape(phrases.bonus_text(row, words))}</span>')
    if entry.note:
        parts.append(f'<a class="mark" id="turn{row.number}" href="#note{entry.note}">{phrases.mark(entry.note)}</a>')
    total = f'<span class="hidden">{escape(words["sheet.total"])} </span>{entry.total}'
    return f'{"".join(parts)}<strong class="total">{total}</strong>'


def _foot(sheet: Sheet, column: Column, words: Words) -> str:
    won = f'<span class="badge">{escape(words["sheet.winner"])}</span> ' if column.winner else ""
    total = f'<dt class="total">{escape(words["sheet.total"])}</dt><dd class="total">{won}{column.points}</dd>'
    rest = "".join(
        f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>"
        for label, value in phrases.feet(sheet, column.player, words)
    )
    stacks = "".join(f'<div class="stack">{_tiles(cards, words)}</div>' for cards in column.stacks)
    head = f"<p>{escape(words['sheet.taken'])}</p>" if stacks else ""
    return f"<dl>{total}{rest}</dl>{head}{stacks}"


def _notes(sheet: Sheet, words: Words) -> str:
    notes = "\n".join(_note(sheet, entry, words) for entry in sheet.notes)
    return f'<section class="notes">\n{notes}\n</section>' if notes else ""


def _note(sheet: Sheet, entry: Entered, words: Words) -> str:
    violations = " ".join(
        f"{escape(violation.text)} {_trails(violation.trails, words) or _tiles(violation.cards, words)}"
        for violation in phrases.violation_texts(sheet, entry, words)
    )
    back = f'<a class="mark" href="#turn{entry.row.number}">{phrases.mark(entry.note or 0)}</a>'
    return f'<p id="note{entry.note}">{back} {escape(phrases.note_head(sheet, entry, words))} {violations}</p>'


def _legend(sheet: Sheet, words: Words) -> str:
    named = "".join(f"<span><b>{code}</b> {escape(name)}</span> " for code, name in phrases.codes(sheet, words))
    lines = "".join(f"<p>{escape(line)}</p>" for line in phrases.legend(sheet, words))
    return f'<footer><p class="codes">{escape(phrases.codes_head(sheet, words))} {named}</p>{lines}</footer>'


_TABLE_STYLE = resources.files("tileye.companion_web").joinpath("web/static/css/sheet.css")
"""One style for the file and for the page."""
_JUMPED = '<span class="jumped">·</span>'

_STYLE = """
:root {
  --paper: #fffdf8; --ink: #1d1d22; --faint: #6b6a66; --line: #ddd8cc; --band: #f6f2e8; --edge: transparent;
  --badge: #1d1d22; --badge-ink: #fffdf8; --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1b1b1f; --ink: #f1eee6; --faint: #a5a29a; --line: #3b3a40; --band: #232329; --edge: #55545c;
    --badge: #f1eee6; --badge-ink: #1b1b1f; --wrong: #ff8a80;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.35 system-ui, "Segoe UI", sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
.defs { position: absolute; }
header p { margin: 0.2rem 0; color: var(--faint); }
header .outcome { margin: 0.7rem 0 1.2rem; color: var(--ink); font-size: 1.15rem; font-weight: 600; }
h1 { margin: 0; font-size: 2.2rem; line-height: 1.1; letter-spacing: -0.02em; }
.ornament { float: right; }
.ornament .tile { width: 2.1rem; height: 2.1rem; margin-left: 0.2rem; }
@media print {
  :root {
    --paper: #fff; --ink: #000; --faint: #555; --line: #ccc; --band: #f4f4f4; --edge: transparent;
    --badge: #000; --badge-ink: #fff; --wrong: #b3261e;
  }
  html { font-size: 9.5px; }
  body { font-size: 10px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
}
"""
