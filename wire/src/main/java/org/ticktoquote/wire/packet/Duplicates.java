package org.ticktoquote.wire.packet;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Recognises packets that a mirror captured more than once: entering and leaving a switch, before and after a hop, or on two
 * interfaces of one host.
 *
 * <p>Candidates have the same addresses, ports, identification, TCP header and payload, within {@value #WITHIN_NS} ns. MAC
 * addresses, VLAN tags and hop limits can differ: they are the packet's <em>way</em>. The identification decides which
 * candidates are duplicates:
 *
 * <ul>
 *   <li>IPv4 with an identification other than 0: all of them. A sender that repeats data, TCP included, gives each packet a
 *       new identification. A sender that gives different packets the same identification is treated as having none.
 *   <li>No identification (0, IPv6): only a packet that came a different way from the first, and only one per way. Two
 *       packets that came the same way can both have been sent, so both are kept.
 * </ul>
 *
 * <p>Packets without a time are never duplicates. Memory is fixed: beyond {@value #ENTRIES} packets within this time, the
 * oldest are forgotten. No allocation.
 */
final class Duplicates {
    static final long WITHIN_NS = 10_000_000;

    private static final int ENTRIES = 1 << 14;
    /** Entries that can hold a hash, adjacent for cache locality. */
    private static final int BUCKET = 2;

    /** Numbers per entry: the hash, whose last bits count the additional ways, and the time. */
    private static final int ENTRY = 2;

    private static final int MORE_WAYS = 3;

    private static final int FLOWS = 1 << 12;
    /** Numbers per flow: its hash, hash and identification of its last packet, and whether identifications are unusable. */
    private static final int FLOW = 4;

    /** Payloads are compared by this many bytes at each end, because a copy can be truncated elsewhere. */
    private static final int COMPARED = 16;

    private final PacketCounts counts;
    private final long[] entries = new long[ENTRIES * ENTRY];
    private final int[] ways = new int[ENTRIES * (MORE_WAYS + 1)];
    private final long[] flows = new long[FLOWS * FLOW];

    Duplicates(PacketCounts counts) {
        this.counts = counts;
    }

    /**
     * Returns whether the packet is a duplicate; otherwise remembers it. TCP packets are compared by the header, including
     * its checksum, and the first and last bytes of the payload. UDP packets are compared by the whole payload.
     *
     * @param bytes contains the packet's UDP or TCP header at {@code at}
     * @param way hash of the fields that can differ between two places of the network
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
