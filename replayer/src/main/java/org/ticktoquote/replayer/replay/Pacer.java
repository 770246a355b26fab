package org.ticktoquote.replayer.replay;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.replayer.feed.SessionOpening;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Sends the ticks of one session at their intended times, in the hot loop of the replayer. With several outlets, each tick
 * is sent through all of them in immediate succession, and the first outlet rotates from tick to tick.
 *
 * <p>One thread calls it. {@link #play} does not allocate, lock or log. Its only system calls are the send and the wait. A
 * late tick is sent at once and keeps its intended time, so lateness is visible and does not shift later ticks.
 */
final class Pacer {
    /** Interval without sends after which the feed sends a heartbeat. */
    static final long HEARTBEAT_NS = 1_000_000_000L;
    /** Suppresses a heartbeat this close to the next tick, which it could delay. */
    static final long CLEARANCE_NS = 5_000_000;

    private final Recording recording;
    private final JournaledFeed[] outlets;
    private final NanoClock clock;
    private final WaitStrategy waiting;
    private long nextTickId;
    private long lastSendNs;
    private @Nullable Pacer idle;

    /** Creates a pacer. Of two outlets, the first sends first for odd tick ids. */
    Pacer(Recording recording, List<JournaledFeed> outlets, NanoClock clock, WaitStrategy waiting) {
        this.recording = recording;
        this.outlets = outlets.toArray(JournaledFeed[]::new);
        this.clock = clock;
        this.waiting = waiting;
    }

    /** Sets a pacer of the same thread whose feeds get heartbeats while this one plays. */
    void setIdlePacer(Pacer other) {
        idle = other;
    }

    void open(long session, long firstTickId) {
        nextTickId = firstTickId;
        SessionOpening opening = new SessionOpening(
                session, firstTickId, recording.instruments(), recording.venues(), recording.payloads());
        for (JournaledFeed outlet : outlets) {
            outlet.feed().open(opening);
        }
        lastSendNs = clock.nanoTime();
    }

    /**
     * Sends a sequence.
     *
     * @param stop condition checked before every tick and during waits
     * @return false if stopped before the end
     */
    boolean play(TickSequence sequence, BooleanSupplier stop) {
        long count = sequence.count();
        for (JournaledFeed outlet : outlets) {
            outlet.feed().ahead(sequence.endIndex());
        }
        Asides asides = Asides.between(recording, sequence.asideSchedule(), sequence.sentBefore());
        for (long place = 0; place < count; place++) {
            long intendedNs = sequence.intendedNs(place);
            // prepares messages in sending order, because preparing uses up sequence numbers
            if (!send(asides, sequence.index(place), stop)) {
                return false;
            }
            prepare(sequence, place, intendedNs);
            if (!await(intendedNs, stop)) {
                return false;
            }
            send(intendedNs);
            nextTickId++;
        }
        return true;
    }

    /** Sends the payloads without a tick that precede a tick. */
    private boolean send(Asides asides, long index, BooleanSupplier stop) {
        asides.before(index);
        while (asides.next()) {
            if (!await(asides.intendedNs(), stop)) {
                return false;
            }
            lastSendNs = clock.nanoTime();
            for (JournaledFeed outlet : outlets) {
                outlet.feed().aside(asides.payload(), nextTickId, asides.intendedNs());
            }
        }
        return true;
    }

    /**
     * Sends the prepared tick. Completes the journal records after all sends, because completing one in between would delay the
     * next send.
     */
    private void send(long intendedNs) {
        int count = outlets.length;
        int first = (int) ((nextTickId - 1) % count);
        for (int i = 0; i < count; i++) {
            lastSendNs = outlets[(first + i) % count].send(clock);
        }
        for (JournaledFeed outlet : outlets) {
            outlet.complete(intendedNs);
        }
    }

    private void prepare(TickSequence sequence, long place, long intendedNs) {
        long index = sequence.index(place);
        DirectBuffer buffer = recording.buffer(index);
        int offset = recording.offset(index);
        long venueTimeNs = sequence.venueTimeNs(place);
        for (JournaledFeed outlet : outlets) {
            outlet.prepare(buffer, offset, nextTickId, venueTimeNs, intendedNs);
        }
    }

    private boolean await(long intendedNs, BooleanSupplier stop) {
        keepIdleAlive(intendedNs);
        while (intendedNs - lastSendNs > HEARTBEAT_NS + CLEARANCE_NS) {
            if (!waiting.waitUntil(lastSendNs + HEARTBEAT_NS, stop)) {
                return false;
            }
            long nowNs = clock.nanoTime();
            if (intendedNs - nowNs <= CLEARANCE_NS) {
                break;
            }
            for (JournaledFeed outlet : outlets) {
                outlet.feed().heartbeat(nextTickId);
            }
            lastSendNs = nowNs;
            keepIdleAlive(intendedNs);
        }
        return waiting.waitUntil(intendedNs, stop);
    }

    /** Sends a due heartbeat to the idle feeds. Defers it by up to 1 s if a tick is imminent. */
    private void keepIdleAlive(long intendedNs) {
        Pacer other = idle;
        if (other == null || lastSendNs - other.lastSendNs < HEARTBEAT_NS) {
            return;
        }
        long nowNs = clock.nanoTime();
        if (intendedNs - nowNs > CLEARANCE_NS || nowNs - other.lastSendNs >= 2 * HEARTBEAT_NS) {
            for (JournaledFeed outlet : other.outlets) {
                outlet.feed().heartbeat(other.nextTickId);
            }
            other.lastSendNs = nowNs;
        }
    }

    void end() {
        for (JournaledFeed outlet : outlets) {
            outlet.feed().end(nextTickId - 1);
        }
    }

    /** Describes the current position. Exact for the sending thread and while that thread waits. */
    String place() {
        return "tick " + nextTickId;
    }

    /**
     * Iterates over the payloads without ticks between two consecutive ticks; empty for a recording of quotes. Does not
     * allocate. Single-threaded.
     */
    private static final class Asides {
        private static final Asides NONE = new Asides(null, null, -1);

        private final @Nullable RecordedPayloads payloads;
        private final @Nullable Schedule schedule;
        private long before;
        private long payload;
        private long end;

        private Asides(@Nullable RecordedPayloads payloads, @Nullable Schedule schedule, long before) {
            this.payloads = payloads;
            this.before = before;
            this.schedule = schedule;
        }

        /**
         * Returns the recording's payloads without a tick; none without a schedule for them.
         *
         * @param after index of the last tick sent; -1 if none was sent
         */
        static Asides between(Recording recording, @Nullable Schedule schedule, long after) {
            RecordedPayloads payloads = recording.payloads();
            return payloads == null || schedule == null ? NONE : new Asides(payloads, schedule, after);
        }

        /** Moves to the payloads before the tick at an index, starting after the previous tick. */
        void before(long index) {
            RecordedPayloads all = payloads;
            if (all == null) {
                return;
            }
            end = all.payloadOf(index);
            payload = before == index - 1 && index > 0 ? all.payloadOf(before) : end;
            before = index;
        }

        /** Moves to the next payload without a tick. Returns false after the last. */
        boolean next() {
            return payloads != null && ++payload < end;
        }

        long payload() {
            return payload;
        }

        long intendedNs() {
            if (payloads == null || schedule == null) {
                throw new IllegalStateException("there is none");
            }
            return schedule.atNs(payloads.timeNs(payload));
        }
    }
}
