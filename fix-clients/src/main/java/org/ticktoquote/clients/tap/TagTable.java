package org.ticktoquote.clients.tap;

import java.util.HashMap;
import java.util.Map;

/**
 * From the characters of a tag to what is done with its value: an immutable perfect hash, one look at one entry.
 *
 * <p>Lookups allocate nothing; any thread.
 */
final class TagTable {
    /** Nothing is done with the value. */
    static final int IGNORED = 0;

    static final int MSG_SEQ_NUM = 1;
    static final int MSG_TYPE = 2;
    static final int NEW_SEQ_NO = 3;
    static final int POSS_DUP_FLAG = 4;
    static final int GAP_FILL_FLAG = 5;
    static final int MD_REQ_ID = 6;
    static final int MD_ENTRY_TYPE = 7;
    static final int MD_ENTRY_PX = 8;
    static final int MD_ENTRY_SIZE = 9;
    static final int SYMBOL = 10;
    /** Added to another action, or alone. */
    static final int ECHO = 16;

    private static final Map<Integer, Integer> ACTIONS = Map.of(
            34, MSG_SEQ_NUM,
            35, MSG_TYPE,
            36, NEW_SEQ_NO,
            43, POSS_DUP_FLAG,
            123, GAP_FILL_FLAG,
            131, MD_REQ_ID,
            262, MD_REQ_ID,
            269, MD_ENTRY_TYPE,
            270, MD_ENTRY_PX,
            271, MD_ENTRY_SIZE);

    private static final int BITS = 6;
    private static final int MOST_DIGITS = EightBytes.LENGTH - 1;
    /** Two factors of five separate a dozen tags; factors that follow each other closely fail together, so they are spread. */
    private static final int MOST_FACTORS = 100;

    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final long[] keys = new long[1 << BITS];
    private final byte[] actions = new byte[1 << BITS];
    private final long factor;

    /** What is done with the tags of a message, those of symbol and echoed id among them. */
    static TagTable of(int symbolTag, int echoTag) {
        Map<Integer, Integer> actions = new HashMap<>(ACTIONS);
        if (symbolTag != Symbols.REQUEST_ID) {
            actions.put(symbolTag, SYMBOL);
        }
        if (echoTag != EchoedId.NO_TAG) {
            actions.merge(echoTag, ECHO, Integer::sum);
        }
        return new TagTable(actions);
    }

    /** A table of at most a dozen tags of up to seven digits; actions are 1 to 127. */
    private TagTable(Map<Integer, Integer> actionsByTag) {
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
        for (int i = 1; i <= MOST_FACTORS; i++) {
            long candidate = factor(i);
            if (separates(candidate, keys)) {
                return candidate;
            }
        }
        throw new IllegalStateException("no factor of " + MOST_FACTORS + " separates " + keys.length + " tags");
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood, 2014) over a counter; odd, as multiplicative hashing wants it. */
    private static long factor(int number) {
        long mixed = number * SPREAD;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31 | 1;
    }

    private static boolean separates(long factor, long[] keys) {
        long taken = 0;
        for (long key : keys) {
            long slot = 1L << slot(key, factor);
            if ((taken & slot) != 0) {
                return false;
            }
            taken |= slot;
        }
        return true;
    }

    private static long key(int tag) {
        if (Integer.toString(tag).length() > MOST_DIGITS) {
            throw new IllegalArgumentException("tag " + tag + " has more than " + MOST_DIGITS + " digits");
        }
        return EightBytes.of(tag + "=");
    }

    private static int slot(long key, long factor) {
        return (int) (key * factor >>> Long.SIZE - BITS);
    }

    /** The action of a tag, given with the equals sign behind it; {@link #IGNORED} when it has none. */
    int action(long tagWithEqualsSign) {
        int slot = slot(tagWithEqualsSign, factor);
        return keys[slot] == tagWithEqualsSign ? actions[slot] : IGNORED;
    }
}
