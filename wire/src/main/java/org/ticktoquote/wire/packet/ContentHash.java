package org.ticktoquote.wire.packet;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/** Hashes of 64 bits, of numbers and bytes: equal ones are taken for equal content. Not against an adversary. */
final class ContentHash {
    private static final long FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long THIRD = 0x1656_67B1_9E37_79F9L;

    private ContentHash() {}

    /** The hash of what the other one is of, and then a number. */
    static long mix(long hash, long number) {
        long mixed = (hash ^ number) * FIRST;
        return mixed ^ mixed >>> 32;
    }

    /** The same with two numbers, whose multiplications overlap. */
    static long mix(long hash, long first, long second) {
        return mix(first * SECOND ^ Long.rotateLeft(second * THIRD, 31), hash);
    }

    /** The same with bytes, two words at a time. */
    static long mix(long hash, UnsafeBuffer bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long mixed = mix(hash, length);
        for (; at + 16 <= end; at += 16) {
            long first = bytes.getLong(at, ByteOrder.LITTLE_ENDIAN);
            mixed = mix(mixed, first, bytes.getLong(at + 8, ByteOrder.LITTLE_ENDIAN));
        }
        for (; at + 4 <= end; at += 4) {
            mixed = mix(mixed, bytes.getInt(at, ByteOrder.LITTLE_ENDIAN));
        }
        for (; at < end; at++) {
            mixed = mix(mixed, bytes.getByte(at));
        }
        return mixed;
    }
}
