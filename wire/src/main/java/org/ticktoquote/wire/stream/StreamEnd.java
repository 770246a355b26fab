package org.ticktoquote.wire.stream;

/** Reason why one direction of a TCP connection ended. */
public enum StreamEnd {
    /** Its sender closed it (FIN). */
    CLOSED,
    /** Its sender reset the connection (RST). */
    RESET,
    /** The other side reset the connection. */
    RESET_BY_PEER,
    /** Another connection began on its ports. */
    REPLACED,
    /** Dropped to bound memory. */
    FORGOTTEN,
    /** The capture ended first. */
    CUT_OFF
}
