package org.ticktoquote.wire.packet;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Puts fragments of IP packets together, in bounded memory: {@value #MOST} packets at a time, each for {@value #TIMEOUT_NS} ns
 * of the capture. Where fragments overlap, the bytes that came first count.
 *
 * <p>A packet that is complete is remembered for a while, so that copies of its fragments begin no other. Allocates only until
 * it has seen the longest packets.
 */
final class Fragments {
    static final long TIMEOUT_NS = 30_000_000_000L;
    static final int MOST = 256;

    private static final int UNIT = 8;
    private static final int LONGEST = 65_535;
    private static final int UNKNOWN = -1;

    private final long[] hashes = new long[MOST];
    private final Assembly[] assemblies = new Assembly[MOST];
    private int used;

    private long assembled;
    private long incomplete;
    private long overlapping;

    /** A packet of which some fragments are there. */
    static final class Assembly {
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[2048]);
        private final long[] units = new long[(LONGEST + UNIT) / UNIT / Long.SIZE + 1];
        private long fromHigh;
        private long fromLow;
        private long toHigh;
        private long toLow;
        private int identification;
        private int version;
        private int protocol;
        private int total;
        private int there;
        private int whole;
        private long firstNs;
        private boolean complete;

        UnsafeBuffer bytes() {
            return bytes;
        }

        /** What follows the IP header, by the first fragment. */
        int protocol() {
            return protocol;
        }

        /** Bytes of the packet, without IP headers. */
        int length() {
            return total;
        }

        /** Bytes from the begin on that the capture has. */
        int captured() {
            return Math.min(total, whole);
        }

        private boolean isOf(Packet packet) {
            return identification == packet.identification
                    && version == packet.version
                    && fromLow == packet.fromLow
                    && toLow == packet.toLow
                    && fromHigh == packet.fromHigh
                    && toHigh == packet.toHigh;
        }

        private void begin(Packet packet, long nowNs) {
            fromHigh = packet.fromHigh;
            fromLow = packet.fromLow;
            toHigh = packet.toHigh;
            toLow = packet.toLow;
            identification = packet.identification;
            version = packet.version;
            protocol = UNKNOWN;
            total = UNKNOWN;
            there = 0;
            whole = LONGEST;
            firstNs = nowNs;
            complete = false;
            Arrays.fill(units, 0);
        }

        private boolean has(int unit) {
            return (units[unit / Long.SIZE] & 1L << unit) != 0;
        }

        private boolean isCopy(UnsafeBuffer from, int at, int offset, int length, int captured) {
            for (int unit = offset / UNIT; unit * UNIT < offset + length; unit++) {
                if (!has(unit)) {
                    return false;
                }
            }
            for (int i = 0; i < captured; i++) {
                if (from.getByte(at + i) != bytes.getByte(offset + i)) {
                    return false;
                }
            }
            return true;
        }

        /** Takes what is not there yet; returns whether something was. */
        private boolean take(UnsafeBuffer from, int at, int offset, int length, int captured) {
            reserve(offset + length);
            boolean overlaps = false;
            for (int unit = offset / UNIT; unit * UNIT < offset + length; unit++) {
                if (has(unit)) {
                    overlaps = true;
                } else {
                    units[unit / Long.SIZE] |= 1L << unit;
                    there++;
                    int begin = unit * UNIT - offset;
                    int part = Math.min(UNIT, captured - begin);
                    if (part > 0) {
                        bytes.putBytes(offset + begin, from, at + begin, part);
                    }
                }
            }
            whole = captured < length ? Math.min(whole, offset + captured) : whole;
            return overlaps;
        }

        private void reserve(int length) {
            if (length > bytes.capacity()) {
                byte[] longer = new byte[Integer.highestOneBit(length) * 2];
                bytes.getBytes(0, longer, 0, bytes.capacity());
                bytes.wrap(longer);
            }
        }
    }

    /**
     * Takes a fragment.
     *
     * @param packet with version, addresses and identification of it
     * @param nowNs time of the capture
     * @param protocol what the fragment says that the packet carries
     * @param offset in the packet, a multiple of 8
     * @param length bytes of the fragment, above 0
     * @param captured how many of them are there, from a place of the bytes on
     * @return the packet when it is complete now; valid until the next call
     */
    @Nullable
    Assembly add(
            Packet packet,
            long nowNs,
            int protocol,
            int offset,
            boolean more,
            UnsafeBuffer from,
            int at,
            int length,
            int captured) {
        Assembly assembly = find(packet, nowNs, from.byteArray());
        if (assembly.complete) {
            if (isRecent(assembly, nowNs, Duplicates.WITHIN_NS)
                    && assembly.isCopy(from, at, offset, length, captured)) {
                return null;
            }
            assembly.begin(packet, nowNs);
        }
        if (offset == 0) {
            assembly.protocol = protocol;
        }
        boolean beyond = assembly.total != UNKNOWN && offset + length > assembly.total;
        if (beyond || !more && assembly.total != UNKNOWN && offset + length != assembly.total) {
            overlapping++;
            return null;
        }
        if (!assembly.isCopy(from, at, offset, length, captured) && assembly.take(from, at, offset, length, captured)) {
            overlapping++;
        }
        assembly.total = more ? assembly.total : offset + length;
        return finished(assembly, nowNs);
    }

    private @Nullable Assembly finished(Assembly assembly, long timeNs) {
        boolean done = assembly.total != UNKNOWN && assembly.there == (assembly.total + UNIT - 1) / UNIT;
        if (!done) {
            return null;
        }
        assembly.complete = true;
        assembly.firstNs = timeNs;
        assembled++;
        return assembly;
    }

    private static boolean isRecent(Assembly assembly, long timeNs, long withinNs) {
        return timeNs - assembly.firstNs <= withinNs && assembly.firstNs - timeNs <= withinNs;
    }

    /** The source may be a packet that was put together itself, and stays whole. */
    private Assembly find(Packet packet, long nowNs, byte @Nullable [] source) {
        long hash = ContentHash.mix(
                ContentHash.mix(ContentHash.mix(packet.fromLow, packet.toLow), packet.fromHigh ^ packet.toHigh),
                packet.identification);
        int oldest = UNKNOWN;
        for (int i = 0; i < used; i++) {
            Assembly each = assemblies[i];
            if (hashes[i] == hash && each.isOf(packet)) {
                if (!each.complete && !isRecent(each, nowNs, TIMEOUT_NS)) {
                    incomplete++;
                    each.begin(packet, nowNs);
                }
                return each;
            }
            boolean free = each.bytes.byteArray() != source;
            oldest = free && (oldest == UNKNOWN || isOlder(each, assemblies[oldest])) ? i : oldest;
        }
        return begin(used < MOST ? used++ : oldest, hash, packet, nowNs);
    }

    private static boolean isOlder(Assembly one, Assembly other) {
        return one.complete == other.complete ? one.firstNs < other.firstNs : one.complete;
    }

    private Assembly begin(int place, long hash, Packet packet, long nowNs) {
        Assembly assembly = assemblies[place];
        if (assembly == null) {
            assembly = new Assembly();
            assemblies[place] = assembly;
        } else if (!assembly.complete) {
            incomplete++;
        }
        hashes[place] = hash;
        assembly.begin(packet, nowNs);
        return assembly;
    }

    long assembled() {
        return assembled;
    }

    /** Packets that were given up, and those that would be now. */
    long incomplete() {
        long open = 0;
        for (int i = 0; i < used; i++) {
            open += assemblies[i].complete ? 0 : 1;
        }
        return incomplete + open;
    }

    long overlapping() {
        return overlapping;
    }
}
