"""statistics.json from the ticks, after docs/formats.md. Python 3, standard library only."""

import math

from t2q_files import NONE
from t2q_results import NEVER

R10 = (1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8)
THRESHOLDS = [round(step * 10 ** (4 + decade)) for decade in range(6) for step in R10] + [10**10]


def level(ticks, beyond, ties=0, ties_beyond=0):
    """The late ticks and their episodes; of the ties evenly as many as are asked for."""
    late = episodes = squares = largest = size = low_time = high_time = share = 0
    last = last_ns = None
    low_end = high_end = NONE
    for number, (intended, value) in enumerate(ticks):
        before = ticks[max(0, number - 1)]
        if last == number - 1 and before[1] == NEVER and number:
            high_time += max(0, intended - max(before[0], high_end))
            high_end = max(high_end, intended)
        is_late = value > beyond
        if value == beyond:
            share += ties_beyond
            is_late = ties > 0 and share >= ties
            share -= ties if is_late else 0
        if not is_late:
            continue
        late += 1
        if last is None or (number - last - 1 > 3 and intended - last_ns > 100_000_000):
            episodes, squares, largest, size = episodes + 1, squares + size * size, max(largest, size), 0
        size += 1
        end = intended if value == NEVER else intended + value - beyond
        low_time += max(0, end - max(intended, low_end))
        low_end = max(low_end, end)
        start = intended if last == number - 1 else before[0]
        high_time += max(0, end - max(start, high_end))
        high_end = max(high_end, end)
        last, last_ns = number, intended
    return {
        "valueNs": beyond,
        "late": late,
        "episodes": episodes,
        "squares": squares + size * size,
        "largest": max(largest, size),
        "timeLowNs": low_time,
        "timeHighNs": high_time,
    }


def half_up(value):
    return math.floor(value + 0.5)


def client(ticks, highest_of):
    """Of (intended, value) of each due tick, in the order sent."""
    ticks = [(intended, max(0, value)) for intended, value in ticks if value != NONE]
    count, lost = len(ticks), sum(value == NEVER for _, value in ticks)
    ordered = sorted(value for _, value in ticks)
    numbers = ordered[: count - lost]
    buckets = {}
    for value in numbers:
        bucket = highest_of(value)
        buckets[bucket] = buckets.get(bucket, 0) + 1
    found = {
        "ticks": count,
        "lost": lost,
        "lostEpisodes": level(ticks, NEVER - 1)["episodes"],
        "p50Ns": None,
        "p99Ns": None,
        "maxNs": None,
        "tailNs": None,
        "ranks": [],
        "thresholds": [],
        "values": {"valuesNs": sorted(buckets), "counts": [buckets[value] for value in sorted(buckets)]},
    }
    if not count:
        return found
    at = lambda rank: None if ordered[rank - 1] == NEVER else ordered[rank - 1]
    beyond = [count // 2]
    while True:
        more = math.floor(10 ** (-(len(beyond) + 3) / 10) * count + 1e-6)
        if more < 1:
            break
        beyond.append(more)
    beyond = list(dict.fromkeys(beyond))
    worst = -(-count // 100)
    cap = ordered[-(-count * 9999 // 10000) - 1]
    found["p50Ns"], found["p99Ns"] = at(count - beyond[0]), at(-(-count * 99 // 100))
    found["maxNs"] = None if lost else ordered[-1]
    if cap != NEVER:
        logs = [math.log(max(1, min(value, cap))) for value in ordered[count - worst :]]
        found["tailNs"] = half_up(math.exp(sum(logs) / worst))
    for more in beyond:
        value = ordered[count - more - 1]
        ties = ordered.count(value)
        found["ranks"].append(level(ticks, value, ties, sum(v <= value for v in ordered) - (count - more)))
    levels = [level(ticks, value) for value in THRESHOLDS if value >= ordered[count - beyond[0] - 1]]
    found["thresholds"] = [each for each in levels if each["late"]]
    return found
