package org.ticktoquote.wire.stream;

/** Chooses the reader of each direction of a TCP connection. */
@FunctionalInterface
public interface StreamHandler {
    /** Returns the reader of a direction. Called before its first bytes. */
    StreamReader opened(StreamDirection flow);
}
