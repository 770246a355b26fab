"""Outcomes and percentiles from the journals, by id, as docs/formats.md describes. Python 3, standard library only."""

import bisect
import heapq

from t2q_files import NONE, highest_of

NOT_PLANNED, PENDING, PUBLISHED, CONFLATED, SKIPPED, UNCHANGED, LOST, EXCLUDED, PUBLISHED_NOT_DUE = range(9)
ANSWERED = (PUBLISHED, CONFLATED, SKIPPED, PUBLISHED_NOT_DUE)
DUE = (PUBLISHED, CONFLATED, SKIPPED, LOST)
NEVER = (1 << 63) - 1
WARM_UP = 10**12
LATE_TICKS, STEPS = 4096, 1024
UNASKED, SUPERSEDED = 1 << 1, 1 << 4


def to_run(translation, reading):
    """A reading of a process on the run's clock."""
    points = [(p["readingNs"], p["runNs"]) for p in translation]
    if len(points) == 1:
        return reading + points[0][1] - points[0][0]
    right = 1
    while right < len(points) - 1 and points[right][0] < reading:
        right += 1
    (r0, n0), (r1, n1) = points[right - 1], points[right]
    share = (reading - r0) / (r1 - r0) * ((n1 - r1) - (n0 - r0))
    return reading + (n0 - r0) + int((share + 0.5) // 1)


class Model:
    """Which tiers a tick is due for."""

    def __init__(self, run):
        model = run["model"]
        self.known, self.single = model["known"], model["composite"] == "single"
        self.reject, self.stale = model["rejectCrossed"], model["staleAfterNs"]
        self.books = []
        for instrument in run["recording"]["instruments"]:
            pip = instrument["pip"]
            skew = _tenth(model["skewTenthPips"] * pip)
            halves = [_tenth(tenths * pip) for tenths in model["halfSpreadTenthPips"]]
            tiers = [(skew - half, skew + half) for half in halves]
            venues = [[NONE, NONE, NONE] for _ in run["recording"]["venues"]]
            hidden = [[NONE, NONE] for _ in run["recording"]["venues"]]
            self.books.append((venues, tiers, instrument["tickSize"], [(NONE, NONE)] * len(tiers), hidden))
        self.states = [[([], []) for _ in book[1]] for book in self.books]

    def new_session(self):
        for venues, *_ in self.books:
            for venue in venues:
                venue[2] = NONE

    def play(self, tick):
        """The due tiers as a bit mask; the expected prices are then those of price()."""
        flags = tick[11]
        if not self.known:
            return 0 if flags & (UNASKED | SUPERSEDED) else -1
        _, _, _, time, bid, ask, _, _, instrument, venue, sides, _ = tick
        venues, tiers, grid, expected, hidden = self.books[instrument]
        own = venues[venue]
        if flags & UNASKED:
            _update(hidden[venue], bid, ask, sides)
            return 0
        if time < own[2]:
            return 0
        own[2] = time
        _update(own, *hidden[venue], 3)
        hidden[venue] = [NONE, NONE]
        _update(own, bid, ask, sides)
        if flags & SUPERSEDED or self._rejected(own):
            return 0
        counting = [v for v in ([own] if self.single else venues) if self._counts(v, time)]
        if not counting:
            return 0
        bid, ask = max(v[0] for v in counting), min(v[1] for v in counting)
        if self.reject and bid > ask:
            return 0
        due = 0
        for tier, (down, up) in enumerate(tiers):
            price = ((bid + down) // grid * grid, -(-(ask + up) // grid) * grid)
            if price != expected[tier]:
                expected[tier] = price
                due |= 1 << tier
                places, prices = self.states[instrument][tier]
                places.append(place(tick[0]))
                prices.append(price)
        return due

    def _rejected(self, venue):
        return self.reject and NONE not in venue[:2] and venue[0] > venue[1]

    def _counts(self, venue, now):
        fresh = not self.stale or venue[2] == NONE or now - venue[2] <= self.stale
        return NONE not in venue[:2] and not self._rejected(venue) and fresh

    def price_after(self, tick, instrument, tier):
        """What the tier expected when the tick had been played; (NONE, NONE) where that is not known."""
        places, prices = self.states[instrument][tier] if self.known else ([], [])
        at = bisect.bisect_right(places, place(tick))
        return prices[at - 1] if at else (NONE, NONE)

    def price(self, instrument, tier):
        return self.books[instrument][3][tier] if self.known else (NONE, NONE)


def _update(top, bid, ask, sides):
    """Takes over the sides that are there."""
    if sides & 1 and bid != NONE:
        top[0] = bid
    if sides & 2 and ask != NONE:
        top[1] = ask


def place(tick):
    """Ticks of the warm-up come before those that are measured."""
    return tick - NEVER if tick > WARM_UP else tick


def _tenth(value):
    """A tenth, rounded towards 0."""
    return -(-value // 10) if value < 0 else value // 10


class Taken:
    """By when the application had taken a tick, as a session can tell."""

    def __init__(self, uncertainty):
        self.uncertainty, self.ids, self.times = uncertainty, [], []

    def shown(self, tick, received):
        while self.ids and self.ids[-1] <= tick and self.times[-1] >= received:
            self.ids.pop()
            self.times.pop()
        if not self.ids or self.ids[-1] < tick:
            self.ids.append(tick)
            self.times.append(received)
            if len(self.ids) > STEPS:
                del self.ids[0], self.times[0]

    def by(self, tick):
        at = bisect.bisect_left(self.ids, tick)
        return NEVER if at == len(self.ids) else self.times[at] + self.uncertainty


class Pair:
    """A session and pair."""

    def __init__(self, run, session, instrument):
        self.run, self.session, self.instrument = run, session, instrument
        self.tier = run.sessions[session]["tier"]
        self.taken, self.tally, self.cells = run.taken[session], run.tallies[session], run.cells
        self.waiting, self.newest, self.shown = [], 0, (NONE, NONE)
        self.missed, self.newest_of_venue = set(), {}
        self.first = self.excluding = self.owed = self.unsubscribed = False
        self.asked = self.ending = self.streaming = False
        self.unsubscribed_at = self.last_price = -NEVER
        self.stream_since = 0
        self.withdrawn = None
        self.restored, self.old_price = False, NONE

    def tick(self, tick, due, deserted):
        due = due >> self.tier & 1
        self.owed = self.owed or bool(due and self.first and not self.unsubscribed)
        if due and not self.excluding:
            self.waiting.append((tick, self.run.model.price(self.instrument, self.tier)))
            self.missed.update([tick] if deserted else [])
            self.put(tick, PENDING)
        else:
            self.put(tick, EXCLUDED if self.excluding else UNCHANGED)

    def newest_beside(self, tick):
        """The newest tick so far, of those that have one order with this one."""
        return self.newest

    def put(self, tick, outcome, received=None):
        response = 0 if received is None else received - self.run.intended(tick)
        self.cells[tick - 1][self.session] = (outcome, response)

    def together(self, older, newer):
        """Whether two ticks may have been in one slice."""
        policy = self.run.conflation
        missed = older in self.missed
        if policy["policy"] == "unknown":
            return not missed
        if policy["policy"] == "none":
            return False
        taken = self.run.sent(older) if missed else self.taken.by(older)
        return self.run.sent(newer) - taken <= policy["intervalNs"]

    def settle_unchanged(self, count, received, outcome, following=None):
        same = [i for i in range(count) if self.waiting[i][1] == self.shown]
        if not same or self.shown[0] == NONE:
            return
        last = same[-1]
        if not self.run.conflation["suppressUnchanged"]:
            self.tally["backToLastSent"] += last + 1
            return
        slice_end = self.waiting[last][0]
        newer = self.waiting[last + 1][0] if last + 1 < count else following
        missing = False
        for i in range(last, -1, -1):
            tick, price = self.waiting[i]
            settled = price == self.shown
            together = not settled and self.together(tick, slice_end)
            missing = not settled and (missing or not together)
            slice_end = slice_end if together else tick
            if not missing:
                perhaps = newer is not None and self.together(tick, newer)
                self.put(tick, UNCHANGED, received if perhaps else None)
                self.tally["backToLastSent"] += 1
            elif outcome == LOST:
                self.put(tick, LOST)
            else:
                self.put(tick, CONFLATED if together else outcome, received)
        del self.waiting[: last + 1]

    def answer(self, tick, received, repeated=False):
        if tick <= self.newest:
            return self.late(tick)
        self.newest = tick
        self.settle_unchanged(self.below(tick), received, SKIPPED, tick)
        upto = self.below(tick + 1)
        if upto:
            self.shown = self.waiting[upto - 1][1]
        count, slice_end = self.below(tick), tick
        for older, _ in reversed(self.waiting[:count]):
            if self.together(older, slice_end):
                self.put(older, CONFLATED, received)
            else:
                self.put(older, SKIPPED, received)
                slice_end = older
        del self.waiting[:count]
        if self.waiting and self.waiting[0][0] == tick:
            del self.waiting[0]
            self.put(tick, PUBLISHED, received)
        elif self.cells[tick - 1][self.session][0] == UNCHANGED and not self.run.left_out(tick):
            self.put(tick, PUBLISHED_NOT_DUE, received)
            return count == 0
        return False

    def below(self, tick):
        count = 0
        while count < len(self.waiting) and self.waiting[count][0] < tick:
            count += 1
        return count

    def late(self, tick):
        """The tick's own snapshot came behind a newer one."""
        outcome, response = self.cells[tick - 1][self.session]
        if outcome in (CONFLATED, SKIPPED):
            answered = self.run.intended(tick) + response
            self.put(tick, PUBLISHED, answered)
            self.cut_again(tick, answered)
        elif outcome == UNCHANGED and not self.run.left_out(tick):
            answered = self.answered_behind(tick)
            if answered is not None:
                due = self.run.due[tick - 1] >> self.tier & 1
                self.put(tick, PUBLISHED if due else PUBLISHED_NOT_DUE, answered)
                self.cut_again(tick, answered)
                return not due
        return False

    def answered_behind(self, tick):
        for newer in range(tick + 1, min(len(self.cells), tick + LATE_TICKS) + 1):
            if self.run.ticks[newer - 1][8] == self.instrument:
                outcome, response = self.cells[newer - 1][self.session]
                if outcome in ANSWERED:
                    return self.run.intended(newer) + response
                if outcome == EXCLUDED:
                    return None
        return None

    def cut_again(self, tick, answered):
        for older in range(tick - 1, max(1, tick - LATE_TICKS) - 1, -1):
            if self.run.ticks[older - 1][8] != self.instrument:
                continue
            outcome, response = self.cells[older - 1][self.session]
            if outcome == UNCHANGED:
                continue
            if outcome not in (CONFLATED, SKIPPED) or self.run.intended(older) + response != answered:
                return
            self.missed.discard(older)
            unexplained = outcome == SKIPPED and self.run.conflation["policy"] == "unknown"
            if unexplained or not self.together(older, tick):
                return
            self.cells[older - 1][self.session] = (CONFLATED, response)

    def withdraw(self, at):
        """Neither bid nor ask: the session has no price."""
        self.tally["withdrawn"] += 1
        if self.withdrawn is None and not self.excluding:
            self.withdrawn = at
        self.shown = (NONE, NONE)

    def has_price_again(self, at):
        ends = self.withdrawn is not None
        if ends:
            self.tally["noPriceNs"] += at - self.withdrawn
            self.withdrawn = None
        return ends

    def first_arrived(self):
        if not self.unsubscribed:
            self.excluding = self.first = self.owed = False

    def show(self, tick, price):
        """A snapshot that tells what the session has, beside what it answers."""
        model = self.run.model
        if not model.states[self.instrument][self.tier]:
            self.shown = price if model.known else (NONE, NONE)
        elif tick != NONE:
            self.shown = model.price_after(tick, self.instrument, self.tier)
        elif price in (model.price(self.instrument, self.tier), self.shown):
            self.shown = price
        else:
            self.shown = (NONE, NONE)

    def exclude(self, at):
        self.has_price_again(at)
        self.excluding, self.streaming, self.last_price = True, False, -NEVER

    def unsubscribe(self, at, of_stream):
        ends = of_stream or self.streaming
        self.end_stream()
        if not ends:
            self.give_up(EXCLUDED, at)
        self.exclude(at)
        self.ending, self.unsubscribed, self.unsubscribed_at = ends, True, at
        self.first, self.owed = True, False

    def subscribe(self):
        self.end_stream()
        self.unsubscribed, self.asked, self.owed = False, True, False

    def price_arrived(self, at, repeated):
        """Prices that stream in long after a request show a subscription."""
        if at - self.unsubscribed_at <= ANSWERED_IN_NS:
            return
        self.end_stream()
        if not repeated:
            self.stream_since = at if at - self.last_price > ANSWERED_IN_NS else self.stream_since
            self.last_price = at
            self.streaming = self.streaming or at - self.stream_since > ANSWERED_IN_NS
            self.unsubscribed = self.unsubscribed and not self.streaming

    def end_stream(self, lost=True):
        """The ticks that still wait after the end of a stream."""
        if self.ending:
            self.ending = False
            if lost:
                self.lose(self.unsubscribed_at - ANSWERED_IN_NS, self.unsubscribed_at)
            self.give_up(EXCLUDED, self.unsubscribed_at)

    def lose(self, until, at):
        """The ticks sent until a time are lost."""
        own = [tick for tick, _ in self.waiting if self.run.sent(tick) <= until]
        following = self.waiting[len(own)][0] if len(own) < len(self.waiting) else None
        self.settle_unchanged(len(own), at, LOST, following)
        while self.waiting and self.run.sent(self.waiting[0][0]) <= until:
            self.put(self.waiting.pop(0)[0], LOST)

    def give_up(self, outcome, at):
        self.end_stream()
        if outcome == LOST:
            self.settle_unchanged(len(self.waiting), at, LOST)
        for tick, _ in self.waiting:
            self.put(tick, outcome)
        self.waiting = []


EVENTS = {3: "sequenceGaps", 4: "withoutBook", 5: "rejected", 6: "unknownSymbols", 11: "unknownEntries", 12: "messagesRejected", 13: "sequenceResets"}
BROUGHT_BY = {1: "incrementals", 2: "quotes", 3: "massQuotes", 4: "quoteCancels"}
AFTER_OVERFLOW = 3
RESENT = 4
ONLY_DELETES = 1 << 7
ANSWERED_IN_NS = 1_000_000_000
REPEATED_NS = 1_000_000_000
TALLIES = (
    "matched initial duplicate regressed unexplained ambiguous unattributed withdrawn logons drops orderedDown sequenceGaps sequenceResets"
    " floodMessages floodPerSecond"
    " rejected messagesRejected incrementals quotes massQuotes quoteCancels withoutBook bookOverflows repeatedEntries unknownEntries crossedTops"
    " unknownSymbols malformed unanswered afterDrain onlyZeroSizes noPriceNs publishedNotDue backToLastSent overflowed"
).split()


class Run:
    """All cells of a run whose snapshots name their ticks."""

    pair = Pair

    def __init__(self, manifest, warm_up, ticks, events):
        self.sessions, self.conflation = manifest["sessions"], manifest["conflation"]
        self.planned, self.deadline = manifest["replay"]["ticks"], manifest["replay"]["drainDeadlineNs"]
        clients = manifest["translations"].get("fix-clients", {"points": [{"readingNs": 0, "runNs": 0, "boundNs": 0}]})
        self.points = clients["points"]
        bounds = [p["boundNs"] for p in self.points] + [c["uncertaintyNs"] for c in manifest["clocks"]]
        self.uncertainty = max([1000] + bounds)
        self.model = Model(manifest)
        self.ticks, self.cells, self.due, self.quote_age = [], [], [], []
        self.tallies = [dict.fromkeys(TALLIES, 0) for _ in self.sessions]
        self.taken = [Taken(self.uncertainty) for _ in self.sessions]
        self.logged_on, self.ordered, self.interrupted = ([False] * len(self.sessions) for _ in range(3))
        self.pairs = [{i: self.pair(self, s, i) for i in plan["instruments"]} for s, plan in enumerate(self.sessions)]
        self.last_warm_up = max([t[0] for t in warm_up], default=0) if warm_up is not None else NEVER
        self.quote_ages = []
        self.old_prices_until = {}
        venues = len(manifest["recording"]["venues"])
        self.one_order = manifest["matching"]["venueOrder"] == "total" and venues > 1 and not self.model.known
        self.across_venues = 0
        last = self._play(warm_up or [], ticks, events)
        for session, pairs in enumerate(self.pairs):
            for pair in pairs.values():
                expected = pair.asked or not self.interrupted[session]
                self.tallies[session]["unanswered"] += pair.first and pair.owed and expected
                pair.give_up(LOST if self.deadline else EXCLUDED, self.deadline or last)
                pair.has_price_again(self.deadline or last)
        if manifest.get("source") == "wire":
            self._end_of_capture()

    def _end_of_capture(self):
        """Nobody waited for the answers to the last ticks of a capture."""
        for tick, own in zip(self.ticks, self.cells):
            if tick[2] > self.deadline - ANSWERED_IN_NS:
                own[:] = [(EXCLUDED, 0) if cell[0] == LOST else cell for cell in own]

    def intended(self, tick):
        return self.ticks[tick - 1][1]

    def sent(self, tick):
        return self.ticks[tick - 1][2]

    def left_out(self, tick):
        """It did not leave and is due for nobody: a snapshot that names it answers a request."""
        return self.ticks[tick - 1][11] & (UNASKED | SUPERSEDED)

    def _play(self, warm_up, ticks, events):
        streams = [((t[2], -2, None, t) for t in warm_up), ((t[2], -1, None, t) for t in ticks)]
        for session, journal in enumerate(events):
            streams.append(self._received(session, journal))
        measuring, last = False, 0
        for _, session, received, record in heapq.merge(*streams, key=lambda each: each[:2]):
            if session == -2:
                self._starts(record, self.model.play(record))
            elif session == -1:
                if not measuring:
                    self.model.new_session()
                    measuring = True
                last = max(last, record[2])
                self._tick(record)
            elif self.deadline and received > self.deadline:
                self._late(session, received, record)
            else:
                last = max(last, received)
                self._event(session, received, record)
        return last

    def _received(self, session, journal):
        for record in journal:
            received = to_run(self.points, record[0])
            yield received + self.uncertainty, session, received, record

    def _tick(self, tick):
        self.ticks.append(tick)
        self.cells.append([(NOT_PLANNED, 0)] * len(self.sessions))
        due = self.model.play(tick)
        self._starts(tick, due)
        self.due.append(due)
        self.quote_age.append(NONE)
        for pairs in self.pairs:
            if tick[8] in pairs:
                pairs[tick[8]].tick(len(self.ticks), due, tick[11] & 4)

    def _starts(self, tick, due):
        """From the first tick that is due, prices from before the run are old."""
        if due:
            self.old_prices_until.setdefault(tick[8], tick[2] + REPEATED_NS)

    def _late(self, session, received, record):
        if record[9] == 0:
            self.tallies[session]["afterDrain"] += 1
            pair = self.pairs[session].get(record[8])
            if pair and pair.waiting and record[2:4] != (NONE, NONE):
                self._snapshot(pair, received, record)

    def _event(self, session, received, record):
        tally, pairs, kind = self.tallies[session], self.pairs[session].values(), record[9]
        if kind == 0:
            self._brought(tally, record)
            tally["onlyZeroSizes"] += record[10] & 11 == 8
            pair = self.pairs[session].get(record[8])
            if pair is None:
                tally["unexplained"] += 1
            elif record[2:4] != (NONE, NONE):
                pair.price_arrived(received, record[10] & 4)
                pair.restored = not record[10] & 4 and pair.has_price_again(received)
                self._snapshot(pair, received, record)
            elif record[10] & 4:
                tally["duplicate"] += 1
            else:
                pair.withdraw(received)
        elif kind == 1:
            tally["logons"] += 1
            if not self.logged_on[session]:
                for pair in pairs:
                    pair.missed.update(tick for tick, _ in pair.waiting)
            self.logged_on[session], self.ordered[session], self.interrupted[session] = True, False, False
            for pair in pairs:
                pair.first, pair.owed = True, False
        elif kind == 2:
            tally["drops"] += self.logged_on[session] and not self.ordered[session]
            self.logged_on[session] = False
            for pair in pairs:
                pair.first = False
                pair.has_price_again(received)
        elif kind == 8:
            tally["orderedDown"] += 1
            self.ordered[session] = True
            for pair in pairs:
                pair.give_up(EXCLUDED, received)
                pair.exclude(received)
        elif kind == 15:
            self.logged_on[session] = self.interrupted[session] = True
            for pair in pairs:
                pair.end_stream(lost=False)
                pair.give_up(EXCLUDED, received)
                pair.exclude(received)
                pair.first, pair.owed, pair.asked = True, False, False
        elif kind == 16:
            self.pairs[session][record[8]].unsubscribe(received, record[7] == 1)
        elif kind == 17:
            self.pairs[session][record[8]].subscribe()
        elif kind == 14:
            tally["floodMessages"] += 100
            tally["floodPerSecond"] = max(tally["floodPerSecond"], record[6])
        elif kind in EVENTS:
            tally[EVENTS[kind]] += not (kind == 4 and record[7] == RESENT)
            tally["bookOverflows"] += kind == 4 and record[7] == AFTER_OVERFLOW
        else:
            tally["malformed"] += max(1, record[7])

    def _brought(self, tally, record):
        by, faults = record[10] >> 4 & 7, record[7]
        if by:
            tally[BROUGHT_BY[by]] += 1
        if by == 1:
            tally["repeatedEntries"] += faults & 0xFFFF
            tally["unknownEntries"] += faults >> 16 & 0xFFFF
            tally["crossedTops"] += faults >> 48 & 1

    def _snapshot(self, pair, received, record):
        tick, tally = record[1], pair.tally
        if record[10] & ONLY_DELETES and not pair.first and self._names_nothing_new(pair, received, record):
            tally["duplicate"] += 1
            return self._unnamed(pair, received)
        if tick == NONE or tick > WARM_UP:
            return self._before_measurement(pair, received, record)
        if not self._sent_by(tick, received, record[8]):
            return self._unexplained(pair, received, record)
        pair.old_price = NONE
        newest = pair.newest_beside(tick)
        if record[10] & 4:
            tally["duplicate"] += 1
        elif pair.first:
            tally["initial"] += 1
        elif tick > newest:
            tally["matched"] += 1
            if not self.left_out(tick):
                age = received - self.sent(tick)
                self.quote_ages.append(age)
                self.quote_age[tick - 1] = max(self.quote_age[tick - 1], age)
        else:
            tally["duplicate" if tick == newest else "regressed"] += 1
        if self.one_order and not record[10] & 4:
            self._order(pair, tick, newest)
        first = pair.first
        if first:
            pair.first_arrived()
        pair.taken.shown(tick, received)
        not_due = pair.answer(tick, received, record[10] & 4)
        tally["publishedNotDue"] += bool(not_due and not first and not pair.restored)
        if first or pair.restored:
            pair.show(tick, record[2:4])

    def _sent_by(self, tick, received, instrument):
        known = 1 <= tick <= len(self.ticks) and self.sent(tick) <= received + self.uncertainty
        return known and self.ticks[tick - 1][8] == instrument

    def _names_nothing_new(self, pair, received, record):
        """No tick that was sent and is newer than those the session had."""
        tick = record[1]
        if tick > WARM_UP:
            return tick <= self.last_warm_up
        return tick == NONE or not self._sent_by(tick, received, record[8]) or tick <= pair.newest_beside(tick)

    def _order(self, pair, tick, newest):
        """Whether a tick is older than another venue's, but not than those of its own."""
        venue = self.ticks[tick - 1][9]
        if tick >= pair.newest_of_venue.get(venue, 0):
            pair.newest_of_venue[venue] = tick
            self.across_venues += tick < newest

    def _before_measurement(self, pair, received, record):
        """It names no tick, or one of the warm-up."""
        tick, tally = record[1], pair.tally
        named = tick != NONE
        if tick > self.last_warm_up if named else not pair.first:
            self._unexplained(pair, received, record)
        elif named and pair.newest > 0:
            tally["duplicate" if record[10] & 4 else "regressed"] += 1
        else:
            tally["initial"] += 1
            pair.old_price = NONE
            pair.first_arrived()
            pair.show(tick, record[2:4])

    def _unexplained(self, pair, received, record):
        until, tick = self.old_prices_until.get(pair.instrument), record[1]
        if until is None or 0 <= tick == pair.old_price and received < until:
            pair.tally["initial"] += 1
            pair.old_price = tick
            pair.first_arrived()
            if self.model.known:
                pair.shown = record[2:4]
        else:
            pair.tally["unexplained"] += 1
        self._unnamed(pair, received)

    def _unnamed(self, pair, received):
        """It names no tick, and nothing follows from that where all ticks have one order."""

    def certain(self, tick, session):
        outcome, nanoseconds = self.cells[tick - 1][session]
        if self.across_venues:
            return False
        return outcome not in (NOT_PLANNED, EXCLUDED) and not (outcome == UNCHANGED and nanoseconds != 0)


def response(cell):
    """NONE where the tick is not of the population, NEVER where it was lost."""
    return cell[1] if cell[0] in ANSWERED else NEVER if cell[0] == LOST else NONE
