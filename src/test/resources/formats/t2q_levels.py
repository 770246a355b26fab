"""Service levels, judged by looking into every window, after docs/measures.md."""

import math
import re
from fractions import Fraction

from t2q_files import NONE, sealed
from t2q_results import DUE, NEVER, response
from t2q_statistics import PERCENTILES

UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}
WINDOW = r"( in any (\d+) (ticks|ns|us|ms|s))?"
PERCENTILE = re.compile(r"p([\d.]+) of ([a-z-]+)" + WINDOW + r" < (\d+) (ns|us|ms|s)")
QUOTES = re.compile(r"([\d.]+) % of quotes within (\d+) (ns|us|ms|s)" + WINDOW)
SESSION = re.compile(r"no session more than ([\d.]+) % of its time stale by (\d+) (ns|us|ms|s)")
FIGURES = {
    "response": "responseNs",
    "service": "serviceNs",
    "first-client": "firstClientNs",
    "median-client": "medianClientNs",
    "last-client": "lastClientNs",
}
DECLARATION = {"model-mismatch", "id-price-mismatch", "spreads-contradicted"}
SUPPORT = 10
ANSWER = re.compile(r"no answer later than (\d+) (ns|us|ms|s)")


class Level:
    def __init__(self, text):
        self.latency, self.length, self.unit, self.session = "response", 0, "", False
        percentile, quotes, session, answer = (form.fullmatch(text) for form in (PERCENTILE, QUOTES, SESSION, ANSWER))
        self.percentile = bool(percentile)
        if percentile:
            share, self.latency, _, length, self.unit, limit, unit = percentile.groups()
        elif quotes:
            share, limit, unit, _, length, self.unit = quotes.groups()
        elif session:
            share, limit, unit = session.groups()
            self.session, length = True, None
        else:
            share, length = "100", None
            limit, unit = answer.groups()
        self.share = Fraction(share) / 100
        self.length = int(length) * UNITS.get(self.unit, 1) if length else 0
        self.limit = int(limit) * UNITS[unit]
        self.most = self.limit - 1 if percentile else self.limit

    def rank(self, count):
        return max(1, math.ceil(self.share * count))


def values_of(level, number, tick, row, harness=None):
    """Of one tick; less the harness's own delays where these are given."""
    lag = harness.lag(number, tick) if harness else 0
    less = lambda value, late: value if value == NEVER else max(
        0, value - late - (harness.stalled(number, tick, value) if harness else 0))
    if level.latency in ("response", "service"):
        late = tick[2] - tick[1] if level.latency == "service" else lag
        return [less(value, late) for value in (response(cell) for cell in row) if value != NONE]
    due = sorted(response(cell) for cell in row if cell[0] in DUE)
    place = {"first-client": 0, "median-client": (len(due) - 1) // 2, "last-client": len(due) - 1}[level.latency]
    return [less(due[place], lag)] if due else []


def windows(level, part, times, values):
    """First and last begin, end, first tick and tick behind the last one of all windows, those with the same ticks together."""
    begin = times[0]
    if not level.length:
        yield begin, begin, begin + part, 0, len(times)
    elif level.unit == "ticks":
        valued = [i for i in range(len(times)) if values[i]]
        for first, last in zip(valued, valued[level.length - 1:]):
            yield times[first], times[first], times[last] + 1, first, last + 1
    else:
        last_begin = begin + part - level.length
        changes = sorted({t + 1 for t in times} | {t - level.length + 1 for t in times} | {begin})
        changes = [t for t in changes if begin <= t <= last_begin]
        first = behind = 0
        for start, following in zip(changes, changes[1:] + [last_begin + 1]):
            while first < len(times) and times[first] < start:
                first += 1
            while behind < len(times) and times[behind] < start + level.length:
                behind += 1
            yield start, following - 1, start + level.length, first, max(first, behind)


def supported(level, part, ticks, rows, own, harness, tail):
    """The outcome of a percentile that has support, or of one that counts what happened; and its figures."""
    state, found = judged(level, part, ticks, rows)
    if state == "undecided" or not level.percentile:
        return state, found
    if state == "met":
        few = own.independent_of(float(1 - level.share)) < SUPPORT
        harnesss = level.share >= Fraction(999, 1000) and tail and tail["beyondP99_9"] > 0 and 2 * tail["touched"] >= tail["beyondP99_9"]
        return "undecided" if few or harnesss else state, found
    values = [values_of(level, number, *both) for number, both in enumerate(zip(ticks, rows))]
    late = sum(any(value > level.most for value in each) for each in values) / max(1, sum(map(bool, values)))
    few = late <= 0.5 and own.independent_of(late) < SUPPORT
    without = few or judged(level, part, ticks, rows, harness)[0]
    return "broken" if without == "broken" else "undecided", found


def judged(level, part, ticks, rows, harness=None):
    times = [tick[1] for tick in ticks]
    values = [values_of(level, number, *both, harness) for number, both in enumerate(zip(ticks, rows))]
    counts, lates = [0], [0]
    for own in values:
        counts.append(counts[-1] + len(own))
        lates.append(lates[-1] + sum(value > level.most for value in own))
    found = {"windows": 0, "broken": 0, "undecided": 0, "first": None, "worst": None}
    doubt, first, worst = False, None, None
    for start, last_start, end, low, high in windows(level, part, times, values):
        positions = last_start - start + 1
        count, late = counts[high] - counts[low], lates[high] - lates[low]
        found["windows"] += positions
        if count == 0 or level.share != 1 and count == level.rank(count):
            found["undecided"] += positions
            doubt = doubt or late > 0
            continue
        seen = (start, end, low, high, count, late)
        if late > count - level.rank(count):
            found["broken"] += positions
            first = first or seen
        if worst is None or late * worst[4] > worst[5] * count:
            worst = seen

    def figure(seen):
        if seen is None:
            return None
        own = sorted(value for each in values[seen[2]:seen[3]] for value in each)[level.rank(seen[4]) - 1]
        return {"fromNs": seen[0] - times[0], "toNs": seen[1] - times[0], "values": seen[4], "late": seen[5],
                "valueNs": None if own == NEVER else own}

    found["first"], found["worst"] = figure(first), figure(worst)
    state = "broken" if found["broken"] else "undecided" if worst is None or doubt else "met"
    return state, found


def of_sessions(level, part, sessions, bound):
    found = {"windows": len(sessions), "broken": 0, "undecided": 0, "first": None, "worst": None}
    for session in sessions:
        stale = session["stalenessNs"]
        total = stale["totalNs"][bound]
        late = sum(each["timeNs"][bound] for each in stale["worseThan"] if each["thresholdNs"] == level.limit)
        if total == 0:
            found["undecided"] += 1
            continue
        seen = {"session": session["index"], "fromNs": 0, "toNs": part, "values": total, "late": late, "valueNs": None}
        if late > level.share * total:
            found["broken"] += 1
            found["first"] = found["first"] or seen
        if found["worst"] is None or late * found["worst"]["values"] > found["worst"]["late"] * total:
            found["worst"] = seen
    open_end = any(session["stalenessNs"]["lowerBound"] for session in sessions)
    state = "broken" if found["broken"] else "undecided" if open_end or found["worst"] is None else "met"
    return state, found


def check(directory, manifest, run, bounds, all_latencies, harness, summary):
    """Every level; of the percentiles also whether they have support, and whether the harness explains them."""
    asked = sealed(directory.file("slo.json"), 1)["levels"] if directory.has("slo.json") else []
    directory.same("levels", asked, [outcome["level"] for outcome in summary["serviceLevels"]])
    measured = summary["tail"]
    beyond = all_latencies[1]["serviceNs" if manifest["source"] == "wire" else "responseNs"].at(PERCENTILES["p99_9"])
    tail = harness[1].tail(run, NEVER if beyond is None else beyond) if harness[1].known else None
    directory.same("tail", measured, tail)
    mismatch = {reason["rule"] for reason in summary["reasons"] if reason["verdict"] == "FAILED"} & DECLARATION
    if summary["validity"] == "VOID" or run.across_venues or not run.ticks or mismatch:
        directory.same("levels", {level["state"] for level in summary["serviceLevels"]} <= {"undecided"}, True)
        return
    replay = manifest["replay"]
    planned = math.ceil((replay["toNs"] - replay["fromNs"]) / replay["speed"])
    part = max(planned, run.ticks[-1][1] - run.ticks[0][1] + 1)
    for outcome in summary["serviceLevels"]:
        level = Level(outcome["level"])
        (soon, soon_figures), (late, late_figures) = [
            of_sessions(level, part, summary["perSession"], bound)
            if level.session
            else supported(level, part, run.ticks, rows, own[FIGURES[level.latency]], delays, tail)
            for bound, rows, own, delays in zip(("low", "high"), bounds, all_latencies, harness)
        ]
        expected = [late if late == soon else "undecided", late_figures, None if bounds[0] is bounds[1] else soon_figures]
        directory.same(outcome["level"], [outcome["state"], outcome["figures"], outcome.get("soonest")], expected)
        directory.count("service levels", 1)
