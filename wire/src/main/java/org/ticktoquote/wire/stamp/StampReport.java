package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.agrona.collections.Int2IntCounterMap;

/**
 * Result of reading the stamps of a capture: format and reason, counts of frames, and quality of the switch's clock. Live
 * while {@link Stamps} reads.
 */
public final class StampReport {
    /** Clocks that can step against each other. */
    public enum Kind {
        /** UTC of the key frames against the counter. Times follow the counter, so intervals across the step are correct. */
        UTC_AGAINST_TICKS,
        /** The switch restarted its counter. Only UTC connects the times before and after. */
        TICKS_RESTARTED,
        /** The switch's clock against the capture's. The capture does not show which of them stepped. */
        AGAINST_CAPTURE
    }

    /**
     * Step of a clock.
     *
     * @param number number of the frame that shows the step
     * @param timeNs time of that frame by the switch's clock
     */
    public record Step(Kind kind, long number, long timeNs, long sizeNs) {}

    /**
     * Comparison of the switch's clock with the capture's.
     *
     * @param offsetNs switch's clock minus the capture's, from the frames with the least delay
     * @param driftPpm rate by which the switch's clock runs faster; empty for spans below one second
     */
    public record Clocks(long offsetNs, OptionalDouble driftPpm, long spanNs) {
        /** Returns whether the drift is too large for a real clock. One of the two is then not a clock. */
        public boolean isImpossible() {
            return Math.abs(driftPpm.orElse(0)) > MAX_DRIFT_PPM;
        }

        /** Describes the offset, and the drift if known. */
        public String text() {
            double ppm = driftPpm.orElse(0);
            String drift = String.format(Locale.ROOT, ", drift %+.3f ppm over %.1f s", ppm, spanNs / 1e9);
            return String.format(Locale.ROOT, "the switch's clock minus the capture's: %+.3f us", offsetNs / 1e3)
                    + (driftPpm.isPresent() ? drift : "");
        }
    }

    private static final double MAX_DRIFT_PPM = 1_000;
    private static final int MAX_STEPS = 64;

    /** Format of most frames. */
    public StampFormat format = StampFormat.KERNEL;
    /** Reason for this format, in one line with the evidence. */
    public String reason = "no frames yet";
    /** Frames with the switch's time, or with the capture's time if the format is {@link StampFormat#KERNEL}. */
    public long placed;
    /** Frames without a stamp: LLDP, frames of the switch itself, of other link types, and of ports that do not stamp. */
    public long unstamped;
    /** Frames without a stamp by interface, and the highest interface number. */
    final Int2IntCounterMap unstampedByInterface = new Int2IntCounterMap(0);

    int lastInterface;
    /** Frames whose end, with the stamp, was not captured. */
    public long cut;
    /** Frames with an impossible stamp, more than an hour from the capture's clock. */
    public long disagreeing;
    /** Frames with a tick count but without known UTC: before the first key frame, or after a gap. */
    public long unplaced;
    /** Key frames of the switch. They are not delivered. */
    public long keyFrames;
    /** Key frames of another device. They are ignored. */
    public long foreignKeyFrames;
    /** Frames whose stamp reports that the switch's clock was not synchronised. */
    public long degraded;
    /** Stamps earlier than the previous stamp, and the largest difference. */
    public long backward;

    public long largestBackwardNs;
    /** First steps, up to a limit; {@link #stepCount} counts all. */
    public final List<Step> steps = new ArrayList<>();

    public long stepCount;
    /** Rate of the tick counter. */
    public OptionalDouble tickMegahertz = OptionalDouble.empty();
    /** True if the rate is announced or nominal. Measuring it requires two key frames. */
    public boolean isRateUnmeasured;
    /** The switch's clock against the capture's; empty if no frame has both times. */
    public Optional<Clocks> clocks = Optional.empty();

    void step(Kind kind, long number, long timeNs, long sizeNs) {
        stepCount++;
        if (steps.size() < MAX_STEPS) {
            steps.add(new Step(kind, number, timeNs, sizeNs));
        }
    }

    /**
     * Returns the steps across which an interval between two stamps can be wrong. In formats with tick counters these
     * are restarts of the counter, in others jumps against the capture's clock. A run across a step is void, or ends
     * there.
     */
    public List<Step> breaks() {
        Kind kind = format.hasKeyFrames() ? Kind.TICKS_RESTARTED : Kind.AGAINST_CAPTURE;
        return steps.stream().filter(step -> step.kind() == kind).toList();
    }

    /** Lists frames without a stamp by interface; empty if there is only one interface. */
    public String byInterface() {
        Map<Integer, Integer> counts = new TreeMap<>();
        unstampedByInterface.forEach(counts::put);
        return lastInterface == 0 ? "" : " (by interface: " + counts + ")";
    }

    /** Returns whether the switch declares TAI although its seconds look like UTC. */
    public boolean isUtcSaidToBeTai() {
        long ns = clocks.map(Clocks::offsetNs).orElse(0L) + Arista7280Layout.TAI_AHEAD_S * StampLayout.SECOND_NS;
        return format == StampFormat.ARISTA_7280 && Math.abs(ns) < StampLayout.SECOND_NS;
    }
}
