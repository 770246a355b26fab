package org.ticktoquote.fix.message;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Maps the characters of a tag to the action for its value. An immutable perfect hash, which examines one entry per lookup.
 *
 * <p>Lookups do not allocate. Any thread.
 */
public final class TagTable {
    /** Action of a tag whose value is not used. */
    public static final int IGNORED = 0;

    /** Action of a tag whose value is a number of bytes of data. */
    public static final int DATA_LENGTH = 127;

    private static final int BITS = 9;
    private static final int MAX_DIGITS = EightBytes.LENGTH - 1;
    /**
     * On average one factor in six maps fifty tags without collision. The factors are spread, because neighbouring
     * factors fail together.
     */
    private static final int MAX_FACTORS = 100;

    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final long[] keys = new long[1 << BITS];
    private final byte[] actions = new byte[1 << BITS];
    private final long factor;
    private final int other;

    /**
     * Creates a table of at most thirty tags of up to seven digits, and of the standard's {@linkplain DataFields data-length
     * tags}.
     *
     * @param actionsByTag 1 to 126
     * @param numberTag tag to read as a number even if the standard defines it as data; 0 for none
     */
    public static TagTable of(Map<Integer, Integer> actionsByTag, int numberTag) {
        Map<Integer, Integer> actions = new HashMap<>(actionsByTag);
        DataFields.dataByLength().forEach((length, data) -> {
            if (data != numberTag) { // a number contains no separator
                actions.putIfAbsent(length, DATA_LENGTH);
            }
        });
        return new TagTable(actions, IGNORED);
    }

    /** Creates a table with all data fields of the standard. */
    public static TagTable of(Map<Integer, Integer> actionsByTag) {
        return of(actionsByTag, 0);
    }

    /** Creates a table with one action for every tag except the standard's {@linkplain DataFields data-length tags}. */
    public static TagTable ofAll(int action) {
        Map<Integer, Integer> actions = new HashMap<>();
        DataFields.dataByLength().keySet().forEach(length -> actions.put(length, DATA_LENGTH));
        return new TagTable(actions, action);
    }

    private TagTable(Map<Integer, Integer> actionsByTag, int other) {
        this.other = other;
        long[] known = actionsByTag.keySet().stream().mapToLong(TagTable::key).toArray();
        this.factor = separating(known);
        actionsByTag.forEach((tag, action) -> {
            long key = key(tag);
            int slot = slot(key, factor);
            keys[slot] = key;
            actions[slot] = action.byteValue();
        });
    }

    private static long separating(long[] keys) {
        for (int i = 1; i <= MAX_FACTORS; i++) {
            long candidate = factor(i);
            if (separates(candidate, keys)) {
                return candidate;
            }
        }
        throw new IllegalStateException("no factor of " + MAX_FACTORS + " separates " + keys.length + " tags");
    }

    /**
     * Returns the finalizer of SplitMix64 (Steele, Lea, Flood, 2014) over a counter. It is odd, as multiplicative hashing
     * requires.
     */
    private static long factor(int number) {
        long mixed = number * SPREAD;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31 | 1;
    }

    private static boolean separates(long factor, long[] keys) {
        return LongStream.of(keys).mapToInt(key -> slot(key, factor)).distinct().count() == keys.length;
    }

    private static long key(int tag) {
        if (Integer.toString(tag).length() > MAX_DIGITS) {
            throw new IllegalArgumentException("tag " + tag + " has more than " + MAX_DIGITS + " digits");
        }
        return EightBytes.of(tag + "=");
    }

    private static int slot(long key, long factor) {
        return (int) (key * factor >>> Long.SIZE - BITS);
    }

    /**
     * Returns the action of a tag, which is given with its equals sign as {@link EightBytes}. A tag that is not in the table
     * has the action of {@link #ofAll}, or {@link #IGNORED}.
     */
    public int action(long tagWithEqualsSign) {
        int slot = slot(tagWithEqualsSign, factor);
        return keys[slot] == tagWithEqualsSign ? actions[slot] : other;
    }
}
