"""Checks a run directory, or that of a matrix, against docs/formats.md. Python 3, standard library only.

    python3 check_run.py DIRECTORY [FORMATS_MD]

Every seal, checksum and version is checked, outcomes and percentiles are recomputed from the journals (by id) and compared.
With the page each JSON member must be named there. Prints a line and ends with 0, or says what is wrong and ends with 5.
"""

import hashlib
import os
import re
import sys
import uuid

import t2q_levels
from t2q_harness import Harness
from t2q_files import NONE, Journal, Refused, TickResults, highest_of, histogram, load, recording, require, sealed
from t2q_results import DUE, NEVER, NOT_PLANNED, PUBLISHED, PUBLISHED_NOT_DUE, Run, response
from t2q_statistics import Figures, between, client
from t2q_venues import VenueRun

ROLES = ("replayer", "fix-clients", "harness")
OUTCOMES = {"published": (2, 8), "conflated": (3,), "skipped": (4,), "unchanged": (5,), "lost": (6,), "excluded": (7,)}
CLASSES = ("matched", "initial", "duplicate", "regressed", "unexplained", "ambiguous", "unattributed", "withdrawn")
# Nothing in a capture says when a tick was due.
UNSCHEDULED = ("responseNs", "responsePublishedNs", "replayLagNs")
# Of the threads, or processes, that live: less when one ends.
MAY_FALL = ("runDelayNs", "applicationCpuNs", "applicationRunDelayNs", "applicationUdpDrops")
EVENTS = (
    "logons drops orderedDown sequenceGaps sequenceResets floodMessages floodPerSecond rejected messagesRejected incrementals quotes massQuotes quoteCancels withoutBook bookOverflows"
    " repeatedEntries unknownEntries crossedTops unknownSymbols malformed unanswered afterDrain onlyZeroSizes noPriceNs"
).split()


class Directory:
    def __init__(self, path):
        self.path, self.differences, self.counted = path, [], {}

    def file(self, name):
        return os.path.join(self.path, name)

    def has(self, name):
        return os.path.exists(self.file(name))

    def same(self, what, found, expected):
        if found != expected:
            self.differences.append("%s: found %r, recomputed %r" % (what, found, expected))

    def count(self, what, more):
        self.counted[what] = self.counted.get(what, 0) + more


def audit(directory, role, run):
    path = directory.file("audit-%s.jsonl" % role)
    with open(path, encoding="utf-8") as lines:
        content = [load_line(path, line) for line in lines]
    head, samples = content[0], content[1:]
    require(head["formatVersion"] == 2, path, "format version is %s, expected 2" % head["formatVersion"])
    require((uuid.UUID(head["run"]), head["role"]) == (run, role), path, "is of another run or role")
    require(samples and samples[-1]["last"] and not any(s["last"] for s in samples[:-1]), path, "has no last line")
    times = [sample["clock"]["monotonicNs"] for sample in samples]
    require(times == sorted(times), path, "times fall")
    for before, after in zip(samples, samples[1:]):
        growing = [name for name in after["counters"] if name not in MAY_FALL]
        fallen = [name for name in growing if after["counters"][name] < before["counters"].get(name, 0)]
        require(not fallen, path, "counters fall: %s" % fallen)
    directory.count("wakes", sum(sum(histogram(sample["hiccups"], path).values()) for sample in samples))
    return content


def evidence(directory, path, run):
    """What the application waited for: looks by rising time, threads that were met before they are counted."""
    with open(path, encoding="utf-8") as lines:
        content = [load_line(path, line) for line in lines]
    head, looks = content[0], content[1:]
    require(head["formatVersion"] == 1, path, "format version is %s, expected 1" % head["formatVersion"])
    require(uuid.UUID(head["run"]) == run, path, "is of another run")
    require(looks and "end" in looks[-1] and not any("end" in look for look in looks[:-1]), path, "has no last line")
    met, last = 0, None
    for look in looks:
        require(look["fromNs"] <= look["toNs"] and (last is None or look["toNs"] >= last), path, "times fall")
        for index, _, _, _, _ in look.get("threads", []):
            require(index == met, path, "thread %s is met behind %d others" % (index, met))
            met += 1
        for thread, wait, cpu, *_ in look.get("counts", []):
            require(0 <= thread < met and wait >= 0 and cpu >= 0, path, "counts %s" % thread)
        last = look["toNs"]
    directory.count("looks", len(looks))
    return content


def load_line(path, line):
    import json

    try:
        return json.loads(line)
    except ValueError as e:
        raise Refused("%s: %s" % (path, e))


def journals(directory, identity):
    read = {}
    for name in sorted(os.listdir(directory.path)):
        if name.endswith(".journal"):
            read[name[: -len(".journal")]] = Journal(directory.file(name), identity)
    directory.count("journals", len(read))
    directory.count("records", sum(len(journal.records) for journal in read.values()))
    return read


def window(directory, manifest, ticks):
    """What the ticks say, as the manifest and the recording have it."""
    import struct

    says = struct.Struct("<5qHBB")
    content = b"".join(says.pack(*tick[3:11]) for tick in ticks)
    directory.same("windowSha256", manifest["replay"]["windowSha256"], hashlib.sha256(content).hexdigest())
    path = manifest["recording"]["path"]
    if manifest["source"] == "replay" and os.path.exists(path):
        instruments, venues, announcement, quotes = recording(path)
        named = [(i["pip"], i["tickSize"], i["symbol"]) for i in manifest["recording"]["instruments"]]
        directory.same("instruments", named, instruments)
        directory.same("venues", manifest["recording"]["venues"], venues)
        directory.same("announcementNs", manifest["recording"]["announcementNs"], announcement)
        chosen = [q for q in quotes if manifest["replay"]["fromNs"] <= struct.unpack_from("<q", q, 8)[0] < manifest["replay"]["toNs"]]
        directory.same("window of the recording", content, b"".join(q[8:] for q in chosen))


def held(ticks):
    """By how much each tick left later than in a replay without waits: as much as the application can be blamed for."""
    free = offered = -(1 << 60)
    for _, intended, sent, *_, flags in ticks:
        offered = min(sent, max(intended, offered) + max(0, sent - max(intended, free)))
        free = sent + (flags >> 8) * 10_000
        yield sent - offered


def cells(directory, run, rows, results):
    for number, (record, most) in enumerate(zip(results.records, held(run.ticks))):
        tick, own = run.ticks[number], rows[number]
        due = sorted(response(cell) for cell in own if cell[0] in DUE)
        clients = (due[0], due[(len(due) - 1) // 2], due[-1]) if due else (NONE, NONE, NONE)
        directory.same("tick %d" % (number + 1), record[:4], (number + 1, tick[1], tick[2], run.due[number]))
        directory.same("clients of tick %d" % (number + 1), record[4:7], clients)
        directory.same("quote age of tick %d" % (number + 1), record[7], run.quote_age[number])
        directory.same("source of tick %d" % (number + 1), record[8:11], (tick[8], tick[9], sum(d == NEVER for d in due)))
        directory.same("tick %d was held for at most" % (number + 1), min(record[11], most), record[11])
        for session, cell in enumerate(record[12:]):
            outcome, nanoseconds = own[session]
            expected = nanoseconds << 5 | run.certain(number + 1, session) << 4 | outcome
            directory.same("cell of tick %d, session %d" % (number + 1, session), cell, expected)
    directory.count("cells", sum(cell[0] != NOT_PLANNED for own in rows for cell in own))


def latencies(run, of, other, known, results):
    """Values and worst values of each tick, by name, of one attribution beside the other one."""
    late = [tick[2] - tick[1] for tick in run.ticks]
    lag = [by - record[11] for by, record in zip(late, results.records)]
    rows = [[response(cell) for cell in own] for own in of]
    less = lambda value, by: value if value in (NONE, NEVER) else value - by
    due = [sorted(response(cell) for cell in own if cell[0] in DUE) for own in of]
    all_of = lambda row: [value for values in row for value in values]
    service = [[less(value, by) for value in row] for row, by in zip(rows, late)]
    clients = {
        "firstClientNs": [values[0] if values else NONE for values in due],
        "medianClientNs": [values[(len(values) - 1) // 2] if values else NONE for values in due],
        "lastClientNs": [values[-1] if values else NONE for values in due],
    }
    first = [min((response(cell) for cell in own if cell[0] in DUE), default=NONE) for own in other]
    last = clients["lastClientNs"]
    skew = [value if value in (NONE, NEVER) else 0 if by in (NONE, NEVER) else max(0, value - by) for value, by in zip(last, first)]
    sent = lambda values: [(tick[1], value) for tick, value in zip(run.ticks, values)]
    worst = lambda rows: sent([max(row) for row in rows])
    found = {
        "responseNs": Figures(all_of(rows), sent(clients["lastClientNs"]), True),
        "serviceNs": Figures(all_of(service), worst(service)),
        "quoteAgeNs": Figures(run.quote_ages, sent(run.quote_age)),
        "fanOutSkewNs": Figures(skew, sent(skew)),
        "replayLagNs": Figures(lag, sent(lag)),
    }
    for name, values in clients.items():
        found[name] = Figures(values, sent(values), True)
    if not known:
        published = [
            [value if cell[0] in (PUBLISHED, PUBLISHED_NOT_DUE) else NONE for value, cell in zip(row, own)]
            for row, own in zip(rows, of)
        ]
        found["responsePublishedNs"] = Figures(all_of(published), worst(published))
    return found


def figures(directory, where, found, soonest, latest):
    if found is None:
        directory.same(where, found, "figures")
        return
    for name, value in (latest.json() if soonest is latest else between(soonest, latest)).items():
        directory.same("%s.%s" % (where, name), found[name], value)
    directory.count("percentiles", 5)


def outcomes(directory, where, found, cells_of):
    counts = [0] * 9
    for outcome, _ in cells_of:
        counts[outcome] += 1
    for name, codes in OUTCOMES.items():
        directory.same("%s.%s" % (where, name), found[name], sum(counts[code] for code in codes))
    directory.same("%s.unknown" % where, found["unknown"], 0)


def summary(directory, manifest, run, bounds, all_latencies):
    """Of the attribution that answers soonest and of the one that answers latest, or of the same one twice."""
    path = directory.file("summary.json")
    sealed(path)
    found = of_run(path, uuid.UUID(manifest["identity"]))
    groups = lambda of: [of(rows) for rows in bounds]
    all_outcomes(directory, "tickOutcomes", found, groups(lambda rows: [cell for own in rows for cell in own]))
    directory.same("responsePublishedNs", found["responsePublishedNs"] is not None, "responsePublishedNs" in all_latencies[1])
    for name, expected in all_latencies[1].items():
        figures(directory, name, found[name], all_latencies[0][name], expected)
    for session, part in enumerate(found["perSession"]):
        own = groups(lambda rows: [row[session] for row in rows])
        all_outcomes(directory, "session %d" % session, part, own)
        values = [[response(cell) for cell in one] for one in own]
        ticks = [[(tick[1], value) for tick, value in zip(run.ticks, one)] for one in values]
        both = [Figures(*each) for each in zip(values, ticks)]
        figures(directory, "session %d" % session, part["responseNs"], *of_one(bounds, both))
        for name in CLASSES:
            directory.same("session %d.%s" % (session, name), part["snapshotClasses"][name], run.tallies[session][name])
        for name in EVENTS:
            directory.same("session %d.%s" % (session, name), part["events"][name], run.tallies[session][name])
    for part in found["perPair"]:
        of_pair = [number for number, tick in enumerate(run.ticks) if tick[8] == part["instrumentId"]]
        own = groups(lambda rows: [rows[number] for number in of_pair])
        all_outcomes(directory, part["symbol"], part, [[cell for row in one for cell in row] for one in own])
        both = []
        for one in own:
            rows = [[response(cell) for cell in row] for row in one]
            worst = [(run.ticks[number][1], max(row)) for number, row in zip(of_pair, rows)]
            both.append(Figures([value for row in rows for value in row], worst))
        figures(directory, part["symbol"], part["responseNs"], *of_one(bounds, both))
    for name in ("publishedNotDue", "backToLastSent", "overflowed"):
        directory.same(name, found["model"][name], sum(tally[name] for tally in run.tallies))
    due = [(tick, session) for tick, own in enumerate(bounds[1]) for session, cell in enumerate(own) if cell[0] in DUE]
    directory.same("due", found["model"]["due"], len(due))
    directory.same("certain", found["model"]["certain"], sum(run.certain(tick + 1, session) for tick, session in due))
    return found


def of_one(bounds, both):
    """The same figures twice where there is one attribution."""
    return (both[1], both[1]) if bounds[0] is bounds[1] else both


def all_outcomes(directory, where, found, both):
    soonest, latest = both
    outcomes(directory, where, found["tickOutcomes"], latest)
    if "tickOutcomesSoonest" in found:
        outcomes(directory, where + " soonest", found["tickOutcomesSoonest"], soonest)


def curves(directory, found, all_latencies):
    directory.same("curves", [c["name"] for c in found], [name for name in found_order(all_latencies)])
    for curve in found:
        expected = all_latencies[curve["name"]]
        directory.same("counts of " + curve["name"], [curve["count"], curve["censored"]],
                       [expected.measured + expected.censored, expected.censored])
        for percentile, value, independent, refused in curve["points"]:
            parts = round(percentile * 10**7)
            own = expected.at(parts)
            directory.same("%s at %s" % (curve["name"], percentile), [value, independent, refused],
                           [expected.max if own is None else own, expected.independent(parts), int(own is None)])
        directory.count("points", len(curve["points"]))


def statistics(directory, run, bounds, identity):
    found = sealed(directory.file("statistics.json"), 2)
    require(uuid.UUID(found["identity"]) == identity, directory.file("statistics.json"), "is of another run")
    directory.same("spanNs", found["spanNs"], run.ticks[-1][1] - run.ticks[0][1] if run.ticks else 0)
    clients(directory, run, bounds[1], found["latest"])
    directory.same("soonest statistics", found["soonest"] is None, bounds[0] is bounds[1])
    if found["soonest"] is not None:
        clients(directory, run, bounds[0], found["soonest"])
    return found


def clients(directory, run, rows, found):
    due = [sorted(response(cell) for cell in own if cell[0] in DUE) for own in rows]
    places = {"lastClient": lambda v: v[-1], "medianClient": lambda v: v[(len(v) - 1) // 2], "firstClient": lambda v: v[0]}
    for name, place in places.items():
        ticks = [(tick[1], place(values) if values else NONE) for tick, values in zip(run.ticks, due)]
        own = client(ticks, highest_of)
        directory.same(name + ".tailNs", abs((found[name]["tailNs"] or 0) - (own["tailNs"] or 0)) <= 1, True)
        own["tailNs"] = found[name]["tailNs"]
        for member, value in own.items():
            directory.same("%s.%s" % (name, member), found[name][member], value)
        directory.count("levels", len(own["ranks"]) + len(own["thresholds"]))


FILES = {
    "lastClientNs": "last-client", "responseNs": "response", "responsePublishedNs": "response-published",
    "firstClientNs": "first-client", "medianClientNs": "median-client", "fanOutSkewNs": "fan-out-skew",
    "serviceNs": "service", "quoteAgeNs": "quote-age", "replayLagNs": "replay-lag",
}


def found_order(all_latencies):
    return [name for name in FILES if name in all_latencies]


def histograms(directory, all_latencies, suffix=""):
    """The intervals of each .hlog together hold the measured values."""
    for name, expected in all_latencies.items():
        path = directory.file(FILES[name] + suffix + ".hlog")
        with open(path, encoding="utf-8") as lines:
            intervals = [line for line in lines if not line.startswith(("#", '"'))]
        counts = {}
        for interval in intervals:
            for value, count in histogram(interval.rstrip("\n").split(",")[-1], path).items():
                counts[value] = counts.get(value, 0) + count
        own = {}
        for value in expected.buckets:
            own[value] = own.get(value, 0) + 1
        directory.same(path, counts, own)


def of_run(path, identity, version=None):
    """A JSON file that says which run it is of."""
    value = load(path, version)
    require(uuid.UUID(value.get("identity") or value["run"]) == identity, path, "is of another run")
    return value


def further(directory, manifest, identity):
    """Files that only some runs have."""
    read = []
    for name in sorted(os.listdir(directory.path)):
        path = directory.file(name)
        if re.fullmatch(r"threads(-.+)?\.json", name):
            read.append(of_run(path, identity, 2))
        elif name == "harness-share.json":
            sealed(path, 3)
            read.append(of_run(path, identity, 3))
        elif re.fullmatch(r"host-audit(-.+)?\.json|fix-clients\.json|clients\.json", name):
            read.append(of_run(path, identity))
        elif name == "evidence-application.jsonl":
            read.append(evidence(directory, path, identity))
        elif re.fullmatch(r"gc-(%s)\.log" % "|".join(ROLES), name):
            with open(path, encoding="utf-8") as text:
                log = text.read()
            require("[t2q] %s of run %s\n" % (name[3:-4], identity) in log, path, "does not say whose it is")
            pauses(path, log, directory.file("audit-%s.jsonl" % name[3:-4]))
    if directory.has("application.sha256"):
        with open(directory.file("application.sha256"), encoding="utf-8") as lines:
            sums = sorted(line[:64] for line in lines)
        digest = hashlib.sha256("".join(one + "\n" for one in sums).encode()).hexdigest() if sums else ""
        directory.same("applicationSha256", manifest["host"].get("applicationSha256", ""), digest)
    return read


def pauses(path, log, audit_path):
    """The collector's log has all pauses that the process counted."""
    with open(audit_path, encoding="utf-8") as lines:
        samples = [load_line(audit_path, line) for line in lines][1:]
    ends = [int(ns) for ns in re.findall(r"^\[(\d+)ns\].*\] GC\(\d+\) (?:[YyOo]: )?Pause .*ms *$", log, re.MULTILINE)]
    counted = samples[-1]["counters"]["gcPauses"] - samples[0]["counters"]["gcPauses"]
    told = sum(ns >= samples[0]["clock"]["monotonicNs"] for ns in ends)
    require(told >= counted, path, "tells of %d pauses, the process counted %d" % (told, counted))


OPEN_MAPS = ("host", "disturbances", "translations", "counters", "coordinates", "beside", "within", "logonTags", "secretLogonTags", "sets")


def members(value, names):
    """The names of all members, without those that users, hosts and counters give."""
    if isinstance(value, list):
        for each in value:
            members(each, names)
    elif isinstance(value, dict):
        for name, each in value.items():
            names.add(name)
            if name in OPEN_MAPS and isinstance(each, dict):
                members(list(each.values()), names)
            else:
                members(each, names)


def named(contents, page):
    with open(page, encoding="utf-8") as text:
        words = set(re.findall(r"[A-Za-z0-9_]+", " ".join(re.findall(r"`([^`\n]+)`", text.read()))))
    names = set()
    members(contents, names)
    missing = sorted(names - words)
    require(not missing, page, "says nothing of " + ", ".join(missing))


def measured(directory, manifest, read, identity):
    """Recomputes what follows from the journals."""
    ticks, warm_up = read["ticks"].records, read["warmup"].records if "warmup" in read else None
    events = [read["quotes-%02d" % session["index"]].records for session in manifest["sessions"]]
    exact = manifest["matching"]["venueOrder"] == "total"
    run = (Run if exact else VenueRun)(manifest, warm_up, ticks, events)
    bounds = (run.cells if exact else run.soonest, run.cells)
    window(directory, manifest, ticks)
    all_latencies, harness = [], []
    for at, name in enumerate(("tick-results-soonest.bin", "tick-results.bin")):
        if exact and at == 0:
            directory.same(name, directory.has(name), False)
            continue
        results = TickResults(directory.file(name), identity)
        require(results.ticks == len(ticks) and results.sessions == len(events), name, "results are of another size")
        cells(directory, run, bounds[at], results)
        harness.append(Harness(directory, manifest, read, run, results))
        of_all = latencies(run, bounds[at], bounds[1 - at], manifest["model"]["known"], results)
        unscheduled = UNSCHEDULED if manifest["source"] == "wire" else ()
        all_latencies.append({name: values for name, values in of_all.items() if name not in unscheduled})
    all_latencies = [all_latencies[0], all_latencies[-1]]
    harness = [harness[0], harness[-1]]
    found = summary(directory, manifest, run, bounds, all_latencies)
    t2q_levels.check(directory, manifest, run, bounds, all_latencies, harness, found)
    drawn = of_run(directory.file("curves.json"), identity, 3)
    sealed(directory.file("curves.json"), 3)
    curves(directory, drawn["curves"], all_latencies[1])
    histograms(directory, all_latencies[1])
    if exact:
        directory.same("soonest curves", drawn["soonest"], [])
    else:
        curves(directory, drawn["soonest"], all_latencies[0])
        histograms(directory, all_latencies[0], "-soonest")
    return [found, drawn, statistics(directory, run, bounds, identity)]


def check_run(path, page):
    directory = Directory(path)
    manifest = sealed(directory.file("run.json"), 7)
    identity = uuid.UUID(manifest["identity"])
    read = journals(directory, identity)
    contents = [manifest] + [audit(directory, role, identity) for role in ROLES if directory.has("audit-%s.jsonl" % role)]
    contents += further(directory, manifest, identity)
    if directory.has("summary.json") and manifest["matching"]["by"] == "id":
        contents += measured(directory, manifest, read, identity)
    if page:
        named(contents, page)
    print("%s: %s, %d differences" % (path, ", ".join("%d %s" % (n, what) for what, n in directory.counted.items()),
                                      len(directory.differences)))
    require(not directory.differences, path, "; ".join(directory.differences[:10]))


def check_matrix(path, page):
    matrix = sealed(os.path.join(path, "matrix.json"), 7)
    sealed(os.path.join(path, "resolved.json"))
    contents = [matrix]
    if os.path.exists(os.path.join(path, "comparison.json")):
        contents.append(load(os.path.join(path, "comparison.json"), 2))
    if page:
        named(contents, page)
    attempts = [attempt for case in matrix["cases"] for attempt in case["attempts"]]
    for attempt in attempts:
        if attempt["state"] == "complete":
            run = os.path.join(path, attempt["directory"])
            require(load(os.path.join(run, "run.json"))["identity"] == attempt["run"], run, "is another run's directory")
            check_run(run, page)
    print("%s: %d attempts" % (path, len(attempts)))


def main(arguments):
    path, page = arguments[0], arguments[1] if len(arguments) > 1 else None
    matrix = os.path.exists(os.path.join(path, "matrix.json"))
    try:
        (check_matrix if matrix else check_run)(path, page)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 5
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
