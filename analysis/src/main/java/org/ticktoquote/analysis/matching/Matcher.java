package org.ticktoquote.analysis.matching;

import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.ticktoquote.analysis.results.Cell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Decides which snapshot answers which tick, by the id that snapshots echo.
 *
 * <p>Feed it ticks and session events in order of time ({@link #tick} by sent, {@link #event} by received plus the clock
 * uncertainty, ticks first), then {@link #finish()}. A snapshot of tick k answers k and every due tick of the pair
 * before it. Outcomes and responses go to the {@link TickResults}, quote ages to a consumer. Heap grows with what is
 * pending only; nothing is allocated for a snapshot. Not thread-safe.
 */
public final class Matcher {
    private final MatchPlan plan;
    private final TickResults results;
    private final LongConsumer quoteAges;
    private final ConflationPolicy conflation;
    private final SessionState[] sessions;
    private final int[][] subscribers;
    private long lastWarmUpId = Long.MAX_VALUE;

    /** With nothing sent and nobody logged on. */
    public Matcher(MatchPlan plan, TickResults results, LongConsumer quoteAges) {
        this.plan = plan;
        this.results = results;
        this.quoteAges = quoteAges;
        this.conflation = ConflationPolicy.of(plan.conflation());
        this.sessions = plan.sessions().stream()
                .map(session -> new SessionState(session, plan.instruments()))
                .toArray(SessionState[]::new);
        this.subscribers = new int[plan.instruments()][];
        for (int instrument = 0; instrument < subscribers.length; instrument++) {
            subscribers[instrument] = plan.subscribers(instrument);
        }
    }

    /** States the last id of the warm-up; until then any id of its range is taken for a warm-up tick. */
    public void lastWarmUpTick(long tickId) {
        lastWarmUpId = tickId;
    }

    /** The next measured tick was sent. */
    public void tick(TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        long id = results.append(tick.intendedNs(), tick.sentNs(), instrument, tick.venueId(), dueTiers);
        for (int session : subscribers[instrument]) {
            results.cell(id, session, Cell.of(sessions[session].tick(id, instrument, dueTiers)));
        }
    }

    /** Something happened at the session of a position in the plan. */
    public void event(int session, SnapshotRecord event) {
        SessionState state = sessions[session];
        if (plan.drainDeadlineNs() != 0 && event.receivedNs() > plan.drainDeadlineNs()) {
            state.tally.afterDrain += event.kind() == SnapshotRecord.SNAPSHOT ? 1 : 0;
        } else if (event.kind() == SnapshotRecord.SNAPSHOT) {
            snapshot(session, state, event);
        } else if (event.kind() == SnapshotRecord.ORDERED_DOWN) {
            state.orderedDown(tickId -> results.cell(tickId, session, Cell.of(Cell.EXCLUDED)));
        } else {
            state.event(event.kind());
        }
    }

    private void snapshot(int session, SessionState state, SnapshotRecord snapshot) {
        PairState pair = state.pair(snapshot.instrumentId());
        long id = snapshot.tickId();
        if (pair == null) {
            state.tally.unexplained++;
        } else if (TickRecord.isWarmUp(id) || id == SnapshotRecord.NO_ID) {
            beforeMeasurement(state.tally, pair, id);
        } else if (!sent(state.tally, snapshot)) {
            state.tally.unexplained++;
        } else {
            measured(session, state.tally, pair, snapshot);
        }
    }

    private void beforeMeasurement(SessionTally tally, PairState pair, long id) {
        boolean named = id != SnapshotRecord.NO_ID;
        if (named ? id > lastWarmUpId : !pair.awaitingFirst) {
            tally.unexplained++;
        } else if (named && pair.newest > 0) {
            tally.regressed++;
        } else {
            tally.initial++;
            pair.firstArrived();
        }
    }

    private boolean sent(SessionTally tally, SnapshotRecord snapshot) {
        long id = snapshot.tickId();
        if (id < 1 || id > plan.plannedTicks() && id > results.ticks()) {
            return false;
        }
        if (id > results.ticks() || results.sentNs(id) > snapshot.receivedNs() + plan.uncertaintyNs()) {
            tally.early++;
            return false;
        }
        return results.instrumentId(id) == snapshot.instrumentId();
    }

    private void measured(int session, SessionTally tally, PairState pair, SnapshotRecord snapshot) {
        long id = snapshot.tickId();
        boolean newer = id > pair.newest;
        if (snapshot.possDup()) {
            tally.duplicate++;
        } else if (pair.awaitingFirst) {
            tally.initial++;
        } else if (newer) {
            tally.matched++;
            quoteAge(id, snapshot.receivedNs() - results.sentNs(id));
        } else if (id == pair.newest) {
            tally.duplicate++;
        } else {
            tally.regressed++;
        }
        if (pair.awaitingFirst) {
            pair.firstArrived();
        }
        if (newer) {
            pair.newest = id;
            answer(session, tally, pair, id, snapshot.receivedNs());
        }
    }

    private void quoteAge(long id, long ageNs) {
        quoteAges.accept(ageNs);
        if (ageNs > results.quoteAgeNs(id)) {
            results.quoteAge(id, ageNs);
        }
    }

    private void answer(int session, SessionTally tally, PairState pair, long id, long receivedNs) {
        TickQueue pending = pair.pending;
        long sentNs = results.sentNs(id);
        while (!pending.isEmpty() && pending.first() < id) {
            long superseded = pending.removeFirst();
            boolean explained = conflation.explains(results.sentNs(superseded), sentNs);
            int outcome = explained ? Cell.CONFLATED : Cell.SKIPPED;
            results.cell(superseded, session, Cell.of(outcome, receivedNs - results.intendedNs(superseded)));
        }
        if (!pending.isEmpty() && pending.first() == id) {
            pending.removeFirst();
            results.cell(id, session, Cell.of(Cell.PUBLISHED, receivedNs - results.intendedNs(id)));
        } else if (Cell.outcome(results.cell(id, session)) == Cell.UNCHANGED) {
            tally.publishedNotDue++;
            results.cell(id, session, Cell.of(Cell.PUBLISHED_NOT_DUE, receivedNs - results.intendedNs(id)));
        }
    }

    /** Nothing more will come: whatever is pending is lost. */
    public void finish() {
        for (int i = 0; i < sessions.length; i++) {
            int session = i;
            sessions[i].finish(tickId -> results.cell(tickId, session, Cell.of(Cell.LOST)));
        }
    }

    /** One for each session, in the plan's order. */
    public List<SessionTally> tallies() {
        return Stream.of(sessions).map(session -> session.tally).toList();
    }
}
