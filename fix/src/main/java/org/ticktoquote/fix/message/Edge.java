package org.ticktoquote.fix.message;

/** Which byte of a message its time is taken from. */
public enum Edge {
    /** The time of the read that brought the first byte. */
    FIRST_BYTE,
    /** The latest time of all reads that brought bytes of the message. */
    LAST_BYTE
}
