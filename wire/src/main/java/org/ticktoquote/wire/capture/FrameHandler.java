package org.ticktoquote.wire.capture;

/** Takes the frames of a capture, one after another. */
@FunctionalInterface
public interface FrameHandler {
    /** The frame and its bytes may be used during the call only. */
    void frame(Frame frame);
}
