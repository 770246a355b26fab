package org.ticktoquote.wire.stamp;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.capture.Frame;

/** Stamps of one interface: where they are in its frames, and how the switch's clock runs. No allocation for a frame. */
final class StampSource {
    /** Null: the switch does not stamp what comes from there. */
    final @Nullable StampLayout layout;

    final String reason;
    /** Frames that show the layout, of those that decided. */
    final int agreed;
    /** The switch's clock minus the capture's, the median of these frames. */
    private final long offsetNs;

    private final StampReport report;
    private final ClockComparison comparison;
    private long unstamped;
    private long lastNs;

    StampSource(@Nullable StampLayout layout, String reason, int agreed, long offsetNs, StampReport report) {
        this.layout = layout;
        this.reason = reason;
        this.agreed = agreed;
        this.offsetNs = offsetNs;
        this.report = report;
        comparison = new ClockComparison(report);
    }

    @Nullable
    TickClock ticks() {
        return layout == null ? null : layout.clock();
    }

    /** Whether the same switch stamps in the same way. */
    boolean isLike(StampSource other) {
        StampLayout one = layout;
        StampLayout two = other.layout;
        return one == null || two == null ? one == two : one.isLike(two);
    }

    /** Tells why, or how many frames have no stamp. */
    String text() {
        return layout == null ? String.format(Locale.ROOT, "%,d frames without a stamp", unstamped) : reason;
    }

    /** Returns the time of the switch, and takes the stamp off; {@link Frame#NO_TIME} where there is none. */
    long timeNs(Frame frame, FrameShape shape) {
        StampLayout format = layout;
        if (format != null && frame.length < frame.wireLength && format.format != StampFormat.ARISTA_7280) {
            report.cut++;
            return Frame.NO_TIME;
        }
        if (format == null || !shape.canBeStamped() || !format.read(frame, shape)) {
            report.unstamped++;
            unstamped++;
            return Frame.NO_TIME;
        }
        if (format.timeNs == Frame.NO_TIME) {
            report.unplaced++;
        } else if (isImpossible(frame.timeNs, format)) {
            report.disagreeing++;
            return Frame.NO_TIME;
        } else {
            place(frame, format);
        }
        format.strip(frame);
        return format.timeNs;
    }

    private boolean isImpossible(long captureNs, StampLayout format) {
        return format.isDoubted()
                && captureNs != Frame.NO_TIME
                && isFar(format.timeNs - captureNs, offsetNs)
                && isFar(format.timeNs, lastNs);
    }

    private static boolean isFar(long aNs, long bNs) {
        return Math.abs(aNs - bNs) > StampDetector.NEAR_NS;
    }

    private void place(Frame frame, StampLayout format) {
        report.placed++;
        report.degraded += format.degraded ? 1 : 0;
        if (format.timeNs < lastNs) {
            report.backward++;
            report.largestBackwardNs = Math.max(report.largestBackwardNs, lastNs - format.timeNs);
        }
        lastNs = format.timeNs;
        if (frame.timeNs != Frame.NO_TIME) {
            comparison.add(frame.number, frame.timeNs, format.timeNs);
        }
    }

    /** Completes the report with what the clocks show. */
    void describe() {
        TickClock ticks = ticks();
        if (ticks != null && ticks.isAnchored()) {
            report.tickMegahertz = OptionalDouble.of(1e3 / ticks.nsPerTick());
        }
        if (!comparison.isEmpty()) {
            report.clocks = Optional.of(comparison.result());
        }
    }
}
