package org.ticktoquote.wire.stream;

/** Chooses the reader of each direction of a TCP connection. */
@FunctionalInterface
public interface StreamHandler {
    /** Called for a direction before its first bytes. */
    StreamReader opened(StreamDirection flow);
}
