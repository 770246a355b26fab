package org.ticktoquote.wire.packet;

/**
 * Recognises packets that a mirror shows more than once: on the way in and on the way out of a switch, before and after a hop,
 * or on two interfaces of one host.
 *
 * <p>Candidates have the same addresses, ports, identification, TCP header (without its checksum, which a network card may
 * fill in later) and payload, within {@value #WITHIN_NS} ns. MAC addresses, VLAN tags and hop limits may differ: the
 * <em>way</em>. Which of them are one packet depends on the identification:
 *
 * <ul>
 *   <li>IPv4 with an identification other than 0: all of them. A sender that repeats itself, TCP included, gives each packet
 *       another one. A sender whose packets differ under one identification does not; its packets count as having none.
 *   <li>Without an identification (0, IPv6): only one that came another way than the first, and of each way only one for each
 *       first. Two that came the same way may have been sent twice, and are both kept.
 * </ul>
 *
 * <p>Packets without a time are never duplicates. Memory is fixed: above {@value #ENTRIES} packets within the time, the oldest
 * are forgotten. No allocation.
 */
final class Duplicates {
    static final long WITHIN_NS = 10_000_000;

    private static final int ENTRIES = 1 << 14;
    /** Entries among which one of a hash may be. */
    private static final int BUCKET = 4;
    /** Ways of one packet that are remembered, the first included. */
    private static final int WAYS = 4;

    private static final int FLOWS = 1 << 12;

    private final long[] hashes = new long[ENTRIES];
    private final long[] times = new long[ENTRIES];
    private final int[] ways = new int[ENTRIES * WAYS];
    private final byte[] wayCounts = new byte[ENTRIES];

    private final long[] flows = new long[FLOWS];
    private final long[] lastContents = new long[FLOWS];
    private final int[] lastIdentifications = new int[FLOWS];
    private final boolean[] repeating = new boolean[FLOWS];

    private long duplicates;
    private long alike;

    /**
     * Whether the packet was there before; remembers it otherwise.
     *
     * @param flow hash of addresses and ports
     * @param content hash of the flow, the identification and everything that must be equal
     * @param identification 0 where there is none
     * @param way hash of what may differ between two places of the network
     */
    boolean isOne(long timeNs, long flow, long content, int identification, int way) {
        boolean identified = identification != 0 && !repeats(flow, content, identification);
        int bucket = (int) (content >>> 40) & ENTRIES - BUCKET;
        int oldest = bucket;
        boolean equal = false;
        for (int entry = bucket; entry < bucket + BUCKET; entry++) {
            if (hashes[entry] == content && wayCounts[entry] > 0 && Math.abs(timeNs - times[entry]) <= WITHIN_NS) {
                if (identified || isNewWay(entry, way)) {
                    duplicates++;
                    return true;
                }
                equal = true;
            }
            oldest = times[entry] < times[oldest] ? entry : oldest;
        }
        alike += equal ? 1 : 0;
        remember(oldest, timeNs, content, way);
        return false;
    }

    /** Whether the sender gives different packets the same identification. */
    private boolean repeats(long flow, long content, int identification) {
        int at = (int) (flow >>> 40) & FLOWS - 1;
        if (flows[at] != flow) {
            flows[at] = flow;
            repeating[at] = false;
        } else if (lastIdentifications[at] == identification && lastContents[at] != content) {
            repeating[at] = true;
        }
        lastIdentifications[at] = identification;
        lastContents[at] = content;
        return repeating[at];
    }

    private boolean isNewWay(int entry, int way) {
        int count = wayCounts[entry];
        for (int i = 0; i < count; i++) {
            if (ways[entry * WAYS + i] == way) {
                return false;
            }
        }
        if (count < WAYS) {
            ways[entry * WAYS + count] = way;
            wayCounts[entry]++;
        }
        return count < WAYS;
    }

    private void remember(int entry, long timeNs, long content, int way) {
        hashes[entry] = content;
        times[entry] = timeNs;
        ways[entry * WAYS] = way;
        wayCounts[entry] = 1;
    }

    long duplicates() {
        return duplicates;
    }

    long alike() {
        return alike;
    }
}
