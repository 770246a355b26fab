"""Delays of the harness itself, from hiccup journals and collectors' logs, after docs/measures.md."""

import bisect
import re

from t2q_results import ANSWERED, LOST, to_run

STALL = 1_000_000
PAUSE = re.compile(r"\[(\d+)ns\].*\] GC\(\d+\) (?:[YyOo]: )?Pause .*?(\d+)[.,](\d+)ms\s*")


def merged(spans):
    """Stretches by rising time, those that meet put together."""
    found = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([begin, end])
    return found


class Harness:
    """When the simulated clients stood still in the measured part."""

    def __init__(self, directory, manifest, read, run, results):
        hiccups = read["hiccups-fix-clients"].records if "hiccups-fix-clients" in read else []
        measured = bool(hiccups) and max(threshold for _, _, threshold in hiccups) <= STALL
        self.known = measured or manifest["source"] == "wire"  # no process of ours is in a capture
        spans = [(intended, actual) for intended, actual, _ in hiccups]
        if directory.has("gc-fix-clients.log"):
            with open(directory.file("gc-fix-clients.log"), encoding="latin-1") as lines:
                pauses = [pause for pause in map(PAUSE.fullmatch, map(str.rstrip, lines)) if pause]
            for pause in pauses:
                end, whole, decimals = pause.groups()
                spans.append((int(end) - int((whole + decimals.ljust(6, "0")[:6])), int(end)))
        points = manifest["translations"].get("fix-clients", {"points": [{"readingNs": 0, "runNs": 0}]})["points"]
        own = merged(span for span in spans if span[1] - span[0] >= STALL)
        ran = [(to_run(points, begin), to_run(points, begin) + end - begin) for begin, end in own]
        first, last = manifest["replay"]["t0Ns"], self.last(manifest, run)
        stalls = merged((begin, end) for begin, end in ran if begin <= last and end >= first)
        self.begins = [begin for begin, _ in stalls]
        self.ends = [end for _, end in stalls]
        self.before = [0]
        for begin, end in stalls:
            self.before.append(self.before[-1] + end - begin)
        self.offered = [tick[2] - record[11] for tick, record in zip(run.ticks, results.records)]

    @staticmethod
    def last(manifest, run):
        """The end of the measured part: the last answer, or the end of the drain where a tick was lost."""
        deadline = manifest["replay"]["drainDeadlineNs"]
        cells = [(tick, cell) for tick, row in zip(run.ticks, run.cells) for cell in row]
        answers = [tick[1] + cell[1] for tick, cell in cells if cell[0] in ANSWERED]
        return deadline if not answers or any(cell[0] == LOST for _, cell in cells) else min(deadline, max(answers))

    def _until(self, moment):
        begun = bisect.bisect_left(self.begins, moment)
        if not begun:
            return 0
        return self.before[begun - 1] + min(moment, self.ends[begun - 1]) - self.begins[begun - 1]

    def stalled(self, number, tick, response):
        """Time between a tick's being offered and its answer in which the clients stood still."""
        return max(0, self._until(tick[1] + response) - self._until(self.offered[number]))

    def lag(self, number, tick):
        return self.offered[number] - tick[1]

    def tail(self, run, beyond):
        """Responses beyond a value, of these those that the harness touched, and whether it touched the largest."""
        count = touched = 0
        largest, of_largest = None, False
        for number, (tick, row) in enumerate(zip(run.ticks, run.cells)):
            for cell in row:
                if cell[0] in ANSWERED:
                    own = max(0, self.lag(number, tick)) >= STALL or self.stalled(number, tick, cell[1]) > 0
                    count += cell[1] > beyond
                    touched += cell[1] > beyond and own
                    if largest is None or cell[1] > largest:
                        largest, of_largest = cell[1], own
        return {"beyondP99_9": count, "touched": touched, "maximumTouched": of_largest}
