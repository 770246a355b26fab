package org.ticktoquote.wire.packet;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/** Hashes of 64 bits, of numbers and bytes: equal ones are taken for equal content. Not against an adversary. */
final class ContentHash {
    private static final long FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long THIRD = 0x1656_67B1_9E37_79F9L;
    private static final long FOURTH = 0x27D4_EB2F_1656_67C5L;

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

    /** The same with bytes: four lanes, so that the multiplications overlap. */
    static long mix(long hash, UnsafeBuffer bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long mixed = mix(hash, length);
        if (length >= 32) {
            long a = FIRST;
            long b = SECOND;
            long c = THIRD;
            long d = FOURTH;
            for (; at + 32 <= end; at += 32) {
                a = Long.rotateLeft(a ^ bytes.getLong(at, ByteOrder.LITTLE_ENDIAN), 29) * FIRST;
                b = Long.rotateLeft(b ^ bytes.getLong(at + 8, ByteOrder.LITTLE_ENDIAN), 29) * SECOND;
                c = Long.rotateLeft(c ^ bytes.getLong(at + 16, ByteOrder.LITTLE_ENDIAN), 29) * THIRD;
                d = Long.rotateLeft(d ^ bytes.getLong(at + 24, ByteOrder.LITTLE_ENDIAN), 29) * FOURTH;
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
