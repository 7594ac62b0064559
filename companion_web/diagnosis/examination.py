"""All checks in their order; none of them keeps the others from being made."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tileye.companion_web.diagnosis import keeping, network, program, seeing
from tileye.companion_web.diagnosis.checks import Check, Examiner, Finding, Surroundings, advice, found

_LOG = logging.getLogger(__name__)
EXAMINERS: tuple[Examiner, ...] = (
    Examiner("cameras", seeing.cameras, ("cameras", "in_use", "hanging", "closed")),
    Examiner("runtime", seeing.runtime, ("runtime", "installed", "ms", "needed_ms", "tiles"), vital=True),
    Examiner("weights", seeing.weights, ("files", "mb"), vital=True),
    Examiner("ports", network.ports, ("page", "usual", "phone"), vital=True),
    Examiner("addresses", network.addresses, ("numbers", "names", "private")),
    Examiner("tls", network.tls, ("openssl", "cryptography", "certificate")),
    Examiner(
        "data",
        keeping.data,
        ("folder", "exists", "writable", "in_use", "address", "games", "broken"),
        vital=True,
    ),
    Examiner("disk", keeping.disk, ("free_mb", "least_mb"), vital=True),
    Examiner("browser", program.browser, ("browser", "screen")),
    Examiner(
        "versions", program.versions, ("tileye", "python", "system", "opencv", "numpy", "runtimes", "flask"), vital=True
    ),
)


def examine(around: Surroundings, examiners: Sequence[Examiner] = EXAMINERS) -> Iterator[Check]:
    """Make all checks, one after the other."""
    for examiner in examiners:
        finding = _looked(examiner, around)
        yield Check(examiner.name, replace(finding, values={**dict.fromkeys(examiner.values), **finding.values}))


def _looked(examiner: Examiner, around: Surroundings) -> Finding:
    try:
        return examiner.look(around)
    except Exception as error:  # noqa: BLE001 - whatever is broken here, the other checks are to be made
        _LOG.debug("the check of %s failed", examiner.name, exc_info=error)
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return Finding((found("stumbled", why=why),), advice("stumbled"), blocks=examiner.vital)
