package org.ticktoquote.wire.packet;

import java.util.BitSet;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Puts fragments of IP packets together, in bounded memory: {@value #MAX} packets at a time, each for {@value #TIMEOUT_NS} ns of
 * the capture. Where fragments overlap, the bytes that came first count.
 *
 * <p>A packet that is complete is remembered for a while, so that copies of its fragments begin no other. Allocates only until
 * it has seen the longest packets.
 */
final class Fragments {
    static final long TIMEOUT_NS = 30_000_000_000L;
    static final int MAX = 256;

    private static final int UNIT = 8;
    private static final int LONGEST = 65_535;
    private static final int UNKNOWN = -1;

    private final PacketCounts counts;
    private final Long2ObjectHashMap<Assembly> assemblies = new Long2ObjectHashMap<>();

    Fragments(PacketCounts counts) {
        this.counts = counts;
    }

    /** A packet of which some fragments are there. */
    static final class Assembly {
        /** What fragments of one packet have in common. */
        private long key;

        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[2048]);

        /** What follows the IP header, by the first fragment. */
        int protocol;

        /** Bytes of the packet, without IP headers. */
        int length;

        private final BitSet units = new BitSet(LONGEST / UNIT + 1);
        private int whole;
        /** Of its first fragment; when it is complete, of its last one. */
        private long timeNs;

        private boolean complete;

        /** Bytes from the begin on that the capture has. */
        int captured() {
            return Math.min(length, whole);
        }

        private boolean isWithin(long nowNs, long ns) {
            return Math.abs(nowNs - timeNs) <= ns;
        }

        /** Returns whether it is given up before another one. */
        private boolean isBefore(Assembly other) {
            return complete == other.complete ? timeNs < other.timeNs : complete;
        }

        private boolean isCopy(HeaderCursor from, int offset) {
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

        /** Takes what is not there yet; returns whether something was. */
        private boolean take(HeaderCursor from, int offset) {
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
            whole = captured < to ? Math.min(whole, captured) : whole;
            return overlaps;
        }
    }

    /**
     * Takes a fragment.
     *
     * @param key hash of addresses, identification and all else that fragments of one packet have in common
     * @param nowNs time of the capture
     * @param protocol what the fragment says that the packet carries
     * @param offset in the packet, a multiple of 8
     * @param from its bytes, one of them at least
     * @return the packet when it is complete now; valid until the next call
     */
    @Nullable
    Assembly add(long key, long nowNs, int protocol, int offset, boolean more, HeaderCursor from) {
        Assembly assembly = find(key, nowNs, from.buffer.byteArray());
        boolean isCopy = assembly.isCopy(from, offset);
        if (assembly.complete) {
            if (isCopy && assembly.isWithin(nowNs, Duplicates.WITHIN_NS)) {
                return null;
            }
            begin(assembly, key, nowNs);
            isCopy = false;
        }
        if (offset == 0) {
            assembly.protocol = protocol;
        }
        int end = offset + from.wireEnd - from.offset;
        if (assembly.length != UNKNOWN && (end > assembly.length || !more && end != assembly.length)) {
            counts.overlapping++;
            return null;
        }
        if (!isCopy && assembly.take(from, offset)) {
            counts.overlapping++;
        }
        assembly.length = more ? assembly.length : end;
        return finished(assembly, nowNs) ? assembly : null;
    }

    private boolean finished(Assembly assembly, long nowNs) {
        if (assembly.length == UNKNOWN || assembly.units.nextClearBit(0) * UNIT < assembly.length) {
            return false;
        }
        assembly.complete = true;
        assembly.timeNs = nowNs;
        counts.assembled++;
        counts.incomplete--;
        return true;
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

    /** The source may be a packet that was put together itself, and stays whole. */
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

    /** Counts it as incomplete until it is complete. */
    private void begin(Assembly assembly, long key, long nowNs) {
        assembly.key = key;
        assembly.protocol = UNKNOWN;
        assembly.length = UNKNOWN;
        assembly.whole = LONGEST;
        assembly.timeNs = nowNs;
        assembly.complete = false;
        assembly.units.clear();
        counts.incomplete++;
    }
}
