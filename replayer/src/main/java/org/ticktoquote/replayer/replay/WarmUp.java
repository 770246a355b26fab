package org.ticktoquote.replayer.replay;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.replayer.recording.QuoteMessage;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Warms the application up on the measured path, in a separate session.
 *
 * <p>Sends the {@linkplain InitialQuotes initial quotes}, so that every pair has a price, and then the section around the
 * densest second of the window at the replay's speed. Repeats that second without pauses, at its own rate or compressed to a
 * higher one, until the harness finds the application's responses steady or the maximum duration is reached. Finally sends the
 * initial quotes again, with venue times just before the window, so that every top of book is as it was at its start, and not
 * stale.
 *
 * <p>Two pacers take turns: each part, and each repeat of the densest second, goes to one pacer and then to the other.
 * Both get the same number of ticks, and the warm-up takes at most twice as long.
 */
final class WarmUp {
    private static final long LEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long INITIAL_INTERVAL_NS = TimeUnit.MICROSECONDS.toNanos(200);
    /** Venue time kept free before the window for the parts that can follow after loops of maximum length. */
    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(10);

    /** First phase, as reported in status lines. {@link ReplayerProtocol#BURST} follows. */
    static final String REAL_SPEED = "real-speed";

    private final Recording recording;
    private final Window window;
    private final Speed speed;
    private final ReplayerProtocol.WarmUp request;
    private final List<Pacer> pacers;
    private final NanoClock clock;
    private final Window dense;
    private final long denseNs;
    private final double burstRate;
    private final long[] initial;
    private volatile String phase = REAL_SPEED;
    private BooleanSupplier stopped = () -> false;

    WarmUp(
            Recording recording,
            Window window,
            Speed speed,
            ReplayerProtocol.WarmUp request,
            List<Pacer> pacers,
            NanoClock clock) {
        this.recording = recording;
        this.window = window;
        this.speed = speed;
        this.request = request;
        this.pacers = pacers;
        this.clock = clock;
        this.denseNs = speed.toRecordingNs(TimeUnit.SECONDS.toNanos(1));
        this.dense = window.densest(recording, denseNs);
        this.burstRate = Math.max(request.burstRate(), (double) dense.count());
        this.initial = InitialQuotes.before(recording, window);
    }

    String phase() {
        return phase;
    }

    /** Returns the tick rate of the loops, per second. */
    double burstRate() {
        return burstRate;
    }

    /**
     * Sends the warm-up. Called on the pacer thread.
     *
     * @param end requests the end of the loops
     * @param stop requests the end of the replay
     * @return true if the end was requested before the maximum was reached
     */
    boolean run(BooleanSupplier end, BooleanSupplier stop) {
        stopped = stop;
        long t0Ns = clock.nanoTime() + LEAD_NS;
        long deadlineNs = t0Ns + pacers.size() * request.maximumNs();
        LongBinaryOperator wireTime = wireTime(t0Ns);
        BooleanSupplier over = () -> end.getAsBoolean() || stop.getAsBoolean() || clock.nanoTime() - deadlineNs >= 0;
        boolean primed = prime(t0Ns, wireTime, over);
        long primedNs = t0Ns + pacers.size() * primingNs();
        if (primed && realSpeed(primedNs, wireTime, over)) {
            burst(primedNs + pacers.size() * request.realSpeedNs(), wireTime, over);
        }
        boolean asked = end.getAsBoolean() || stop.getAsBoolean();
        long lastPartNs = lastPartNs();
        prime(clock.nanoTime(), (place, intendedNs) -> lastPartNs + place, stop);
        return asked;
    }

    /**
     * Returns the venue time of a place in a part, as a function of its intended time. It advances with the clock, up to the
     * last part.
     *
     * <p>The warm-up repeats quotes and includes some from after the window's first tick. If it sent them with their own
     * venue times, an application could rightly discard them, and then the measured ticks, as old.
     */
    private LongBinaryOperator wireTime(long t0Ns) {
        long beginNs = recording.venueTimeNs(window.first()) - pacers.size() * request.maximumNs() - SETTLE_NS;
        long endNs = lastPartNs();
        return (place, intendedNs) -> Math.min(beginNs + (intendedNs - t0Ns), endNs);
    }

    /** Returns the venue time of the first of the last initial quotes, 1 ns apart up to the window however many there are. */
    private long lastPartNs() {
        return recording.venueTimeNs(window.first()) - initial.length;
    }

    private long primingNs() {
        return initial.length * INITIAL_INTERVAL_NS;
    }

    private boolean prime(long t0Ns, LongBinaryOperator wireTime, BooleanSupplier over) {
        return play(
                initial.length,
                0,
                place -> initial[(int) place],
                place -> t0Ns + place * INITIAL_INTERVAL_NS,
                primingNs(),
                0,
                wireTime,
                over);
    }

    private boolean realSpeed(long t0Ns, LongBinaryOperator wireTime, BooleanSupplier over) {
        long lengthNs = speed.toRecordingNs(request.realSpeedNs());
        long middleNs = recording.venueTimeNs(dense.first()) + denseNs / 2;
        long lastNs = recording.venueTimeNs(recording.count() - 1);
        long fromNs = Math.max(recording.venueTimeNs(0), Math.min(middleNs - lengthNs / 2, lastNs - lengthNs));
        Window section = Window.between(recording, fromNs, fromNs + lengthNs);
        Schedule schedule = new Schedule(recording, fromNs, t0Ns, speed);
        return play(section, schedule, request.realSpeedNs(), 0, wireTime, over);
    }

    private void burst(long t0Ns, LongBinaryOperator wireTime, BooleanSupplier over) {
        phase = ReplayerProtocol.BURST;
        Speed burstSpeed = burstRate > dense.count() ? speed.times(burstRate / dense.count()) : speed;
        long passNs = burstSpeed.toReplayNs(denseNs);
        long fromNs = recording.venueTimeNs(dense.first());
        boolean more = true;
        for (long pass = 0; more; pass++) {
            Schedule schedule = new Schedule(recording, fromNs, t0Ns + pass * pacers.size() * passNs, burstSpeed);
            more = play(dense, schedule, passNs, pass, wireTime, over);
        }
    }

    private boolean play(
            Window ticks,
            Schedule schedule,
            long lengthNs,
            long pass,
            LongBinaryOperator wireTime,
            BooleanSupplier over) {
        LongUnaryOperator indexes = place -> ticks.first() + place;
        LongUnaryOperator times = place -> schedule.intendedNs(ticks.first() + place);
        return play(ticks.count(), ticks.end(), indexes, times, lengthNs, pass, wireTime, over);
    }

    /** Sends to one pacer, or to two in turn. With two, the warm-up ends only after both have had their turn. */
    private boolean play(
            long count,
            long endIndex,
            LongUnaryOperator indexes,
            LongUnaryOperator times,
            long lengthNs,
            long pass,
            LongBinaryOperator wireTime,
            BooleanSupplier over) {
        if (pacers.size() == 1) {
            return turn(pacers.get(0), count, endIndex, indexes, times, wireTime, over);
        }
        int leader = (int) (pass % 2);
        LongUnaryOperator later = place -> times.applyAsLong(place) + lengthNs;
        return turn(pacers.get(leader), count, endIndex, indexes, times, wireTime, stopped)
                && turn(pacers.get(1 - leader), count, endIndex, indexes, later, wireTime, stopped)
                && !over.getAsBoolean();
    }

    private static boolean turn(
            Pacer pacer,
            long count,
            long endIndex,
            LongUnaryOperator indexes,
            LongUnaryOperator times,
            LongBinaryOperator wireTime,
            BooleanSupplier over) {
        LongUnaryOperator venueTimes = place -> wireTime.applyAsLong(place, times.applyAsLong(place));
        return pacer.play(new TickSequence(count, endIndex, indexes, times, venueTimes, -1, null), over);
    }

    /**
     * Selects the quotes that give every instrument at every venue its top of book at the start of the window.
     *
     * <p>For each side of each pair of instrument and venue, selects the last quote before the window that has the side, or else
     * the first one from the start of the window, so that every pair of the recording has a price.
     */
    static final class InitialQuotes {
        private static final int BOTH = 2;

        private final Recording recording;
        private final BitSet found;
        private final int wanted;
        private final QuoteDecoder quote = new QuoteDecoder();
        private final LongArrayList indexes = new LongArrayList();

        private InitialQuotes(Recording recording) {
            this.recording = recording;
            this.wanted =
                    BOTH * recording.instruments().size() * recording.venues().size();
            this.found = new BitSet(wanted);
        }

        /** Returns indexes in the recording, ascending. */
        static long[] before(Recording recording, Window window) {
            InitialQuotes initial = new InitialQuotes(recording);
            for (long index = window.first() - 1; index >= 0 && !initial.complete(); index--) {
                initial.select(index);
            }
            for (long index = window.first(); index < recording.count() && !initial.complete(); index++) {
                initial.select(index);
            }
            long[] indexes = initial.indexes.toLongArray();
            Arrays.sort(indexes);
            return indexes;
        }

        private boolean complete() {
            return found.cardinality() == wanted;
        }

        private void select(long index) {
            recording.wrap(quote, index);
            int sides = QuoteMessage.sides(recording.buffer(index), recording.offset(index));
            int market = BOTH * (quote.instrumentId() * recording.venues().size() + quote.venueId());
            boolean bid = (sides & TickRecord.BID) != 0 && isNew(market);
            boolean ask = (sides & TickRecord.ASK) != 0 && isNew(market + 1);
            if (bid || ask) {
                indexes.addLong(index);
            }
        }

        private boolean isNew(int side) {
            boolean isNew = !found.get(side);
            found.set(side);
            return isNew;
        }
    }
}
