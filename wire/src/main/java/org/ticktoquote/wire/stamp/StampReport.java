package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.agrona.collections.Int2IntCounterMap;

/** Stamps of a capture: which, why these, how many frames have one, and how the switch's clock ran. Live, as {@link Stamps} reads. */
public final class StampReport {
    /** Clocks that can step against each other. */
    public enum Kind {
        /** UTC of the key frames against the ticks: times go on in ticks, so intervals across it are right. */
        UTC_AGAINST_TICKS,
        /** The switch began to count again: times before and after have only UTC in common. */
        TICKS_RESTARTED,
        /** The switch's clock against the capture's: one of them, and the capture does not tell which. */
        AGAINST_CAPTURE
    }

    /**
     * A step.
     *
     * @param number of the frame that shows it
     * @param timeNs in the capture's stamps
     */
    public record Step(Kind kind, long number, long timeNs, long sizeNs) {}

    /**
     * The switch's clock against the capture's.
     *
     * @param offsetNs the switch's minus the capture's, of frames with the least delay
     * @param driftPpm by how much the switch's runs faster; nothing below one second
     */
    public record Clocks(long offsetNs, OptionalDouble driftPpm, long spanNs) {
        /** Whether one of them is none: no clock drifts by so much. */
        public boolean isImpossible() {
            return Math.abs(driftPpm.orElse(0)) > MOST_DRIFT_PPM;
        }

        /** In words: the offset, and the drift where it is known. */
        public String text() {
            double ppm = driftPpm.orElse(0);
            String drift = String.format(Locale.ROOT, ", drift %+.3f ppm over %.1f s", ppm, spanNs / 1e9);
            return String.format(Locale.ROOT, "the switch's clock minus the capture's: %+.3f us", offsetNs / 1e3)
                    + (driftPpm.isPresent() ? drift : "");
        }
    }

    private static final double MOST_DRIFT_PPM = 1_000;
    private static final int MAX_STEPS = 64;

    /** Of most frames. */
    public StampFormat format = StampFormat.KERNEL;
    /** Why this format, in one line with the evidence. */
    public String reason = "no frames yet";
    /** Frames that got the switch's time, or that kept the capture's where the format is {@link StampFormat#KERNEL}. */
    public long placed;
    /** Frames without a stamp: LLDP, frames of the switch itself, of other link types, of ports that do not stamp. */
    public long unstamped;
    /** The same by interface; and the largest number of one. */
    final Int2IntCounterMap unstampedByInterface = new Int2IntCounterMap(0);

    int lastInterface;
    /** Frames whose end, where the stamp is, was not captured. */
    public long cut;
    /** Frames with a stamp that cannot be: more than an hour from the capture's clock. */
    public long disagreeing;
    /** Frames with a tick count that no UTC can be told for: before the first key frame, or after a gap. */
    public long unplaced;
    /** Key frames of the switch; they are not handed on. */
    public long keyFrames;
    /** Key frames of another device, which are not used. */
    public long foreignKeyFrames;
    /** Frames whose stamp says that the switch's clock was not synchronised. */
    public long degraded;
    /** Stamps earlier than the stamp before, and by how much at most. */
    public long backward;

    public long largestBackwardNs;
    /** The first of {@link #stepCount}. */
    public final List<Step> steps = new ArrayList<>();

    public long stepCount;
    /** Measured rate of the tick counter. */
    public OptionalDouble tickMegahertz = OptionalDouble.empty();
    /** Whether that rate is the announced or the nominal one: two key frames would measure it. */
    public boolean isRateUnmeasured;
    /** The switch's clock against the capture's; nothing where no frame has both times. */
    public Optional<Clocks> clocks = Optional.empty();

    void step(Kind kind, long number, long timeNs, long sizeNs) {
        stepCount++;
        if (steps.size() < MAX_STEPS) {
            steps.add(new Step(kind, number, timeNs, sizeNs));
        }
    }

    /**
     * Returns the steps across which an interval between two stamps can be wrong: where ticks restart, and where a clock
     * without ticks jumps against the capture's. A run over them is void, or is cut there.
     */
    public List<Step> breaks() {
        Kind kind = format.hasKeyFrames() ? Kind.TICKS_RESTARTED : Kind.AGAINST_CAPTURE;
        return steps.stream().filter(step -> step.kind() == kind).toList();
    }

    /** In words: frames without a stamp by interface; empty where there is one interface. */
    public String byInterface() {
        Map<Integer, Integer> counts = new TreeMap<>();
        unstampedByInterface.forEach(counts::put);
        return lastInterface == 0 ? "" : " (by interface: " + counts + ")";
    }

    /** Returns whether the switch says TAI, and its seconds look like those of UTC. */
    public boolean isUtcSaidToBeTai() {
        long ns = clocks.map(Clocks::offsetNs).orElse(0L) + Arista7280Layout.TAI_AHEAD_S * StampLayout.SECOND_NS;
        return format == StampFormat.ARISTA_7280 && Math.abs(ns) < StampLayout.SECOND_NS;
    }
}
