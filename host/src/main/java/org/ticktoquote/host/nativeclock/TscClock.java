package org.ticktoquote.host.nativeclock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * The processor's counter on the scale of {@code System.nanoTime}, recalibrated ten times a second.
 *
 * <p>Never steps: what it is wrong by is absorbed within a second. {@link #errorBoundNs()} belongs to every claim made with
 * it: by how much it differed from {@code System.nanoTime} at most, at the last recalibration and at the worst one. Reading
 * allocates nothing and is safe on any thread; {@link #close()} ends the recalibration, after which the clock must not be used.
 */
public final class TscClock implements NanoClock, AutoCloseable {
    private static final long FIRST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int FIRST_READS = 32;
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ATTEMPTS = 8;

    private final SteeredLine line;
    private final Thread calibrator;
    private volatile double worstBoundNs;
    private volatile boolean closed;

    /**
     * A clock that is calibrated for {@code 160 ms} and runs from then on.
     *
     * @throws UnsupportedOperationException saying what is missing to read the counter, or that it is not invariant
     */
    public TscClock(ClockFacts facts) {
        if (!facts.invariant()) {
            throw new UnsupportedOperationException("the counter is not invariant");
        }
        if (!Ticks.missing().isEmpty()) {
            throw new UnsupportedOperationException(Ticks.missing());
        }
        List<BracketedRead> reads = new ArrayList<>();
        for (int i = 0; i < FIRST_READS; i++) {
            LockSupport.parkNanos(FIRST_INTERVAL_NS);
            reads.add(read());
        }
        this.line = new SteeredLine(reads);
        this.calibrator = new Thread(this::recalibrate, "tsc-calibrator");
        calibrator.setDaemon(true);
        calibrator.start();
    }

    private static BracketedRead read() {
        return BracketedRead.best(Ticks::read, System::nanoTime, ATTEMPTS);
    }

    private void recalibrate() {
        while (!closed) {
            LockSupport.parkNanos(INTERVAL_NS);
            worstBoundNs = Math.max(worstBoundNs, line.steer(read()));
        }
    }

    @Override
    public long nanoTime() {
        return line.piece().at(Ticks.read());
    }

    /** By how much it differed from {@code System.nanoTime} at most at the last recalibration. */
    public double errorBoundNs() {
        return line.errorBoundNs();
    }

    /** The largest of all recalibrations so far; before the first, what the first calibration bounds. */
    public double worstErrorBoundNs() {
        return worstBoundNs == 0 ? line.errorBoundNs() : worstBoundNs;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(calibrator);
    }
}
