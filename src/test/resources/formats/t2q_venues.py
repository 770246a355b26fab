"""Both attributions of a run by id whose ticks have an order only within each venue, after docs/formats.md."""

from t2q_files import NONE
from t2q_results import (
    CONFLATED, EXCLUDED, LOST, PUBLISHED, PUBLISHED_NOT_DUE, SKIPPED, UNCHANGED, Pair, Run, response,
)


class VenuePair(Pair):
    """A session and pair. Cells of the run are of the attribution that answers latest, `soonest` of the other one."""

    def __init__(self, run, session, instrument):
        super().__init__(run, session, instrument)
        venues = range(run.venues)
        self.soonest = run.soonest
        self.newest_of, self.answered, self.sent = ([0 for _ in venues] for _ in range(3))
        self.waiting_soonest = [[] for _ in venues]
        self.open, self.out_of_order = [], False
        self.superseded = CONFLATED if run.conflation["policy"] == "unknown" else SKIPPED

    def tick(self, tick, due, deserted):
        before = len(self.waiting)
        super().tick(tick, due, deserted)
        self.soonest[tick - 1][self.session] = self.cells[tick - 1][self.session]
        if len(self.waiting) > before:
            venue = self.run.venue(tick)
            self.waiting_soonest[venue].append(tick)
            if not deserted:
                self.sent[venue] = tick

    def newest_beside(self, tick):
        return self.newest_of[self.run.venue(tick)]

    def put_soonest(self, tick, outcome, received):
        response = 0 if received is None else received - self.run.intended(tick)
        self.soonest[tick - 1][self.session] = (outcome, response)

    def answer(self, tick, received, repeated=False):
        venue = self.run.venue(tick)
        before = self.newest_of[venue]
        self.out_of_order |= tick < before and not repeated
        not_due = False
        if tick > before:
            not_due = self.cells[tick - 1][self.session][0] == UNCHANGED and not self.run.left_out(tick)
            for older in [t for t, _ in self.waiting if self.run.venue(t) == venue and t <= tick]:
                outcome = SKIPPED if older in self.missed else self.superseded
                self.put(older, PUBLISHED if older == tick else outcome, received)
            self.waiting = [each for each in self.waiting if self.run.venue(each[0]) != venue or each[0] > tick]
            if not_due:
                self.put(tick, PUBLISHED_NOT_DUE, received)
                self.put_soonest(tick, PUBLISHED_NOT_DUE, received)
        self.published(self.cells, tick)
        shown = [0] * self.run.venues
        if tick >= before:
            shown = list(self.sent)
            shown[venue] = self.newest_of[venue] = tick
        self.keep(received, tick, shown, None if repeated or tick < before else (venue, tick))
        return not_due

    def published(self, cells, tick):
        outcome, nanoseconds = cells[tick - 1][self.session]
        if outcome in (self.superseded, SKIPPED):
            cells[tick - 1][self.session] = (PUBLISHED, nanoseconds)

    def unnamed(self, venue, received):
        """A snapshot that names no measured tick; None: it can show any."""
        self.keep(received, 0, list(self.sent), None if venue is None else (venue, 0))

    def keep(self, received, named, shown, bound):
        if len(self.open) == self.run.open_snapshots:
            self.tally["overflowed"] += 1
            self.settle_first()
            self.settle()
        self.open.append((received, named, shown))
        if bound:
            venue, tick = bound
            for *_, each in reversed(self.open):
                each[venue] = min(each[venue], tick)
        self.settle()

    def settle(self):
        while self.open and all(
            shown <= max(newest, answered) for shown, newest, answered in zip(self.open[0][2], self.newest_of, self.answered)
        ):
            self.settle_first()

    def settle_first(self):
        received, named, shown = self.open.pop(0)
        self.answered = [max(pair) for pair in zip(self.answered, shown)]
        elsewhere = PUBLISHED if self.superseded == SKIPPED else self.superseded
        for venue, upto in enumerate(shown):
            own = bool(named) and venue == self.run.venue(named)
            for tick in [t for t in self.waiting_soonest[venue] if t <= upto]:
                outcome = SKIPPED if tick in self.missed else self.superseded if own else elsewhere
                self.put_soonest(tick, PUBLISHED if tick == named else outcome, received)
            self.waiting_soonest[venue] = [t for t in self.waiting_soonest[venue] if t > upto]
        if named:
            self.published(self.soonest, named)

    def lose(self, until, at):
        while self.open:
            self.settle_first()
        for waiting in self.waiting_soonest:
            while waiting and self.run.sent(waiting[0]) <= until:
                self.put_soonest(waiting.pop(0), LOST, None)
        super().lose(until, at)

    def give_up(self, outcome, at):
        self.end_stream()
        while self.open:
            self.settle_first()
        self.answered = list(self.sent)
        for tick in sum(self.waiting_soonest, []) + ([t for t, _ in self.waiting] if outcome == EXCLUDED else []):
            self.put_soonest(tick, outcome, None)
        self.waiting_soonest = [[] for _ in self.waiting_soonest]
        super().give_up(outcome, at)


class VenueRun(Run):
    """All cells of both attributions."""

    def __init__(self, manifest, warm_up, ticks, events):
        self.venues = len(manifest["recording"]["venues"])
        self.open_snapshots = manifest["matching"]["limits"]["openSnapshots"]
        self.warm_up_venues = {tick[0]: tick[9] for tick in warm_up or []}
        self.soonest = []
        super().__init__(manifest, warm_up, ticks, events)

    pair = VenuePair

    def venue(self, tick):
        return self.ticks[tick - 1][9]

    def _tick(self, tick):
        self.soonest.append([(0, 0)] * len(self.sessions))
        super()._tick(tick)

    def _before_measurement(self, pair, received, record):
        tick, repeated = record[1], record[10] & 4
        venue = self.warm_up_venues.get(tick)
        if tick > self.last_warm_up if tick != NONE else not pair.first:
            self._unexplained(pair, received, record)
        elif venue is not None and pair.newest_of[venue] > 0:
            pair.tally["duplicate" if repeated else "regressed"] += 1
            pair.out_of_order |= not repeated
        else:
            pair.tally["initial"] += 1
            pair.old_price = NONE
            pair.first_arrived()
            pair.unnamed(None if repeated else venue, received)

    def _unnamed(self, pair, received):
        pair.unnamed(None, received)

    def certain(self, tick, session):
        """Both say the same, and nothing contradicts what they rest on."""
        late, soon = self.cells[tick - 1][session], self.soonest[tick - 1][session]
        pair = self.pairs[session].get(self.ticks[tick - 1][8])
        return pair is not None and not pair.out_of_order and late[0] != EXCLUDED and response(late) == response(soon)
