"""statistics.json from the ticks, after docs/formats.md. Python 3, standard library only."""

import bisect
import math

from t2q_files import NONE, highest_of
from t2q_results import NEVER

R10 = (1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8)
THRESHOLDS = [round(step * 10 ** (4 + decade)) for decade in range(6) for step in R10] + [10**10]


LENGTHS = [ms * 10**6 for ms in (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000)]


def level(ticks, beyond, ties=0, ties_beyond=0, late_ticks=None):
    """The late ticks and their episodes; of the ties evenly as many as are asked for. Numbers of late ticks are appended."""
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
        if late_ticks is not None:
            late_ticks.append(number)
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


def ranks(ticks, ordered):
    """The levels of half of the ticks and of 10^(-i/10) of them, and their blocks; ties are broken evenly."""
    count = len(ordered)
    beyond = [count // 2]
    while count:
        more = math.floor(10 ** (-(len(beyond) + 3) / 10) * count + 1e-6)
        if more < 1:
            break
        beyond.append(more)
    found, late = [], []
    for more in dict.fromkeys(beyond) if count else ():
        value = ordered[count - more - 1]
        ties = bisect.bisect_right(ordered, value) - bisect.bisect_left(ordered, value)
        late.append([])
        found.append(level(ticks, value, ties, bisect.bisect_right(ordered, value) - (count - more), late[-1]))
    return found, blocks(ticks, late)


def per_block(numbers, place):
    """How many ticks are in which block."""
    counts = {}
    for number in numbers:
        counts[place[number]] = counts.get(place[number], 0) + 1
    return counts


def blocks(ticks, late):
    """Sums over blocks of time, of the late ticks beyond each rank."""
    found = {"largestInSecond": [], "lengths": []}
    for length in LENGTHS if late else ():
        place = [(intended - ticks[0][0]) // length for intended, _ in ticks]
        all_ticks = per_block(range(len(ticks)), place)
        counts = [per_block(numbers, place) for numbers in late]
        if length == 10**9:
            found["largestInSecond"] = [max(each.values(), default=0) for each in counts]
        if len(all_ticks) > 1:
            found["lengths"].append({
                "lengthNs": length,
                "blocks": len(all_ticks),
                "tickSquares": sum(n * n for n in all_ticks.values()),
                "squares": [sum(c * c for c in each.values()) for each in counts],
                "products": [sum(c * all_ticks[block] for block, c in each.items()) for each in counts],
            })
    return found


def independent(late, ticks, rank, sums):
    """Independent ticks beyond a rank: late ones over the mean size of their clusters."""
    if not late:
        return 0
    share, deff = late / ticks, 0
    for each in sums["lengths"]:
        if each["blocks"] >= (10 if each["lengthNs"] <= 3 * 10**9 else 30):
            spread = each["squares"][rank] - 2 * share * each["products"][rank] + share * share * each["tickSquares"]
            excess = max(0, max(0, spread) / (late * (1 - share)) - 1)
            deff = max(deff, 1 + excess * each["blocks"] / (each["blocks"] - 1))
    deff = max(1, deff or late)
    seconds = next((each["blocks"] for each in sums["lengths"] if each["lengthNs"] == 10**9), 1)
    largest = max(0, sums["largestInSecond"][rank] - late / seconds) * min(1, max(0, 2 * (deff - 1.25)))
    return late / max(deff, 0.6 * largest)


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
        "blocks": {"largestInSecond": [], "lengths": []},
    }
    if not count:
        return found
    at = lambda rank: None if ordered[rank - 1] == NEVER else ordered[rank - 1]
    worst = -(-count // 100)
    cap = ordered[-(-count * 9999 // 10000) - 1]
    found["p50Ns"], found["p99Ns"] = at(count - count // 2), at(-(-count * 99 // 100))
    found["maxNs"] = None if lost else ordered[-1]
    if cap != NEVER:
        logs = [math.log(max(1, min(value, cap))) for value in ordered[count - worst :]]
        found["tailNs"] = half_up(math.exp(sum(logs) / worst))
    found["ranks"], found["blocks"] = ranks(ticks, ordered)
    levels = [level(ticks, value) for value in THRESHOLDS if value >= ordered[count - count // 2 - 1]]
    found["thresholds"] = [each for each in levels if each["late"]]
    return found


PERCENTILES = {"p50": 500000000, "p90": 900000000, "p99": 990000000, "p99_9": 999000000, "p99_99": 999900000}


class Figures:
    """Of the values of one latency; of (intended, worst value) of each tick, in the order sent."""

    def __init__(self, values, worst, exact=False):
        numbers = [max(0, value) for value in values if value not in (NONE, NEVER)]
        self.measured, self.censored = len(numbers), sum(value == NEVER for value in values)
        self.negative = sum(value < 0 for value in values if value != NONE)
        self.min, self.max, self.sum = min(numbers, default=None), max(numbers, default=None), sum(numbers)
        self.buckets = sorted(highest_of(value) for value in numbers)
        ticks = [(intended, max(0, value)) for intended, value in worst if value != NONE]
        self.ticks, self.lost_ticks = len(ticks), sum(value == NEVER for _, value in ticks)
        if not exact:
            ticks = [(intended, value if value == NEVER else highest_of(value)) for intended, value in ticks]
        self.levels, sums = ranks(ticks, sorted(value for _, value in ticks))
        self.shown = [independent(each["late"], self.ticks, rank, sums) for rank, each in enumerate(self.levels)]

    def at(self, parts_per_billion):
        """The value of a percentile; None where its rank falls among the lost."""
        rank = max(1, -(-parts_per_billion * (self.measured + self.censored) // 10**9))
        return min(self.buckets[rank - 1], self.max) if rank <= self.measured else None

    def independent(self, parts_per_billion):
        """Independent ticks beyond a percentile, at least."""
        return self.independent_of((10**9 - parts_per_billion) / 10**9)

    def independent_of(self, share):
        """How many independent ticks a share of the latest ones holds, at least."""
        most = share * self.ticks + 1
        shown = [
            number
            for each, number in zip(self.levels, self.shown)
            if each["late"] < most and each["valueNs"] != NEVER
        ]
        return int(max(shown, default=0) + 1e-9)

    def json(self):
        whole = self.measured and not self.censored
        figures = {
            "ticks": self.ticks,
            "lostTicks": self.lost_ticks,
            "measured": self.measured,
            "censored": self.censored,
            "negative": self.negative,
            "min": self.min,
            "max": self.max if whole else None,
            "mean": (2 * self.sum + self.measured) // (2 * self.measured) if whole else None,
        }
        for name, parts in PERCENTILES.items():
            if self.measured + self.censored:
                value = self.at(parts)
                independent = self.independent(parts)
                low = self.max if value is None else value
                figures[name] = {"low": low, "high": value, "supported": independent >= 10, "independent": independent}
            else:
                figures[name] = {"low": None, "high": None, "supported": False, "independent": 0}
        return figures


def between(soonest, latest):
    """The figures of an interval."""
    low, high = soonest.json(), latest.json()
    counts = ("ticks", "lostTicks", "measured", "censored", "negative", "min", "max", "mean")
    figures = dict(high, soonest={name: low[name] for name in counts})
    for name in PERCENTILES:
        both = [low[name], high[name]]
        answered = [each for each in both if each["high"] is not None] or both
        lows, highs = [each["low"] for each in answered], [each["high"] for each in both]
        figures[name] = {
            "low": None if None in lows else min(lows),
            "high": None if None in highs else max(highs),
            "supported": all(each["supported"] for each in both),
            "independent": min(each["independent"] for each in both),
        }
    return figures
