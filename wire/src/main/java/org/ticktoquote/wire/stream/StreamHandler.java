package org.ticktoquote.wire.stream;

/** Chooses who reads a direction of a TCP connection. */
@FunctionalInterface
public interface StreamHandler {
    /** A direction that carries something, seen for the first time; called before its first bytes. */
    StreamReader opened(Flow flow);
}
