package org.ticktoquote.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Values for charts as JSON inside a script element: it holds no {@code <}. */
public final class ChartJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ChartJson() {}

    /** Writes values to a generator. */
    public interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    /** The JSON that is written, fit for a script element. */
    public static String text(Content content) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // In JSON a '<' stands only inside strings; as an escape it can neither end the script element nor open a
        // comment.
        return out.toString().replace("<", "\\u003c");
    }

    /** Writes a number, or null. */
    public static void writeNs(JsonGenerator json, @Nullable Long ns) throws IOException {
        if (ns == null) {
            json.writeNull();
        } else {
            json.writeNumber(ns);
        }
    }
}
