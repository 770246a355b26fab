package org.ticktoquote.fix.tap;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.EightBytes;

/**
 * Maps the bytes of a symbol to the instrument's id, in an immutable open-addressing table.
 *
 * <p>Lookups do not allocate. Several sessions can share a table.
 */
public final class Symbols {
    /** The symbol belongs to no subscribed instrument. */
    static final int UNKNOWN = -1;

    static final int SECURITY_ID = 48;
    static final int SYMBOL = 55;
    static final int REQUEST_ID = 262;
    static final int QUOTE_ENTRY_ID = 299;

    private static final long SPREAD =
            0x9e3779b97f4a7c15L; // 2^64 over the golden ratio: Knuth's multiplicative hashing

    private final int tag;
    private final @Nullable RequestIds requests;
    private final byte[][] keys;
    private final long[] firsts;
    private final int[] ids;
    private final int mask;

    private Symbols(int tag, @Nullable RequestIds requests, Map<String, Integer> idsByKey) {
        this.tag = tag;
        this.requests = requests;
        int size = BitUtil.findNextPositivePowerOfTwo(4 * Math.max(1, idsByKey.size()));
        this.mask = size - 1;
        this.keys = new byte[size][];
        this.firsts = new long[size];
        this.ids = new int[size];
        idsByKey.forEach((key, id) -> put(key.getBytes(StandardCharsets.US_ASCII), id));
    }

    /** Creates a table of symbols in tag 55. */
    public static Symbols inSymbol(Map<String, Integer> idsByKey) {
        return new Symbols(SYMBOL, null, idsByKey);
    }

    /** Creates a table of symbols in tag 48. */
    public static Symbols inSecurityId(Map<String, Integer> idsByKey) {
        return new Symbols(SECURITY_ID, null, idsByKey);
    }

    /** Creates a table of stream names, one for each pair, in tag 299 of a mass quote (35=i). */
    public static Symbols inQuoteEntryId(Map<String, Integer> idsByKey) {
        return new Symbols(QUOTE_ENTRY_ID, null, idsByKey);
    }

    /** Creates a lookup for messages that name their pair by repeating the request id in tag 262 or 131. */
    public static Symbols inRequestId(RequestIds requests) {
        return new Symbols(REQUEST_ID, requests, Map.of());
    }

    private void put(byte[] key, int id) {
        byte[] padded = Arrays.copyOf(key, key.length + EightBytes.LENGTH);
        int slot = slot(padded, 0, key.length);
        while (keys[slot] != null) {
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        firsts[slot] = EightBytes.first(EightBytes.at(padded, 0), key.length);
        ids[slot] = id;
    }

    /** Returns the tag whose value names the instrument. */
    int tag() {
        return tag;
    }

    /** Returns the instrument's id, or {@link #UNKNOWN}. Reads up to eight bytes beyond the symbol. */
    int find(byte[] bytes, int from, int to) {
        if (requests != null) {
            return requests.find(bytes, from, to);
        }
        long first = EightBytes.first(EightBytes.at(bytes, from), to - from);
        int slot = slot(bytes, from, to);
        while (keys[slot] != null) {
            if (firsts[slot] == first && equal(keys[slot], bytes, from, to)) {
                return ids[slot];
            }
            slot = slot + 1 & mask;
        }
        return UNKNOWN;
    }

    private int slot(byte[] bytes, int from, int to) {
        long hash = 0;
        for (int at = from; at < to; at += EightBytes.LENGTH) {
            hash = (hash ^ EightBytes.first(EightBytes.at(bytes, at), to - at)) * SPREAD;
        }
        return (int) (hash >>> Integer.SIZE) & mask;
    }

    /** Compares symbols whose first eight bytes are known to be equal. */
    private static boolean equal(byte[] key, byte[] bytes, int from, int to) {
        int length = to - from;
        return key.length == length && (length <= EightBytes.LENGTH || Arrays.equals(key, 0, length, bytes, from, to));
    }
}
