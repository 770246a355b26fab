package org.ticktoquote.host.pingpong;

/** What carries the messages. */
public enum Transport {
    UDP(65_507),
    TCP(1 << 20);

    private final int longest;

    Transport(int longest) {
        this.longest = longest;
    }

    /** The longest message in bytes. */
    public int longest() {
        return longest;
    }
}
