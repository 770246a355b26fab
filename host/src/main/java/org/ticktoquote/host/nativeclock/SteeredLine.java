package org.ticktoquote.host.nativeclock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;

/**
 * Ticks to nanoseconds along a line that is steered towards the reference clock and never jumps.
 *
 * <p>Every steering read ends the present piece where it stands and begins another there, whose rate is the calibrated one,
 * changed by what absorbs the error of the moment within {@value #ABSORB_NS} ns, at most {@value #LIMIT_PPM} ppm. One thread
 * steers; any reads the piece.
 */
final class SteeredLine {
    private static final int WINDOW = 32;
    private static final long ABSORB_NS = 1_000_000_000L;
    private static final double LIMIT_PPM = 500;

    private final Deque<BracketedRead> window = new ArrayDeque<>(WINDOW);
    private volatile Piece piece;
    private volatile double errorBoundNs;

    /**
     * A piece of the line; the rate is in units of 2^-56 ns a tick, which serves counters from 8 MHz up.
     *
     * @param ticks where it begins
     * @param ns there
     * @param rate per tick
     */
    record Piece(long ticks, long ns, long rate) {
        private static final int FRACTION_BITS = 56;
        private static final int TICK_BITS = 64 - FRACTION_BITS;

        static Piece from(long ticks, long ns, double nsPerTick) {
            if (!(nsPerTick > 0 && nsPerTick < 1 << (TICK_BITS - 1))) {
                throw new IllegalArgumentException("a tick of " + nsPerTick + " ns is beyond this clock");
            }
            return new Piece(ticks, ns, (long) Math.scalb(nsPerTick, FRACTION_BITS));
        }

        long at(long now) {
            return ns + Math.multiplyHigh((now - ticks) << TICK_BITS, rate);
        }
    }

    /** A line through some reads. */
    SteeredLine(Iterable<BracketedRead> reads) {
        reads.forEach(this::remember);
        BracketedRead last = window.getLast();
        TickCalibration calibration = TickCalibration.of(new ArrayList<>(window));
        this.piece = Piece.from(last.ticks(), last.beforeNs() + last.widthNs() / 2, calibration.nsPerTick());
        this.errorBoundNs = last.halfWidthNs() + calibration.boundPpm() * 1e-6 * calibration.spanNs();
    }

    private void remember(BracketedRead read) {
        if (window.size() == WINDOW) {
            window.removeFirst();
        }
        window.addLast(read);
    }

    Piece piece() {
        return piece;
    }

    /** By how much the line was wrong at most, as far as the last steering reads saw. */
    double errorBoundNs() {
        return errorBoundNs;
    }

    /** Begins a new piece at the read, and returns by how much the old one was wrong there at most. */
    double steer(BracketedRead read) {
        remember(read);
        double nsPerTick = TickCalibration.of(new ArrayList<>(window)).nsPerTick();
        long now = piece.at(read.ticks());
        double aheadNs = -read.middleNs(now);
        double steering = Math.max(-LIMIT_PPM, Math.min(LIMIT_PPM, aheadNs / ABSORB_NS * 1e6));
        piece = Piece.from(read.ticks(), now, nsPerTick * (1 - steering * 1e-6));
        errorBoundNs = Math.abs(aheadNs) + read.halfWidthNs();
        return errorBoundNs;
    }
}
