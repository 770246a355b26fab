package org.ticktoquote.wire.stream;

/** How one direction of a TCP connection ended. */
public enum StreamEnd {
    /** Its sender closed it (FIN). */
    CLOSED,
    /** Its sender broke the connection off (RST). */
    RESET,
    /** The other side did. */
    RESET_BY_PEER,
    /** Its ports began another connection. */
    REPLACED,
    /** It was given up to keep memory bounded. */
    FORGOTTEN,
    /** The capture ended before it. */
    CUT_OFF
}
