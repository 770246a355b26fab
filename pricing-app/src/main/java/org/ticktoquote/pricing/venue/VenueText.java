package org.ticktoquote.pricing.venue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.fix.message.MessageField;

/**
 * A market-data message taken apart by itself, without a dictionary: venues put fields into entries that their version's
 * dictionary does not know. An entry begins with the field that stands first behind NoMDEntries (268).
 *
 * @param body fields outside entries, the first of each tag
 * @param entries their fields
 */
record VenueText(Map<Integer, String> body, List<Map<Integer, String>> entries) {
    private static final int ENTRIES = 268;
    private static final int CHECK_SUM = 10;

    /** @throws IllegalArgumentException when a field has no tag */
    static VenueText of(String message) {
        Map<Integer, String> body = new HashMap<>();
        List<Map<Integer, String>> entries = new ArrayList<>();
        Map<Integer, String> into = body;
        int first = 0;
        boolean counted = false;
        for (MessageField field : MessageField.of(message)) {
            int tag = field.tag();
            if (tag == 0) {
                throw new IllegalArgumentException("a field without a tag");
            }
            if (counted && first == 0) {
                first = tag;
            }
            if (tag == first) {
                into = new HashMap<>();
                entries.add(into);
            }
            counted |= tag == ENTRIES;
            (tag == CHECK_SUM ? body : into).putIfAbsent(tag, field.value());
        }
        return new VenueText(body, entries);
    }

    /** Of a body or an entry; empty where it is not there. */
    static String text(Map<Integer, String> fields, int tag) {
        return fields.getOrDefault(tag, "");
    }
}
