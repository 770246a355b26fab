package org.ticktoquote.wire.packet;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Recognises packets that a mirror shows more than once: on the way in and on the way out of a switch, before and after a hop,
 * or on two interfaces of one host.
 *
 * <p>Candidates have the same addresses, ports, identification, TCP header and payload, within {@value #WITHIN_NS} ns. MAC
 * addresses, VLAN tags and hop limits may differ: the <em>way</em>. Which of them are one packet depends on the identification:
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

    /** Numbers of an entry: hash, whose last bits say how many ways it came but one, and time. */
    private static final int ENTRY = 2;

    private static final int MORE_WAYS = 3;

    private static final int FLOWS = 1 << 12;
    /** Numbers of a flow: hash, hash and identification of its last packet, and whether identifications say nothing. */
    private static final int FLOW = 4;

    /** Bytes of a payload that is not compared as a whole. A cut one may be cut elsewhere in a copy. */
    private static final int COMPARED = 16;

    private final PacketCounts counts;
    private final long[] entries = new long[ENTRIES * ENTRY];
    private final int[] ways = new int[ENTRIES * (MORE_WAYS + 1)];
    private final long[] flows = new long[FLOWS * FLOW];

    Duplicates(PacketCounts counts) {
        this.counts = counts;
    }

    /**
     * Returns whether the packet was there before; remembers it otherwise. Of TCP the header with its checksum and the first and
     * last bytes of the payload are enough, of UDP it is all of the payload.
     *
     * @param bytes with its UDP or TCP header at a place
     * @param way hash of what may differ between two places of the network
     */
    boolean isOne(Packet packet, UnsafeBuffer bytes, int at, int header, int way) {
        long ports = (long) packet.protocol << Integer.SIZE | packet.from.port << 16 | packet.to.port;
        long flow = ContentHash.mix(ports, packet.from, packet.to);
        long content = ContentHash.mix(flow, (long) packet.identification << Integer.SIZE | packet.wireLength);
        int compared = packet.length < packet.wireLength ? Math.min(packet.length, COMPARED) : packet.length;
        if (packet.protocol == Packet.UDP) {
            content = ContentHash.mix(content, bytes, at + header, compared);
        } else {
            content = ContentHash.mix(content, bytes, at + 4, header - 4 + Math.min(compared, COMPARED));
            if (compared > COMPARED) {
                content = ContentHash.mix(content, bytes, at + header + compared - COMPARED, COMPARED);
            }
        }
        boolean identified = packet.identification != 0 && !repeats(flow, content, packet.identification);
        return isOne(packet.timeNs, content, identified, way | 1);
    }

    private boolean isOne(long timeNs, long content, boolean identified, int way) {
        int bucket = ((int) (content >>> 40) & ENTRIES - BUCKET) * ENTRY;
        int oldest = bucket;
        boolean equal = false;
        for (int entry = bucket; entry < bucket + BUCKET * ENTRY; entry += ENTRY) {
            long seenNs = entries[entry + 1];
            if ((entries[entry] ^ content) >>> 2 == 0 && Math.abs(timeNs - seenNs) <= WITHIN_NS) {
                if (identified || isNewWay(entry, way)) {
                    counts.duplicates++;
                    return true;
                }
                equal = true;
            }
            oldest = seenNs < entries[oldest + 1] ? entry : oldest;
        }
        counts.alike += equal ? 1 : 0;
        entries[oldest] = content & ~MORE_WAYS;
        entries[oldest + 1] = timeNs;
        ways[oldest * 2] = way;
        return false;
    }

    /** Returns whether the sender gives different packets the same identification. */
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
        int more = (int) entries[entry] & MORE_WAYS;
        for (int known = entry * 2; known <= entry * 2 + more; known++) {
            if (ways[known] == way) {
                return false;
            }
        }
        if (more < MORE_WAYS) {
            entries[entry]++;
            ways[entry * 2 + more + 1] = way;
        }
        return more < MORE_WAYS;
    }
}
