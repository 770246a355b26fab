package org.ticktoquote.wire.packet;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/** 64-bit hashes of numbers and bytes. Equal hashes are taken for equal content. Not safe against an adversary. */
final class ContentHash {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private ContentHash() {}

    /** Extends a hash by a number. */
    static long mix(long hash, long number) {
        long mixed = (hash ^ number) * FACTOR;
        return mixed ^ mixed >>> 32;
    }

    /** Extends a hash with the addresses of both ends, without their ports. */
    static long mix(long hash, PacketAddress from, PacketAddress to) {
        long mixed = mix(mix(hash, from.low), to.low);
        return (from.high | to.high) == 0 ? mixed : mix(mix(mixed, from.high), to.high);
    }

    /** Extends a hash with bytes. Uses four lanes so that the multiplications overlap. */
    static long mix(long hash, UnsafeBuffer bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long mixed = mix(hash, length);
        if (length >= 32) {
            long a = 1;
            long b = 2;
            long c = 3;
            long d = 4;
            for (; at + 32 <= end; at += 32) {
                a = Long.rotateLeft(a ^ bytes.getLong(at, ByteOrder.LITTLE_ENDIAN), 29) * FACTOR;
                b = Long.rotateLeft(b ^ bytes.getLong(at + 8, ByteOrder.LITTLE_ENDIAN), 29) * FACTOR;
                c = Long.rotateLeft(c ^ bytes.getLong(at + 16, ByteOrder.LITTLE_ENDIAN), 29) * FACTOR;
                d = Long.rotateLeft(d ^ bytes.getLong(at + 24, ByteOrder.LITTLE_ENDIAN), 29) * FACTOR;
            }
            mixed = mix(mix(mix(mix(mixed, a), b), c), d);
        }
        for (; at + 8 <= end; at += 8) {
            mixed = mix(mixed, bytes.getLong(at, ByteOrder.LITTLE_ENDIAN));
        }
        for (; at < end; at++) {
            mixed = mix(mixed, bytes.getByte(at));
        }
        return mixed;
    }
}
