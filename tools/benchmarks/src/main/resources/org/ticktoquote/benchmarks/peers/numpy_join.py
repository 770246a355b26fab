"""The naive analysis of a run by id: each snapshot is joined with the tick that it names, in numpy, and nothing is checked."""

import glob
import sys

import numpy as np

HEADER = 4096
COMMITTED = 48
STRIDE = 80
TICK = np.dtype({"names": ["intended"], "formats": ["<i8"], "offsets": [8], "itemsize": STRIDE})
SNAPSHOT = np.dtype(
    {"names": ["received", "tick", "kind"], "formats": ["<i8", "<i8", "u1"], "offsets": [0, 8, 66], "itemsize": STRIDE}
)


def segments(first, dtype):
    """The committed records of each segment of a journal, mapped."""
    further = sorted(glob.glob(first + ".[0-9]*"), key=lambda name: int(name.rsplit(".", 1)[1]))
    for name in [first] + further:
        committed = int(np.fromfile(name, dtype="<i8", count=1, offset=COMMITTED)[0])
        if committed:
            yield np.memmap(name, dtype=dtype, mode="r", offset=HEADER, shape=(committed,))


def join(run):
    intended = np.concatenate([part["intended"] for part in segments(run + "/ticks.journal", TICK)])
    responses = []
    for first in sorted(glob.glob(run + "/quotes-*.journal")):
        for part in segments(first, SNAPSHOT):
            named = (part["kind"] == 0) & (part["tick"] > 0) & (part["tick"] <= len(intended))
            responses.append(part["received"][named] - intended[part["tick"][named] - 1])
    return np.concatenate(responses)


joined = join(sys.argv[1])
print(len(joined), *np.percentile(joined, [50, 99, 99.9]).astype(int))
