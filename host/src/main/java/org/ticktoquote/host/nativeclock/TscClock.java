package org.ticktoquote.host.nativeclock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.host.nativeclock.TickCalibration.BracketedRead;

/**
 * Processor's counter on the scale of {@code System.nanoTime}, recalibrated ten times a second.
 *
 * <p>Absorbs an error of up to 500 us within a second and never steps. Quote {@link #errorBoundNs()} with every result.
 * Reading is allocation-free and thread-safe. {@link #close()} ends the recalibration; do not use the clock afterwards.
 */
public final class TscClock implements NanoClock, AutoCloseable {
    private static final long FIRST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int FIRST_READS = 32;
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ATTEMPTS = 8;
    private static final MethodHandle READER;
    private static final String MISSING;

    static {
        MethodHandle reader;
        String missing = "";
        try {
            ClockFacts facts = ClockFacts.ofThisMachine();
            reader = CycleCounter.ordered(facts.architecture()).reader(facts);
        } catch (UnsupportedOperationException e) {
            missing = String.valueOf(e.getMessage());
            reader = throwing(missing);
        }
        READER = reader;
        MISSING = missing;
    }

    private final SteeredLine line;
    private final Thread calibrator;
    private volatile double worstBoundNs;
    private volatile boolean closed;

    /**
     * Creates a clock after a calibration of {@code 160 ms}.
     *
     * @throws UnsupportedOperationException with the reason if the counter cannot be read or is not invariant
     */
    public TscClock(ClockFacts facts) {
        if (!facts.invariant()) {
            throw new UnsupportedOperationException("the counter is not invariant");
        }
        if (!MISSING.isEmpty()) {
            throw new UnsupportedOperationException(MISSING);
        }
        List<BracketedRead> reads = new ArrayList<>();
        for (int i = 0; i < FIRST_READS; i++) {
            LockSupport.parkNanos(FIRST_INTERVAL_NS);
            reads.add(read());
        }
        this.line = new SteeredLine(reads);
        this.calibrator = DaemonThread.start("tsc-calibrator", this::recalibrate);
    }

    private static MethodHandle throwing(String missing) {
        return MethodHandles.insertArguments(
                        MethodHandles.throwException(long.class, UnsupportedOperationException.class),
                        0,
                        new UnsupportedOperationException(missing))
                .asType(MethodType.methodType(long.class));
    }

    /** Returns why the counter cannot be read here; empty if it can. */
    public static String missing() {
        return MISSING;
    }

    /**
     * Reads the counter with its ordered instruction.
     *
     * @throws UnsupportedOperationException if the counter cannot be read, see {@link #missing()}
     */
    public static long ticks() {
        try {
            return (long) READER.invokeExact();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static BracketedRead read() {
        return BracketedRead.best(TscClock::ticks, System::nanoTime, ATTEMPTS);
    }

    private void recalibrate() {
        while (!closed) {
            LockSupport.parkNanos(INTERVAL_NS);
            worstBoundNs = Math.max(worstBoundNs, line.steer(read()));
        }
    }

    @Override
    public long nanoTime() {
        return line.piece().at(ticks());
    }

    /** Returns the largest possible difference from {@code System.nanoTime} at the last recalibration. */
    public double errorBoundNs() {
        return line.errorBoundNs();
    }

    /** Returns the largest bound of all recalibrations so far; before the first, the bound of the initial calibration. */
    public double worstErrorBoundNs() {
        return worstBoundNs == 0 ? line.errorBoundNs() : worstBoundNs;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(calibrator);
    }

    /**
     * Converts ticks to nanoseconds along a line that is steered towards the reference clock and never jumps.
     *
     * <p>Each steering read starts a new piece at the current value. Its rate is the calibrated rate plus the correction
     * that absorbs the current error within {@value #ABSORB_NS} ns, but at most {@value #LIMIT_PPM} ppm. One thread steers;
     * any thread can read the piece.
     */
    static final class SteeredLine {
        private static final int WINDOW = 32;
        private static final long ABSORB_NS = 1_000_000_000L;
        private static final double LIMIT_PPM = 500;

        private final Deque<BracketedRead> window = new ArrayDeque<>(WINDOW);
        private volatile LineSegment piece;
        private volatile double errorBoundNs;

        /**
         * Piece of the line. Its rate is in units of 2^-56 ns per tick, for counters of 8 MHz or more.
         *
         * @param ticks counter reading at its start
         * @param ns time at its start
         * @param rate nanoseconds per counter tick, in units of 2^-56 ns
         */
        record LineSegment(long ticks, long ns, long rate) {
            private static final int FRACTION_BITS = 56;
            private static final int TICK_BITS = 64 - FRACTION_BITS;

            static LineSegment from(long ticks, long ns, double nsPerTick) {
                if (!(nsPerTick > 0 && nsPerTick < 1 << (TICK_BITS - 1))) {
                    throw new IllegalArgumentException("a tick of " + nsPerTick + " ns is beyond this clock");
                }
                return new LineSegment(ticks, ns, (long) Math.scalb(nsPerTick, FRACTION_BITS));
            }

            long at(long now) {
                return ns + Math.multiplyHigh((now - ticks) << TICK_BITS, rate);
            }
        }

        /** Fits a line through some reads. */
        SteeredLine(Iterable<BracketedRead> reads) {
            reads.forEach(this::remember);
            BracketedRead last = window.getLast();
            TickCalibration calibration = TickCalibration.of(new ArrayList<>(window));
            this.piece = LineSegment.from(last.ticks(), last.beforeNs() + last.widthNs() / 2, calibration.nsPerTick());
            this.errorBoundNs = last.halfWidthNs() + calibration.boundPpm() * 1e-6 * calibration.spanNs();
        }

        private void remember(BracketedRead read) {
            if (window.size() == WINDOW) {
                window.removeFirst();
            }
            window.addLast(read);
        }

        LineSegment piece() {
            return piece;
        }

        /** Returns the largest possible error of the line at the last steering read. */
        double errorBoundNs() {
            return errorBoundNs;
        }

        /** Starts a new piece at the read. Returns the largest possible error of the old piece at that read. */
        double steer(BracketedRead read) {
            remember(read);
            double nsPerTick = TickCalibration.of(new ArrayList<>(window)).nsPerTick();
            long now = piece.at(read.ticks());
            double aheadNs = -read.middleNs(now);
            double steering = Math.max(-LIMIT_PPM, Math.min(LIMIT_PPM, aheadNs / ABSORB_NS * 1e6));
            piece = LineSegment.from(read.ticks(), now, nsPerTick * (1 - steering * 1e-6));
            errorBoundNs = Math.abs(aheadNs) + read.halfWidthNs();
            return errorBoundNs;
        }
    }
}
