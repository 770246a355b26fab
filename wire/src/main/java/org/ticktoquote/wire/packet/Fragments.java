package org.ticktoquote.wire.packet;

import java.util.BitSet;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reassembles IP fragments in bounded memory: at most {@value #MAX} packets at a time, each for at most 30 s of capture time.
 * If fragments overlap, the bytes captured first are used.
 *
 * <p>A complete packet is remembered for a while, so that copies of its fragments do not start another one. Allocates only for
 * the first {@value #MAX} packets, and for a packet that is longer than the buffer that it reuses.
 */
final class Fragments {
    static final long TIMEOUT_NS = 30_000_000_000L;
    static final int MAX = 256;

    private static final int UNIT = 8;
    private static final int MAX_LENGTH = 65_535;
    private static final int UNKNOWN = -1;

    private final PacketCounts counts;
    private final Long2ObjectHashMap<Assembly> assemblies = new Long2ObjectHashMap<>();

    Fragments(PacketCounts counts) {
        this.counts = counts;
    }

    /** A packet that is being reassembled. */
    static final class Assembly {
        /** Hash of the fields that all fragments of a packet share. */
        private long key;

        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[2048]);

        /** Protocol after the IP header, from the first fragment. */
        int protocol;

        /** Length of the packet in bytes, without IP headers. */
        int length;

        private final BitSet units = new BitSet(MAX_LENGTH / UNIT + 1);
        /** Position of the first byte that the capture truncated; the maximum length of a packet if there is none. */
        int cutAt;

        /** Time of its first fragment, or of its last one once complete. */
        private long timeNs;

        private boolean complete;

        private boolean isWithin(long nowNs, long ns) {
            return Math.abs(nowNs - timeNs) <= ns;
        }

        /** Returns whether this assembly is evicted before another one. */
        private boolean isBefore(Assembly other) {
            return complete == other.complete ? timeNs < other.timeNs : complete;
        }

        private boolean isCopy(Packets from, int offset) {
            if (units.nextClearBit(offset / UNIT) * UNIT < offset + from.wireEnd - from.offset) {
                return false;
            }
            for (int i = 0; i < from.end - from.offset; i++) {
                if (from.buffer.getByte(from.offset + i) != bytes.getByte(offset + i)) {
                    return false;
                }
            }
            return true;
        }

        /** Copies the missing bytes; returns whether the fragment overlaps earlier ones. */
        private boolean add(Packets from, int offset) {
            int to = offset + from.wireEnd - from.offset;
            int captured = offset + from.end - from.offset;
            if (to > bytes.capacity()) {
                byte[] longer = new byte[Integer.highestOneBit(to) * 2];
                bytes.getBytes(0, longer, 0, bytes.capacity());
                bytes.wrap(longer);
            }
            boolean overlaps = false;
            for (int place = offset; place < to; place += UNIT) {
                boolean isThere = units.get(place / UNIT);
                overlaps |= isThere;
                int part = isThere ? 0 : Math.min(UNIT, captured - place);
                if (part > 0) {
                    bytes.putBytes(place, from.buffer, from.offset + place - offset, part);
                }
            }
            units.set(offset / UNIT, (to + UNIT - 1) / UNIT);
            cutAt = captured < to ? Math.min(cutAt, captured) : cutAt;
            return overlaps;
        }
    }

    /**
     * Adds a fragment.
     *
     * @param key hash of addresses, identification and everything else that fragments of one packet share
     * @param nowNs capture time
     * @param protocol protocol after the IP header, as declared by this fragment
     * @param offset position in the packet, a multiple of 8
     * @param from the fragment's bytes, at least one
     * @return the packet if it is complete now; valid until the next call
     */
    @Nullable
    Assembly add(long key, long nowNs, int protocol, int offset, boolean more, Packets from) {
        Assembly assembly = find(key, nowNs, from.buffer.byteArray());
        boolean isCopy = assembly.isCopy(from, offset);
        if (assembly.complete) {
            if (isCopy && assembly.isWithin(nowNs, Duplicates.WITHIN_NS)) {
                return null;
            }
            begin(assembly, key, nowNs);
            isCopy = false;
        }
        assembly.protocol = offset == 0 ? protocol : assembly.protocol;
        int end = offset + from.wireEnd - from.offset;
        if (assembly.length != UNKNOWN && (end > assembly.length || !more && end != assembly.length)) {
            counts.overlapping++;
            return null;
        }
        counts.overlapping += !isCopy && assembly.add(from, offset) ? 1 : 0;
        assembly.length = more ? assembly.length : end;
        if (assembly.length == UNKNOWN || assembly.units.nextClearBit(0) * UNIT < assembly.length) {
            return null;
        }
        assembly.complete = true;
        assembly.timeNs = nowNs;
        counts.incomplete--;
        return assembly;
    }

    private Assembly find(long key, long nowNs, byte @Nullable [] source) {
        Assembly known = assemblies.get(key);
        if (known != null && (known.complete || known.isWithin(nowNs, TIMEOUT_NS))) {
            return known;
        }
        Assembly assembly = known == null ? unused(source) : known;
        assemblies.put(key, assembly);
        begin(assembly, key, nowNs);
        return assembly;
    }

    /**
     * Returns a new or evicted assembly. Never evicts the one that contains the fragment's own bytes, because a fragment can
     * be inside a reassembled packet.
     *
     * @param source array that contains the fragment
     */
    private Assembly unused(byte @Nullable [] source) {
        @Nullable Assembly oldest = null;
        for (Assembly each : assemblies.values()) {
            boolean isSource = each.bytes.byteArray() == source;
            oldest = !isSource && (oldest == null || each.isBefore(oldest)) ? each : oldest;
        }
        if (oldest == null || assemblies.size() < MAX) {
            return new Assembly();
        }
        assemblies.remove(oldest.key);
        return oldest;
    }

    /** Starts the reassembly of a packet. The packet counts as incomplete until its last fragment. */
    private void begin(Assembly assembly, long key, long nowNs) {
        assembly.key = key;
        assembly.protocol = UNKNOWN;
        assembly.length = UNKNOWN;
        assembly.cutAt = MAX_LENGTH;
        assembly.timeNs = nowNs;
        assembly.complete = false;
        assembly.units.clear();
        counts.incomplete++;
    }
}
