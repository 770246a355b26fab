package org.ticktoquote.fix.message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A message with one repeating group. It is split without a dictionary, because counterparties add fields to entries that the
 * dictionary of their version lacks. An entry begins with the field that comes first after the number of entries.
 *
 * @param body fields outside entries, the first of each tag
 * @param entries fields of each entry, the first of each tag
 */
public record GroupedFields(Map<Integer, String> body, List<Map<Integer, String>> entries) {
    private static final int CHECK_SUM = 10;

    /** Splits fields. {@code countTag} is the tag of the number of entries. */
    public static GroupedFields of(List<MessageField> fields, int countTag) {
        Map<Integer, String> body = new HashMap<>();
        List<Map<Integer, String>> entries = new ArrayList<>();
        Map<Integer, String> into = body;
        int first = 0;
        boolean counted = false;
        for (MessageField field : fields) {
            first = counted && first == 0 ? field.tag() : first;
            if (counted && field.tag() == first) {
                into = new HashMap<>();
                entries.add(into);
            }
            counted |= field.tag() == countTag;
            (field.tag() == CHECK_SUM ? body : into).putIfAbsent(field.tag(), field.value());
        }
        return new GroupedFields(body, entries);
    }

    /** Returns a value of the body or of an entry, or empty if it is absent. */
    public static String value(Map<Integer, String> fields, int tag) {
        return fields.getOrDefault(tag, "");
    }
}
