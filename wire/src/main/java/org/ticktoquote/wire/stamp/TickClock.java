package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ticktoquote.wire.capture.Frame;

/**
 * Makes times of a switch's tick counter: UTC of the first key frame, and from there on ticks at the rate that key frames
 * measure.
 *
 * <p>The time is continuous in ticks. Where UTC steps against the ticks the time does not, and the step is kept with place and
 * size. Slow differences are steered away by at most one part in a million.
 *
 * <p>A stamp has the lower bits of the counter only. The others follow from the last key frame and from the time that passed
 * since by the capture's clock, so gaps may be longer than the counter takes to wrap. Where that clock is not to be trusted,
 * they follow from the stamp before.
 */
final class TickClock {
    /** A key frame kept for {@link #prime}. */
    record Key(long ticks, long utcNs, long captureNs, double announcedNs) {}

    private static final int MAX_STEPS = 64;
    private static final long SECOND_NS = StampLayout.SECOND_NS;
    private static final double STEP_NS = 10_000;
    private static final double STEP_RATE = 1e-5;
    private static final double TRUSTED_SKEW = 2e-4;
    private static final double MAX_STEERING = 1e-6;
    private static final double CAPTURE_DRIFT = 2e-4;
    private static final double RESTART_NS = 2e9;
    private static final long NEAR_NS = 250_000_000;
    private static final double SHORTEST_SPAN_NS = 0.9 * SECOND_NS;
    private static final double LONGEST_SPAN_NS = 60.0 * SECOND_NS;

    private final int bits;
    private final boolean lenient;
    private final List<StampReport.Step> steps = new ArrayList<>();

    private boolean anchored;
    private boolean measured;
    private double nsPerTick = KeyFrame.NOMINAL_NS;

    private long lineTick;
    private long lineNs;
    private double lineFraction;

    private long seenTick;
    private long placeTick;
    private long placeNs;

    private long keyTick;
    private long keyUtcNs;
    private double keyResidual;
    private double stepSum;
    private long spanTick;
    private long spanUtcNs;
    private long nextSpanTick;
    private long nextSpanUtcNs;
    private long stepCount;

    /**
     * @param bits of the counter that a stamp has
     * @param lenient takes every stamp that can be told from the next wrap, however far it is from the capture's clock
     */
    TickClock(int bits, boolean lenient) {
        this.bits = bits;
        this.lenient = lenient;
    }

    /** Takes the rate and the begin from the first key frames, for the frames between and before them. */
    void prime(List<Key> keys) {
        if (keys.isEmpty()) {
            return;
        }
        Key first = keys.get(0);
        double[] slopes = slopes(keys);
        double median = slopes.length == 0 ? 0 : slopes[slopes.length / 2];
        double announced = direction(first.announcedNs(), median);
        boolean doubtful = slopes.length < 3 && announced != 0 && Math.abs(median / announced - 1) > TRUSTED_SKEW;
        if (median != 0 && !doubtful) {
            nsPerTick = median;
            measured = true;
        } else if (announced != 0) {
            nsPerTick = announced;
        }
        anchor(first.ticks(), first.utcNs(), first.captureNs());
    }

    private static double[] slopes(List<Key> keys) {
        double[] slopes = new double[keys.size()];
        int count = 0;
        for (int i = 1; i < keys.size(); i++) {
            long ticks = keys.get(i).ticks() - keys.get(i - 1).ticks();
            double slope = (double) (keys.get(i).utcNs() - keys.get(i - 1).utcNs()) / ticks;
            if (ticks > 0 && KeyFrame.isRate(slope)) {
                slopes[count++] = slope;
            }
        }
        double[] sorted = Arrays.copyOf(slopes, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /** The announced factor, or its inverse where that is what was measured. */
    private static double direction(double announcedNs, double measuredNs) {
        if (announcedNs == 0 || measuredNs == 0) {
            return announcedNs;
        }
        double inverse = KeyFrame.NOMINAL_NS * KeyFrame.NOMINAL_NS / announcedNs;
        return Math.abs(inverse - measuredNs) < Math.abs(announcedNs - measuredNs) ? inverse : announcedNs;
    }

    private void anchor(long ticks, long utcNs, long captureNs) {
        anchored = true;
        lineTick = ticks;
        lineNs = utcNs;
        lineFraction = 0;
        place(ticks, captureNs);
        keyTick = ticks;
        keyUtcNs = utcNs;
        keyResidual = 0;
        stepSum = 0;
        beginSpan(ticks, utcNs);
    }

    /** Notes a tick and the capture's time of it. */
    private void place(long ticks, long captureNs) {
        seenTick = ticks;
        placeTick = ticks;
        placeNs = captureNs;
    }

    private void beginSpan(long ticks, long utcNs) {
        spanTick = ticks;
        spanUtcNs = utcNs;
        nextSpanTick = ticks;
        nextSpanUtcNs = utcNs;
    }

    boolean isAnchored() {
        return anchored;
    }

    /** Takes a key frame. */
    void keyFrame(KeyFrame key, Frame frame) {
        if (!anchored) {
            nsPerTick = key.announcedNs == 0 ? nsPerTick : key.announcedNs;
            anchor(key.ticks, key.utcNs, frame.timeNs);
            return;
        }
        long ticks = key.ticks - keyTick;
        double intervalNs = ticks * nsPerTick;
        if (isRestart(key, frame, intervalNs)) {
            step(StampReport.Kind.TICKS_RESTARTED, frame, key.utcNs, key.utcNs - at(keyTick));
            anchor(key.ticks, key.utcNs, frame.timeNs);
            return;
        }
        place(key.ticks, frame.timeNs);
        if (ticks > 0) {
            follow(key, frame, intervalNs);
            keyTick = key.ticks;
            keyUtcNs = key.utcNs;
        }
    }

    /** Returns whether the ticks went back, or jumped ahead of the capture's clock while UTC did not. */
    private boolean isRestart(KeyFrame key, Frame frame, double intervalNs) {
        if (intervalNs < -SECOND_NS) {
            return true;
        }
        if (lenient || frame.timeNs == Frame.NO_TIME || placeNs == Frame.NO_TIME) {
            return false;
        }
        double elapsed = frame.timeNs - placeNs;
        double jump = Math.abs((key.ticks - placeTick) * nsPerTick - elapsed);
        return jump > RESTART_NS && Math.abs(key.utcNs - keyUtcNs - elapsed) < SECOND_NS;
    }

    private void follow(KeyFrame key, Frame frame, double intervalNs) {
        double slope = (double) (key.utcNs - spanUtcNs) / (key.ticks - spanTick);
        long predictedNs = at(key.ticks);
        double residual = key.utcNs - predictedNs;
        double change = residual - keyResidual;
        keyResidual = residual;
        if (!measured && isTrusted(slope, key.announcedNs)) {
            moveTo(key.ticks, predictedNs, slope);
            measured = true;
        } else if (Math.abs(change) > STEP_NS + STEP_RATE * intervalNs) {
            step(StampReport.Kind.UTC_AGAINST_TICKS, frame, predictedNs, Math.round(change));
            stepSum += change;
            beginSpan(key.ticks, key.utcNs);
        } else if ((key.ticks - spanTick) * nsPerTick > SHORTEST_SPAN_NS) {
            double steering = (residual - stepSum) / (4 * Math.max(intervalNs, SECOND_NS));
            moveTo(key.ticks, predictedNs, slope * (1 + Math.max(-MAX_STEERING, Math.min(MAX_STEERING, steering))));
            slideSpan(key);
        }
    }

    private boolean isTrusted(double slope, double announcedNs) {
        double announced = direction(announcedNs, slope);
        return KeyFrame.isRate(slope) && (announced == 0 || Math.abs(slope / announced - 1) <= TRUSTED_SKEW);
    }

    /** Goes on from a tick at another rate, without a jump. */
    private void moveTo(long ticks, long timeNs, double rate) {
        double exact = lineFraction + (ticks - lineTick) * nsPerTick;
        lineFraction = exact - (timeNs - lineNs);
        lineNs = timeNs;
        lineTick = ticks;
        nsPerTick = rate;
    }

    /** Keeps the span over which the rate is measured between one and two minutes. */
    private void slideSpan(KeyFrame key) {
        if ((key.ticks - nextSpanTick) * nsPerTick > LONGEST_SPAN_NS) {
            spanTick = nextSpanTick;
            spanUtcNs = nextSpanUtcNs;
            nextSpanTick = key.ticks;
            nextSpanUtcNs = key.utcNs;
        }
    }

    private void step(StampReport.Kind kind, Frame frame, long timeNs, long sizeNs) {
        stepCount++;
        if (steps.size() < MAX_STEPS) {
            steps.add(new StampReport.Step(kind, frame.number, timeNs, sizeNs));
        }
    }

    private long at(long ticks) {
        return lineNs + Math.round(lineFraction + (ticks - lineTick) * nsPerTick);
    }

    /** Returns the time of a stamp, or {@link Frame#NO_TIME} where it cannot be told. */
    long timeNs(int stamp, long captureNs) {
        if (!anchored) {
            return Frame.NO_TIME;
        }
        boolean timed = captureNs != Frame.NO_TIME && placeNs != Frame.NO_TIME;
        double elapsed = timed ? (captureNs - placeNs) / nsPerTick : 0;
        long expected = timed ? placeTick + Math.round(elapsed) : seenTick;
        long period = 1L << bits;
        long ahead = (stamp & period - 1) - expected & period - 1;
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

    double nsPerTick() {
        return nsPerTick;
    }

    boolean isMeasured() {
        return measured;
    }

    List<StampReport.Step> steps() {
        return steps;
    }

    long stepCount() {
        return stepCount;
    }
}
