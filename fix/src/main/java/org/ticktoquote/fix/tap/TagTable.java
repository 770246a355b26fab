package org.ticktoquote.fix.tap;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.ticktoquote.fix.message.DataFields;

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
    static final int MD_UPDATE_ACTION = 11;
    static final int MD_ENTRY_ID = 12;
    static final int MD_ENTRY_REF_ID = 13;
    static final int MD_PRICE_LEVEL = 14;
    static final int BID_PX = 15;
    static final int OFFER_PX = 16;
    static final int BID_SIZE = 17;
    static final int OFFER_SIZE = 18;
    static final int QUOTE_ID = 19;
    static final int QUOTE_ENTRY_ID = 20;
    static final int QUOTE_CANCEL_TYPE = 21;
    static final int DATA_LENGTH = 22;
    static final int HEART_BT_INT = 23;
    /** Added to another action, or alone. */
    static final int ECHO = 64;

    private static final Map<Integer, Integer> ACTIONS = Map.ofEntries(
            Map.entry(34, MSG_SEQ_NUM),
            Map.entry(35, MSG_TYPE),
            Map.entry(36, NEW_SEQ_NO),
            Map.entry(43, POSS_DUP_FLAG),
            Map.entry(108, HEART_BT_INT),
            Map.entry(123, GAP_FILL_FLAG),
            Map.entry(131, MD_REQ_ID),
            Map.entry(262, MD_REQ_ID),
            Map.entry(269, MD_ENTRY_TYPE),
            Map.entry(270, MD_ENTRY_PX),
            Map.entry(271, MD_ENTRY_SIZE));

    private static final Map<Integer, Integer> ENTRY_ACTIONS = Map.ofEntries(
            Map.entry(117, QUOTE_ID),
            Map.entry(131, MD_REQ_ID),
            Map.entry(132, BID_PX),
            Map.entry(133, OFFER_PX),
            Map.entry(134, BID_SIZE),
            Map.entry(135, OFFER_SIZE),
            Map.entry(262, MD_REQ_ID),
            Map.entry(269, MD_ENTRY_TYPE),
            Map.entry(270, MD_ENTRY_PX),
            Map.entry(271, MD_ENTRY_SIZE),
            Map.entry(278, MD_ENTRY_ID),
            Map.entry(279, MD_UPDATE_ACTION),
            Map.entry(280, MD_ENTRY_REF_ID),
            Map.entry(298, QUOTE_CANCEL_TYPE),
            Map.entry(299, QUOTE_ENTRY_ID),
            Map.entry(1023, MD_PRICE_LEVEL));

    private static final int BITS = 9;
    private static final int MOST_DIGITS = EightBytes.LENGTH - 1;
    /** One factor of six separates fifty tags; factors that follow each other closely fail together, so they are spread. */
    private static final int MOST_FACTORS = 100;

    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final long[] keys = new long[1 << BITS];
    private final byte[] actions = new byte[1 << BITS];
    private final long factor;

    /** What is done with the tags of a message, those of symbol and echoed id among them. */
    static TagTable of(int symbolTag, int echoTag) {
        return of(ACTIONS, symbolTag, echoTag);
    }

    /** Likewise, where the entries of a message are read one by one. */
    static TagTable ofEntries(int symbolTag, int echoTag) {
        return of(ENTRY_ACTIONS, symbolTag, echoTag);
    }

    private static TagTable of(Map<Integer, Integer> known, int symbolTag, int echoTag) {
        Map<Integer, Integer> actions = new HashMap<>(known);
        DataFields.dataByLength().forEach((length, data) -> {
            if (data != echoTag) { // a number holds no separator
                actions.put(length, DATA_LENGTH);
            }
        });
        if (symbolTag != Symbols.REQUEST_ID && symbolTag != Symbols.QUOTE_ENTRY_ID) {
            actions.put(symbolTag, SYMBOL);
        }
        if (echoTag != EchoedId.NO_TAG) {
            actions.merge(echoTag, ECHO, Integer::sum);
        }
        return new TagTable(actions);
    }

    /** A table of at most sixty tags of up to seven digits; actions are 1 to 127. */
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
        return LongStream.of(keys).mapToInt(key -> slot(key, factor)).distinct().count() == keys.length;
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
