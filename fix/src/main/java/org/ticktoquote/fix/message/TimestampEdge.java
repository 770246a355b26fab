package org.ticktoquote.fix.message;

/** Byte of a message whose read determines the message's timestamp. */
public enum TimestampEdge {
    /** Time of the read that brought the first byte. */
    FIRST_BYTE,
    /** Latest time of all reads that brought bytes of the message. */
    LAST_BYTE
}
