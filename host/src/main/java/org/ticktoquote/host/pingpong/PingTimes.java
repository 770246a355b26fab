package org.ticktoquote.host.pingpong;

/**
 * The moments of every message of a passage, by sequence; 0 for what never happened.
 *
 * <p>Bounded by the plan: 24 bytes a message. The sender writes intended and sent, the receiver received; both are read
 * after both have ended.
 */
final class PingTimes {
    private final long[] intendedNs;
    private final long[] sentNs;
    private final long[] receivedNs;

    PingTimes(int messages) {
        this.intendedNs = new long[messages];
        this.sentNs = new long[messages];
        this.receivedNs = new long[messages];
    }

    int capacity() {
        return sentNs.length;
    }

    /**
     * Notes a message that leaves.
     *
     * @param intended when the schedule said; of a closed loop the same as sent
     * @param sent clock before the send call
     */
    void sent(int sequence, long intended, long sent) {
        intendedNs[sequence] = intended;
        sentNs[sequence] = sent;
    }

    /** Notes a reply: the clock after the read that delivered its end. */
    void received(int sequence, long received) {
        receivedNs[sequence] = received;
    }

    boolean answered(int sequence) {
        return receivedNs[sequence] != 0;
    }

    long intendedNs(int sequence) {
        return intendedNs[sequence];
    }

    long sentNs(int sequence) {
        return sentNs[sequence];
    }

    long receivedNs(int sequence) {
        return receivedNs[sequence];
    }
}
