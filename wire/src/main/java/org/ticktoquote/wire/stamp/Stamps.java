package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.capture.FrameHandler;

/**
 * Gives frames the time of the switch that stamped them, takes the stamps off, and hands the frames on.
 *
 * <p>Frames come in order of the capture's own time. The first ones are copied until the format is decided, and are handed on
 * then; {@link #end} must be called after the last frame. Key frames are not handed on. Where a switch stamps, a frame without
 * a stamp, or with one whose time cannot be told, is handed on with {@link Frame#NO_TIME}: times of two clocks are never mixed.
 *
 * <p>Writes into the frames' bytes. One thread; no allocation for a frame once the format is decided.
 */
public final class Stamps implements FrameHandler {
    private final Optional<StampFormat> order;
    private final FrameHandler next;
    private final FrameShape shape = new FrameShape();
    private final KeyFrame key = new KeyFrame();
    private final ClockComparison comparison = new ClockComparison();

    private @Nullable StampDetector detector;
    private @Nullable StampLayout layout;
    private @Nullable TickClock ticks;
    private StampDetector.@Nullable Choice choice;

    private long frames;
    private long placed;
    private long unstamped;
    private long cut;
    private long disagreeing;
    private long unplaced;
    private long keyFrames;
    private long foreignKeyFrames;
    private long degraded;
    private long backward;
    private long largestBackwardNs;
    private long lastNs;

    /**
     * @param order the format that the user asks for, taken without a look at the capture's clock; nothing: found out
     * @param next takes the frames
     */
    public Stamps(Optional<StampFormat> order, FrameHandler next) {
        this.order = order;
        this.next = next;
        if (order.equals(Optional.of(StampFormat.KERNEL))) {
            String reason = StampFormat.KERNEL.text() + " as ordered: the capture's own times";
            choice = new StampDetector.Choice(Optional.empty(), reason, 0, 0, -1, 0);
        } else {
            detector = new StampDetector(order);
        }
    }

    @Override
    public void frame(Frame frame) {
        if (detector == null) {
            pass(frame);
        } else if (detector.add(frame)) {
            decide(detector);
        }
    }

    /** Hands on what is still held; the capture has no more frames. */
    public void end() {
        if (detector != null) {
            decide(detector);
        }
    }

    private void decide(StampDetector full) {
        StampDetector.Choice chosen = full.choose();
        choice = chosen;
        layout = chosen.layout().orElse(null);
        ticks = layout instanceof TickLayout counter ? counter.clock : null;
        detector = null;
        full.held().replay(Integer.MAX_VALUE, this::pass);
    }

    private void pass(Frame frame) {
        frames++;
        StampLayout format = layout;
        if (format == null) {
            placed += frame.timeNs == Frame.NO_TIME ? 0 : 1;
        } else {
            shape.read(frame);
            if (ticks != null && key.read(frame, shape)) {
                keyFrame(frame, ticks);
                return;
            }
            frame.timeNs = timeNs(frame, format);
        }
        next.frame(frame);
    }

    private void keyFrame(Frame frame, TickClock clock) {
        keyFrames++;
        if (choice != null && choice.device() >= 0 && key.device != choice.device()) {
            foreignKeyFrames++;
        } else {
            clock.keyFrame(key, frame);
        }
    }

    private long timeNs(Frame frame, StampLayout format) {
        if (frame.length < frame.wireLength && format.format != StampFormat.ARISTA_7280) {
            cut++;
            return Frame.NO_TIME;
        }
        if (!shape.isEthernet() || shape.isLldp() || !format.read(frame, shape)) {
            unstamped++;
            return Frame.NO_TIME;
        }
        if (format.timeNs == Frame.NO_TIME) {
            unplaced++;
        } else if (isImpossible(frame, format)) {
            disagreeing++;
            return Frame.NO_TIME;
        } else {
            count(frame, format);
        }
        format.strip(frame);
        return format.timeNs;
    }

    private boolean isImpossible(Frame frame, StampLayout format) {
        return order.isEmpty()
                && !format.isDistinct()
                && choice != null
                && frame.timeNs != Frame.NO_TIME
                && isFar(format.timeNs - frame.timeNs, choice.offsetNs())
                && isFar(format.timeNs, lastNs);
    }

    private static boolean isFar(long aNs, long bNs) {
        return Math.abs(aNs - bNs) > StampDetector.NEAR_NS;
    }

    private void count(Frame frame, StampLayout format) {
        placed++;
        degraded += format.degraded ? 1 : 0;
        if (format.timeNs < lastNs) {
            backward++;
            largestBackwardNs = Math.max(largestBackwardNs, lastNs - format.timeNs);
        }
        lastNs = format.timeNs;
        if (frame.timeNs != Frame.NO_TIME) {
            comparison.add(frame.number, frame.timeNs, format.timeNs);
        }
    }

    /** Returns what was found so far; complete after {@link #end}. */
    public StampReport report() {
        StampDetector.Choice chosen =
                choice == null ? new StampDetector.Choice(Optional.empty(), "no frames yet", 0, 0, -1, 0) : choice;
        List<StampReport.Step> steps = new ArrayList<>(comparison.steps());
        long stepCount = comparison.stepCount();
        OptionalDouble megahertz = OptionalDouble.empty();
        if (ticks != null) {
            steps.addAll(0, ticks.steps());
            stepCount += ticks.stepCount();
            megahertz = ticks.isAnchored() ? OptionalDouble.of(1e3 / ticks.nsPerTick()) : OptionalDouble.empty();
        }
        return new StampReport(
                layout == null ? StampFormat.KERNEL : layout.format,
                chosen.reason(),
                chosen.looked(),
                chosen.agreed(),
                frames,
                placed,
                unstamped,
                cut,
                disagreeing,
                unplaced,
                keyFrames,
                foreignKeyFrames,
                degraded,
                backward,
                largestBackwardNs,
                megahertz,
                steps,
                stepCount,
                comparison.isEmpty() ? Optional.empty() : Optional.of(comparison.result()));
    }
}
