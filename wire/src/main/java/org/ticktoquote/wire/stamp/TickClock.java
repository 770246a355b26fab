package org.ticktoquote.wire.stamp;

import static org.ticktoquote.wire.stamp.StampLayout.SECOND_NS;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ticktoquote.wire.capture.Frame;

/**
 * Converts a switch's tick counter to times: UTC of the first key frame plus ticks, at the rate measured from key frames.
 *
 * <p>Times are continuous in ticks. If UTC steps against the ticks, the times do not step; the step is reported with frame and
 * size. Slow differences are corrected by at most one part in a million.
 *
 * <p>A stamp has only the lower bits of the counter. The upper bits are derived from the last key frame and the time since then
 * by the capture's clock. Gaps can therefore be longer than the counter takes to wrap. If that clock cannot be trusted, the
 * upper bits are derived from the previous stamp.
 */
final class TickClock {
    private static final double STEP_NS = 10_000;
    private static final double STEP_RATE = 1e-5;
    private static final double TRUSTED_SKEW = 2e-4;
    private static final double MAX_STEERING = 1e-6;
    private static final double CAPTURE_DRIFT = 2e-4;
    private static final double RESTART_NS = 2e9;
    private static final long NEAR_NS = 250_000_000;
    private static final double MIN_SPAN_NS = 0.9 * SECOND_NS;
    private static final double MAX_SPAN_NS = 120.0 * SECOND_NS;

    private final int bits;
    private final int device;
    private final boolean lenient;
    private final StampReport report;

    private boolean anchored;
    private boolean measured;
    private double nsPerTick = KeyFrame.NOMINAL_NS;

    /** Line that converts ticks to times. */
    private long lineTick;

    private long lineNs;
    private double lineFraction;

    /** Last stamp, and last tick for which the capture's time is known. */
    private long seenTick;

    private long placeTick;
    private long placeNs;

    /** Last key frame. */
    private long keyTick;

    private long keyUtcNs;

    /** Sum of the steps of UTC since the start of the line. */
    private long stepSumNs;

    /** Start of the span over which the rate is measured, in UTC without its steps. */
    private long spanTick;

    private long spanNs;

    /**
     * @param bits number of counter bits in a stamp
     * @param keys first key frames, all of one device, which give rate and start for the frames before and between
     *     them. Later key frames count only if they are of that device. Without first ones, those of any device count.
     * @param lenient true to accept stamps up to a quarter of the counter's period away from what the
     *     capture's clock predicts
     */
    TickClock(int bits, List<KeyFrame> keys, boolean lenient, StampReport report) {
        this.bits = bits;
        this.lenient = lenient;
        this.report = report;
        device = keys.isEmpty() ? -1 : keys.get(0).device;
        if (keys.isEmpty()) {
            return;
        }
        DoubleStream all = IntStream.range(1, keys.size())
                .mapToDouble(i -> slope(keys.get(i), keys.get(i - 1).ticks, keys.get(i - 1).utcNs));
        double[] slopes = all.filter(KeyFrame::isRate).sorted().toArray();
        double median = slopes.length == 0 ? 0 : slopes[slopes.length / 2];
        measured = slopes.length > 2 || isTrusted(median, keys.get(0));
        anchor(keys.get(0));
        nsPerTick = measured ? median : nsPerTick;
    }

    private static double slope(KeyFrame key, long tick, long utcNs) {
        return key.ticks > tick ? (double) (key.utcNs - utcNs) / (key.ticks - tick) : 0;
    }

    private static boolean isTrusted(double slope, KeyFrame key) {
        return KeyFrame.isRate(slope)
                && (key.announcedNs == 0 || Math.abs(slope / key.announcedNs - 1) <= TRUSTED_SKEW);
    }

    private void anchor(KeyFrame key) {
        nsPerTick = anchored || key.announcedNs == 0 ? nsPerTick : key.announcedNs;
        anchored = true;
        lineTick = key.ticks;
        lineNs = key.utcNs;
        lineFraction = 0;
        place(key.ticks, key.captureNs);
        keyTick = key.ticks;
        keyUtcNs = key.utcNs;
        stepSumNs = 0;
        spanTick = key.ticks;
        spanNs = key.utcNs;
    }

    private void place(long ticks, long captureNs) {
        seenTick = ticks;
        placeTick = ticks;
        placeNs = captureNs;
    }

    /** Handles a key frame; returns false if it is of another switch. */
    boolean keyFrame(KeyFrame key) {
        if (device >= 0 && device != key.device) {
            return false;
        }
        double intervalNs = (key.ticks - keyTick) * nsPerTick;
        if (!anchored) {
            anchor(key);
        } else if (isRestart(key, intervalNs)) {
            report.step(StampReport.Kind.TICKS_RESTARTED, key.number, key.utcNs, key.utcNs - at(keyTick));
            anchor(key);
        } else {
            place(key.ticks, key.captureNs);
            if (key.ticks > keyTick) {
                follow(key, intervalNs);
                keyTick = key.ticks;
                keyUtcNs = key.utcNs;
            }
        }
        return true;
    }

    /** Returns whether the ticks went back, or jumped ahead of the capture's clock while UTC did not. */
    private boolean isRestart(KeyFrame key, double intervalNs) {
        boolean timed = !lenient && key.captureNs != Frame.NO_TIME && placeNs != Frame.NO_TIME;
        double elapsed = key.captureNs - placeNs;
        double jump = Math.abs((key.ticks - placeTick) * nsPerTick - elapsed);
        boolean ahead = jump > RESTART_NS && Math.abs(key.utcNs - keyUtcNs - elapsed) < SECOND_NS;
        return intervalNs < -SECOND_NS || timed && ahead;
    }

    private void follow(KeyFrame key, double intervalNs) {
        double slope = slope(key, spanTick, spanNs + stepSumNs);
        long residual = key.utcNs - stepSumNs - at(key.ticks);
        if (!measured && isTrusted(slope, key)) {
            measured = true;
            moveTo(key.ticks, slope);
            stepSumNs += residual;
            spanTick = key.ticks;
            spanNs = lineNs;
        } else if (Math.abs(residual) > STEP_NS + STEP_RATE * intervalNs) {
            report.step(StampReport.Kind.UTC_AGAINST_TICKS, key.number, at(key.ticks), residual);
            stepSumNs += residual;
        } else if ((key.ticks - spanTick) * nsPerTick > MIN_SPAN_NS) {
            double steering = residual / (4 * Math.max(intervalNs, SECOND_NS));
            moveTo(key.ticks, slope * (1 + Math.max(-MAX_STEERING, Math.min(MAX_STEERING, steering))));
            if ((key.ticks - spanTick) * slope > MAX_SPAN_NS) {
                long half = (key.ticks - spanTick) / 2;
                spanTick += half;
                spanNs += Math.round(half * slope);
            }
        }
    }

    /** Changes the rate from a tick on, without a jump. */
    private void moveTo(long ticks, double rate) {
        double exact = lineFraction + (ticks - lineTick) * nsPerTick;
        lineNs += Math.round(exact);
        lineFraction = exact - Math.round(exact);
        lineTick = ticks;
        nsPerTick = rate;
    }

    private long at(long ticks) {
        return lineNs + Math.round(lineFraction + (ticks - lineTick) * nsPerTick);
    }

    /** Returns the time of a stamp, or {@link Frame#NO_TIME} if unknown. */
    long timeNs(int stamp, long captureNs) {
        if (!anchored) {
            return Frame.NO_TIME;
        }
        boolean timed = captureNs != Frame.NO_TIME && placeNs != Frame.NO_TIME;
        double elapsed = timed ? (captureNs - placeNs) / nsPerTick : 0;
        long expected = timed ? placeTick + Math.round(elapsed) : seenTick;
        long period = 1L << bits;
        long ahead = stamp - expected & period - 1;
        long off = ahead < period / 2 ? ahead : ahead - period;
        double near = lenient || !timed ? period / 4.0 : NEAR_NS / nsPerTick + CAPTURE_DRIFT * Math.abs(elapsed);
        if (Math.abs(off) > Math.min(near, period / 4.0)) {
            return Frame.NO_TIME;
        }
        seenTick = expected + off;
        if (lenient && timed) {
            place(seenTick, captureNs);
        }
        return at(seenTick);
    }

    /** Returns whether the rate of {@link #megahertz} is announced or nominal. */
    boolean isRateUnmeasured() {
        return anchored && !measured;
    }

    /** Returns the rate; empty before the first key frame. */
    OptionalDouble megahertz() {
        return anchored ? OptionalDouble.of(1e3 / nsPerTick) : OptionalDouble.empty();
    }
}
