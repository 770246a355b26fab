package org.ticktoquote.wire.stamp;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.capture.Frame;

/**
 * Replaces the time of frames with the time of the switch that stamped them, removes the stamps, and delivers the frames.
 *
 * <p>Frames must be in order of the capture's own time. The first frames are copied, and delivered once the format is decided;
 * {@link #end} must be called after the last frame. Key frames are not delivered. If a switch stamps, frames without a stamp or
 * with a stamp of unknown time get {@link Frame#NO_TIME}, so that times of two clocks are never mixed.
 *
 * <p>Writes into the frames' bytes. One thread. No allocation per frame once the format is decided.
 */
public final class Stamps {
    private final Consumer<Frame> next;
    private final FrameShape shape = new FrameShape();
    private final KeyFrame key = new KeyFrame();
    private final StampReport report = new StampReport();
    private final ClockComparison comparison = new ClockComparison(report);
    private @Nullable StampDetector detector;
    /** Null until the format is decided, and for the capture's own times. */
    private @Nullable StampLayout layout;

    private long lastNs;

    /**
     * @param order format that the user requested, accepted without comparing it with the capture's clock; empty to detect
     *     it
     * @param next receives the frames
     */
    public Stamps(Optional<StampFormat> order, Consumer<Frame> next) {
        this.next = next;
        if (order.equals(Optional.of(StampFormat.KERNEL))) {
            report.reason = StampFormat.KERNEL.text() + " as requested: the capture's own times";
        } else {
            detector = new StampDetector(order, report);
        }
    }

    public void frame(Frame frame) {
        if (detector == null) {
            pass(frame);
        } else if (detector.add(frame)) {
            decide(detector);
        }
    }

    /** Delivers all held frames. Called after the last frame of the capture. */
    public void end() {
        if (detector != null) {
            decide(detector);
        }
    }

    private void decide(StampDetector full) {
        detector = null;
        layout = full.choose();
        full.held.forEach(this::pass);
    }

    private void pass(Frame frame) {
        frame.captureNs = frame.timeNs;
        StampLayout format = layout;
        if (format == null) {
            report.placed += frame.timeNs == Frame.NO_TIME ? 0 : 1;
        } else {
            shape.read(frame);
            report.lastInterface = Math.max(report.lastInterface, frame.interfaceIndex);
            TickClock ticks = format.clock;
            if (ticks != null && key.read(frame, shape)) {
                report.keyFrames++;
                report.foreignKeyFrames += ticks.keyFrame(key) ? 0 : 1;
                return;
            }
            frame.timeNs = timeNs(frame, format);
        }
        next.accept(frame);
    }

    private long timeNs(Frame frame, StampLayout format) {
        if (frame.length < frame.wireLength && format.format != StampFormat.ARISTA_7280) {
            report.cut++;
            return Frame.NO_TIME;
        }
        if (!shape.canBeStamped() || !format.read(frame, shape)) {
            report.unstamped++;
            report.unstampedByInterface.incrementAndGet(frame.interfaceIndex);
            return Frame.NO_TIME;
        }
        boolean isImpossible = format.isDoubted()
                && frame.timeNs != Frame.NO_TIME
                && Math.abs(format.timeNs - frame.timeNs - format.offsetNs) > StampDetector.NEAR_NS
                && Math.abs(format.timeNs - lastNs) > StampDetector.NEAR_NS;
        if (format.timeNs == Frame.NO_TIME) {
            report.unplaced++;
        } else if (isImpossible) {
            report.disagreeing++;
            return Frame.NO_TIME;
        } else {
            place(frame, format);
        }
        format.strip(frame);
        return format.timeNs;
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

    /** Returns the result so far; complete after {@link #end}. */
    public StampReport report() {
        TickClock ticks = layout == null ? null : layout.clock;
        report.tickMegahertz = ticks == null ? OptionalDouble.empty() : ticks.megahertz();
        report.isRateUnmeasured = ticks != null && ticks.isRateUnmeasured();
        report.clocks = comparison.result();
        return report;
    }
}
