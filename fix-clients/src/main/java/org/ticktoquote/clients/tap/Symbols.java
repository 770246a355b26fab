package org.ticktoquote.clients.tap;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * From the bytes of a symbol to the instrument's id: an immutable open-addressing table.
 *
 * <p>Lookups allocate nothing; many sessions may share one.
 */
public final class Symbols {
    /** The symbol belongs to no subscribed instrument. */
    static final int UNKNOWN = -1;

    private static final int SECURITY_ID = 48;
    private static final int SYMBOL = 55;

    private final int tag;
    private final byte[][] keys;
    private final int[] ids;
    private final int mask;

    private Symbols(int tag, Map<String, Integer> idsByKey) {
        this.tag = tag;
        int size = BitUtil.findNextPositivePowerOfTwo(4 * Math.max(1, idsByKey.size()));
        this.mask = size - 1;
        this.keys = new byte[size][];
        this.ids = new int[size];
        idsByKey.forEach((key, id) -> put(key.getBytes(StandardCharsets.US_ASCII), id));
    }

    /** Symbols as they stand in tag 55. */
    public static Symbols inSymbol(Map<String, Integer> idsByKey) {
        return new Symbols(SYMBOL, idsByKey);
    }

    /** Symbols as they stand in tag 48. */
    public static Symbols inSecurityId(Map<String, Integer> idsByKey) {
        return new Symbols(SECURITY_ID, idsByKey);
    }

    private void put(byte[] key, int id) {
        int hash = 0;
        for (byte b : key) {
            hash = step(hash, b);
        }
        int slot = slot(hash);
        while (keys[slot] != null) {
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        ids[slot] = id;
    }

    /** The tag whose value names the instrument. */
    int tag() {
        return tag;
    }

    /** The instrument's id, or {@link #UNKNOWN}. */
    int find(DirectBuffer buffer, int offset, int length) {
        int hash = 0;
        for (int i = offset; i < offset + length; i++) {
            hash = step(hash, buffer.getByte(i));
        }
        int slot = slot(hash);
        while (keys[slot] != null) {
            if (equal(keys[slot], buffer, offset, length)) {
                return ids[slot];
            }
            slot = slot + 1 & mask;
        }
        return UNKNOWN;
    }

    private static int step(int hash, byte next) {
        return 31 * hash + next;
    }

    private int slot(int hash) {
        return (hash ^ hash >>> 15) & mask;
    }

    private static boolean equal(byte[] key, DirectBuffer buffer, int offset, int length) {
        if (key.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (buffer.getByte(offset + i) != key[i]) {
                return false;
            }
        }
        return true;
    }
}
