package org.ticktoquote.analysis.matching;

import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Merges the journals of a run and replays them to a listener: ticks in the order sent and, between two ticks, the events of
 * the sessions, session by session.
 *
 * <p>A tick is ordered by {@code sent}, a session event by {@code received} plus the clock uncertainty, so that no snapshot
 * precedes a tick that it can reflect. In a tie ticks come first. Events of one session keep their order; events of
 * different sessions have no mutual order because sessions are independent. Does not allocate per record. If the clients use
 * another clock than the replayer, event times are converted to the replayer's clock.
 */
public final class JournalMerge {
    private static final long ENDED = Long.MAX_VALUE;

    private final TickStream ticks;
    private final JournalInput[] sessions;
    /** Time of the next event of each session. */
    private final long[] eventsNs;

    /** One flyweight per session: moving it within a segment causes no garbage collector barrier. */
    private final SnapshotRecord[] events;

    private final long uncertaintyNs;
    private final DueTicks model;
    private final PriceGaps gaps;
    private final Listener listener;
    private boolean measuring;

    /** Receives the merged records in order. */
    @FunctionalInterface
    public interface Listener {
        /** Receives a warm-up tick, which the model has already applied. */
        default void warmUpTick(TickRecord tick, long dueTiers) {}

        /** Ends the warm-up. {@code whole} is true if its last tick is known for certain. */
        default void warmedUp(boolean whole) {}

        /** Receives the next measured tick, which the model has already applied. */
        void tick(TickRecord tick, long dueTiers);

        /** Begins a period in which the prices of a pair are unknown, by {@link PriceGaps}. */
        default void pricesUnknown(int instrument, long atNs) {}

        /** Ends that period, after the tick of the pair that makes its price known again. */
        default void pricesKnown(TickRecord tick) {}

        /** Ends the ticks of a capture, whose last prices can be of ticks after its end. */
        default void ticksEnded() {}

        /**
         * Receives an event of a session.
         *
         * @param session position among the sessions that are replayed
         */
        default void event(int session, SnapshotRecord event) {}
    }

    /** Merges journals of processes that share one clock. */
    public JournalMerge(
            @Nullable JournalInput warmUp,
            JournalInput ticks,
            List<JournalInput> sessions,
            long uncertaintyNs,
            DueTicks model,
            Listener listener) {
        this(warmUp, ticks, sessions, ClockTranslation.NONE, uncertaintyNs, model, PriceGaps.none(false), listener);
    }

    /** Merges the journals of the warm-up, of the ticks, and of each session in the plan's order. */
    public JournalMerge(
            @Nullable JournalInput warmUp,
            JournalInput ticks,
            List<JournalInput> sessions,
            ClockTranslation clients,
            long uncertaintyNs,
            DueTicks model,
            PriceGaps gaps,
            Listener listener) {
        this.ticks = new TickStream(warmUp, ticks, model);
        this.sessions = sessions.toArray(JournalInput[]::new);
        this.events = Stream.generate(() -> new SnapshotRecord(new UnsafeBuffer(new byte[0]), 0, clients))
                .limit(this.sessions.length)
                .toArray(SnapshotRecord[]::new);
        this.eventsNs = new long[this.sessions.length];
        this.uncertaintyNs = uncertaintyNs;
        this.model = model;
        this.gaps = gaps;
        this.listener = listener;
    }

    /** Replays all journals to their end. */
    public void run() {
        for (int session = 0; session < sessions.length; session++) {
            eventsNs[session] = next(session);
        }
        boolean sent = nextTick();
        while (sent) {
            eventsAndGaps(ticks.tick().sentNs());
            tick();
            sent = nextTick();
        }
        if (gaps.ofCapture()) {
            listener.ticksEnded();
        }
        eventsAndGaps(ENDED);
    }

    private boolean nextTick() {
        boolean sent = ticks.next();
        if (!measuring && !ticks.warmingUp()) {
            measuring = true;
            if (sent) {
                model.newFeedSession(ticks.tick().venueTimeNs());
            }
            listener.warmedUp(ticks.warmUpWhole());
        }
        return sent;
    }

    private void tick() {
        TickRecord tick = ticks.tick();
        if (ticks.warmingUp()) {
            listener.warmUpTick(tick, model.dueTiers(tick));
        } else {
            listener.tick(tick, model.dueTiers(tick));
        }
        if (gaps.isKnownAfter(tick, model.accepted(tick.instrumentId()))) {
            listener.pricesKnown(tick);
        }
    }

    /** Replays all session events before a time, and gaps that begin by then. */
    private void eventsAndGaps(long untilNs) {
        while (gaps.beginNs() <= untilNs && gaps.beginNs() != PriceGaps.NEVER) {
            long beginNs = gaps.beginNs();
            events(beginNs);
            listener.pricesUnknown(gaps.begin(), beginNs);
        }
        events(untilNs);
    }

    /** Replays all session events before a time. */
    private void events(long untilNs) {
        for (int session = 0; session < eventsNs.length; session++) {
            while (eventsNs[session] < untilNs) {
                listener.event(session, events[session]);
                eventsNs[session] = next(session);
            }
        }
    }

    private long next(int session) {
        JournalInput input = sessions[session];
        return input.next() ? events[session].wrap(input.reader()).receivedNs() + uncertaintyNs : ENDED;
    }

    /**
     * Ticks of a run in the order sent, warm-up first.
     *
     * <p>Stops at a gap in the tick ids or an unknown instrument or venue, and reports it to the input. Does not allocate per
     * tick.
     */
    private static final class TickStream {
        private final @Nullable JournalInput warmUp;
        private final JournalInput measured;
        private final DueTicks model;
        private final TickRecord tick = new TickRecord(new UnsafeBuffer(new byte[0]), 0);
        private boolean warmingUp;
        private boolean ended;
        private long lastTickId;

        TickStream(@Nullable JournalInput warmUp, JournalInput measured, DueTicks model) {
            this.warmUp = warmUp;
            this.measured = measured;
            this.model = model;
            this.warmingUp = warmUp != null;
        }

        /** Moves to the next tick; returns false at the end. */
        boolean next() {
            if (warmingUp && warmUp != null) {
                if (read(warmUp)) {
                    return true;
                }
                warmingUp = false;
            }
            ended = ended || !read(measured) || !inSequence();
            return !ended;
        }

        private boolean read(JournalInput input) {
            if (!input.next()) {
                return false;
            }
            tick.wrap(input.reader());
            if (!model.covers(tick)) {
                input.damaged("has a tick of instrument " + tick.instrumentId() + " at venue " + tick.venueId()
                        + ", which run.json does not name");
                return false;
            }
            return true;
        }

        private boolean inSequence() {
            lastTickId++;
            if (tick.tickId() != lastTickId) {
                measured.damaged("has tick " + tick.tickId() + ", expected " + lastTickId);
                return false;
            }
            return true;
        }

        TickRecord tick() {
            return tick;
        }

        /** Returns whether the current tick belongs to the warm-up. */
        boolean warmingUp() {
            return warmingUp;
        }

        /** Returns whether the whole warm-up was read, so that its last tick is known. */
        boolean warmUpWhole() {
            return warmUp != null && !warmingUp && warmUp.state().isComplete();
        }
    }
}
