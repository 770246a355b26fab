package org.ticktoquote.wire.stamp;

import org.ticktoquote.wire.capture.Frame;

/**
 * Four bytes of a tick counter at the end of a frame, or before its FCS. With 31 bits the lowest byte has seven of them:
 * {@code (raw & 0xffffff00) >> 1 | raw & 0x7f}.
 */
final class TickLayout extends StampLayout {
    private static final int LENGTH = 4;

    final TickClock clock;

    TickLayout(StampFormat format, int fcsLength, TickClock clock) {
        super(format, fcsLength);
        this.clock = clock;
    }

    @Override
    boolean isDistinct() {
        return true;
    }

    @Override
    boolean isCounter() {
        return true;
    }

    @Override
    boolean locate(Frame frame) {
        base = frame.length - fcsLength - LENGTH;
        return base >= 14;
    }

    @Override
    boolean decode(Frame frame) {
        int raw = FrameShape.i32(frame, base);
        int stamp = format == StampFormat.ARISTA_7150 ? raw >>> 1 & 0x7fffff80 | raw & 0x7f : raw;
        timeNs = clock.timeNs(stamp, frame.timeNs);
        return true;
    }
}
