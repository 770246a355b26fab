package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.collections.Int2ObjectHashMap;
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
    private final FrameHandler next;
    private final FrameShape shape = new FrameShape();
    private final KeyFrame key = new KeyFrame();
    private final StampReport report = new StampReport();
    private @Nullable StampDetector detector;
    /** Null until the format is decided, and where the capture's own times are ordered. */
    private @Nullable StampSource main;

    /** Of interfaces whose frames show something else. */
    private final Int2ObjectHashMap<StampSource> others = new Int2ObjectHashMap<>();

    private final List<TickClock> clocks = new ArrayList<>();

    /**
     * @param order the format that the user asks for, taken without a look at the capture's clock; nothing: found out
     * @param next takes the frames
     */
    public Stamps(Optional<StampFormat> order, FrameHandler next) {
        this.next = next;
        if (order.equals(Optional.of(StampFormat.KERNEL))) {
            report.reason = StampFormat.KERNEL.text() + " as ordered: the capture's own times";
        } else {
            detector = new StampDetector(order, report);
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
        detector = null;
        StampSource most = full.choose(StampDetector.ALL);
        Map<Integer, StampSource> own = new TreeMap<>();
        full.interfaces().forEach(index -> own.put(index, full.choose(index)));
        if (most.layout == null) {
            most = own.values().stream().filter(each -> each.layout != null).findFirst().orElse(most);
        }
        StampSource chosen = most;
        own.values().removeIf(each -> each.isLike(chosen) || each.layout != null && each.agreed == 0);
        others.putAll(own);
        main = chosen;
        Stream.concat(Stream.of(chosen), own.values().stream())
                .map(StampSource::ticks)
                .filter(Objects::nonNull)
                .forEach(clocks::add);
        report.format = chosen.layout == null ? StampFormat.KERNEL : chosen.layout.format;
        full.held().forEach(this::pass);
    }

    private void pass(Frame frame) {
        frame.captureNs = frame.timeNs;
        StampSource most = main;
        if (most == null || report.format == StampFormat.KERNEL) {
            report.placed += frame.timeNs == Frame.NO_TIME ? 0 : 1;
        } else {
            shape.read(frame);
            if (!clocks.isEmpty() && key.read(frame, shape)) {
                keyFrame();
                return;
            }
            StampSource other = others.get(frame.interfaceIndex);
            frame.timeNs = (other == null ? most : other).timeNs(frame, shape);
        }
        next.frame(frame);
    }

    private void keyFrame() {
        boolean used = false;
        for (TickClock clock : clocks) {
            used |= clock.keyFrame(key);
        }
        report.keyFrames++;
        report.foreignKeyFrames += used ? 0 : 1;
    }

    /** Returns what was found so far; complete after {@link #end}. */
    public StampReport report() {
        if (main != null) {
            main.describe();
            report.reason = main.reason
                    + others.keySet().stream()
                            .sorted()
                            .map(index -> "; interface " + index + ": "
                                    + others.get(index).text())
                            .collect(Collectors.joining());
        }
        return report;
    }
}
