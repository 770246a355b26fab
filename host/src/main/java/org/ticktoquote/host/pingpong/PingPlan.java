package org.ticktoquote.host.pingpong;

/**
 * One passage of equal messages to a server.
 *
 * @param bytes of a message
 * @param ratePerSecond of an open loop; 0 for a closed loop, which sends the next message when the last one is answered
 * @param warmUp messages that are sent first and not counted
 * @param messages to be counted; the most that a closed loop sends
 * @param durationNs after which a closed loop ends
 * @param timeoutNs after which a reply is lost
 */
record PingPlan(int bytes, int ratePerSecond, int warmUp, int messages, long durationNs, long timeoutNs) {
    private static final long SECOND_NS = 1_000_000_000L;

    boolean open() {
        return ratePerSecond > 0;
    }

    int all() {
        return warmUp + messages;
    }

    /** When the schedule says that a message leaves: computed from the first, never re-based. */
    long intendedNs(long firstNs, long sequence) {
        return firstNs + sequence * SECOND_NS / ratePerSecond;
    }
}
