package org.ticktoquote.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values for charts as JSON inside a script element: it holds no {@code <}. */
public final class ChartJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ChartJson() {}

    /** The JSON of records, maps, lists, texts and numbers. */
    public static String text(Object value) {
        try {
            // In JSON a '<' stands only inside strings; as an escape it can neither end the script element nor open a
            // comment.
            return JSON.writeValueAsString(value).replace("<", "\\u003c");
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    /** A point of a chart, of which values may be null. */
    public static List<?> point(@Nullable Object... values) {
        return Arrays.asList(values);
    }
}
