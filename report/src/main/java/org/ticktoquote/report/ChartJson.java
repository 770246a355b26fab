package org.ticktoquote.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats chart values as JSON for a script element, in printable ASCII without {@code <}. */
public final class ChartJson {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private ChartJson() {}

    /** Returns the JSON of records, maps, lists, texts and numbers. */
    public static String text(Object value) {
        try {
            // In JSON, '<' occurs only in strings. As an escape it cannot end the script element or open a comment.
            // Jackson does not escape the delete character, which the page would change to an invalid escape.
            return JSON.writeValueAsString(value).replace("<", "\\u003c").replace("\u007f", "\\u007f");
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    /** Creates a point of a chart. Values can be null. */
    public static List<?> point(@Nullable Object... values) {
        return Arrays.asList(values);
    }
}
