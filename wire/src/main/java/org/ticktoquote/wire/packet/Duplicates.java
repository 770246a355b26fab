package org.ticktoquote.wire.packet;

/**
 * Recognises packets that a mirror shows more than once: on the way in and on the way out of a switch, before and after a hop,
 * or on two interfaces of one host.
 *
 * <p>Candidates have the same addresses, ports, identification, TCP header and payload, within {@value #WITHIN_NS} ns. MAC addresses, VLAN tags and hop limits may differ: the
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
    /** Entries among which one of a hash may be: next to each other, for the cache. */
    private static final int BUCKET = 2;

    /** An entry: hash, time, ways two by two, 0 where there is none. */
    private static final int ENTRY = 4;

    private static final int TIME = 1;
    private static final int WAYS = 2;

    private static final int FLOWS = 1 << 12;
    /** A flow: hash, hash and identification of its last packet, and whether identifications say nothing. */
    private static final int FLOW = 4;

    private final long[] entries = new long[ENTRIES * ENTRY];
    private final long[] flows = new long[FLOWS * FLOW];

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
        int bucket = ((int) (content >>> 40) & ENTRIES - BUCKET) * ENTRY;
        int oldest = bucket;
        boolean equal = false;
        for (int entry = bucket; entry < bucket + BUCKET * ENTRY; entry += ENTRY) {
            long ageNs = timeNs - entries[entry + TIME];
            if (entries[entry] == content && ageNs <= WITHIN_NS && ageNs >= -WITHIN_NS) {
                if (identified || isNewWay(entry, way | 1)) {
                    duplicates++;
                    return true;
                }
                equal = true;
            }
            oldest = entries[entry + TIME] < entries[oldest + TIME] ? entry : oldest;
        }
        alike += equal ? 1 : 0;
        entries[oldest] = content;
        entries[oldest + TIME] = timeNs;
        entries[oldest + WAYS] = (way | 1) & 0xFFFF_FFFFL;
        entries[oldest + WAYS + 1] = 0;
        return false;
    }

    /** Whether the sender gives different packets the same identification. */
    private boolean repeats(long flow, long content, int identification) {
        int at = ((int) (flow >>> 40) & FLOWS - 1) * FLOW;
        if (flows[at] != flow) {
            flows[at] = flow;
            flows[at + 3] = 0;
        } else if (flows[at + 2] == identification && flows[at + 1] != content) {
            flows[at + 3] = 1;
        }
        flows[at + 1] = content;
        flows[at + 2] = identification;
        return flows[at + 3] != 0;
    }

    private boolean isNewWay(int entry, int way) {
        for (int i = entry + WAYS; i < entry + ENTRY; i++) {
            for (int shift = 0; shift < Long.SIZE; shift += Integer.SIZE) {
                int known = (int) (entries[i] >>> shift);
                if (known == way) {
                    return false;
                }
                if (known == 0) {
                    entries[i] |= (way & 0xFFFF_FFFFL) << shift;
                    return true;
                }
            }
        }
        return false;
    }

    long duplicates() {
        return duplicates;
    }

    long alike() {
        return alike;
    }
}
