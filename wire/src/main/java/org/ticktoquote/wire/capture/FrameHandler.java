package org.ticktoquote.wire.capture;

/** Receives the frames of a capture in order. */
@FunctionalInterface
public interface FrameHandler {
    /** @param frame frame that is valid during the call only, like its bytes */
    void frame(Frame frame);
}
