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
 * Plays the journals of a run to a listener: ticks in the order sent, and between two of them what happened at the sessions,
 * one session after the other.
 *
 * <p>Ticks stand at their {@code sent}, session events at their {@code received} plus the clock uncertainty, so that no
 * snapshot comes before a tick that it can reflect; ties: ticks first. Events of one session come in their order; those of
 * different sessions have no order among themselves, since no session depends on another. Nothing is allocated for a
 * record. Where the clients read another clock than the replayer, an event's time is what it was on the replayer's.
 */
public final class JournalMerge {
    private static final long ENDED = Long.MAX_VALUE;

    private final TickStream ticks;
    private final JournalInput[] sessions;
    /** When the next event of each session happened. */
    private final long[] eventsNs;

    /** One for each session: to move it within a segment leaves the collector of the JVM nothing to note. */
    private final SnapshotRecord[] events;

    private final long uncertaintyNs;
    private final DueTicks model;
    private final Listener listener;
    private boolean measuring;

    /** Whoever wants to know what happened, in order. */
    public interface Listener {
        /** A tick of the warm-up was sent; the model has played it. */
        void warmUpTick(TickRecord tick, long dueTiers);

        /** The warm-up is over; {@code whole} when its last tick is known for sure. */
        void warmedUp(boolean whole);

        /** The next measured tick was sent; the model has played it. */
        void tick(TickRecord tick, long dueTiers);

        /** Something happened at the session of a position among those that are played. */
        void event(int session, SnapshotRecord event);
    }

    /** Of processes with one clock. */
    public JournalMerge(
            @Nullable JournalInput warmUp,
            JournalInput ticks,
            List<JournalInput> sessions,
            long uncertaintyNs,
            DueTicks model,
            Listener listener) {
        this(warmUp, ticks, sessions, ClockTranslation.NONE, uncertaintyNs, model, listener);
    }

    /** Over the journals of the warm-up, of the ticks and one for each session of the plan, in its order. */
    public JournalMerge(
            @Nullable JournalInput warmUp,
            JournalInput ticks,
            List<JournalInput> sessions,
            ClockTranslation clients,
            long uncertaintyNs,
            DueTicks model,
            Listener listener) {
        this.ticks = new TickStream(warmUp, ticks, model);
        this.sessions = sessions.toArray(JournalInput[]::new);
        this.events = Stream.generate(() -> new SnapshotRecord(new UnsafeBuffer(new byte[0]), 0, clients))
                .limit(this.sessions.length)
                .toArray(SnapshotRecord[]::new);
        this.eventsNs = new long[this.sessions.length];
        this.uncertaintyNs = uncertaintyNs;
        this.model = model;
        this.listener = listener;
    }

    /** Plays everything up to the end of the last journal. */
    public void run() {
        for (int session = 0; session < sessions.length; session++) {
            eventsNs[session] = next(session);
        }
        boolean sent = nextTick();
        while (sent) {
            events(ticks.tick().sentNs());
            tick();
            sent = nextTick();
        }
        events(ENDED);
    }

    private boolean nextTick() {
        boolean sent = ticks.next();
        if (!measuring && !ticks.warmingUp()) {
            measuring = true;
            model.newFeedSession();
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
    }

    /** All that happened before a moment. */
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
}
