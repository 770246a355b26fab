package org.ticktoquote.wire.message;

/** Which byte of a message has the message's time. */
public enum Edge {
    /** The last byte: when the packet was on the wire that completes the message. */
    LAST_BYTE("last-byte"),
    /** The first byte: when the packet was on the wire in which the message begins. */
    FIRST_BYTE("first-byte");

    private final String text;

    Edge(String text) {
        this.text = text;
    }

    /** As users write it. */
    public String text() {
        return text;
    }
}
