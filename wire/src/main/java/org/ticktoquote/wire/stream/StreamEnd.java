package org.ticktoquote.wire.stream;

/** How one direction of a TCP connection ended. */
public enum StreamEnd {
    /** Its sender closed it (FIN). */
    CLOSED,
    /** One of both sides broke the connection off (RST). */
    RESET,
    /** Its ports began another connection. */
    REPLACED,
    /** It was given up to keep memory bounded. */
    FORGOTTEN,
    /** The capture ended before it. */
    CUT_OFF
}
