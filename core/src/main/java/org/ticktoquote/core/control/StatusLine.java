package org.ticktoquote.core.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A status from a process to the harness: one JSON object on one line of the process's standard output,
 * {@code {"status":"ready",...}}.
 *
 * @param status {@code ready}, {@code logged-on}, {@code subscribed}, {@code warmed-up}, {@code started}, {@code progress},
 *     {@code done}, {@code failed} or another status of the process
 * @param detail the other members of the object
 */
public record StatusLine(String status, JsonNode detail) {
    /** Ignores members that the receiver does not know. */
    private static final JsonMapper TOLERANT = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Returns an empty object for the detail of a line. */
    public static ObjectNode members() {
        return JsonLine.JSON.createObjectNode();
    }

    /** Creates a line with the members of a record or map as detail. */
    public static StatusLine of(String status, Object detail) {
        return new StatusLine(status, JsonLine.JSON.valueToTree(detail));
    }

    /** Returns the line without the line feed. */
    public String text() {
        return JsonLine.text("status", status, detail);
    }

    /** Returns the detail as a record of the receiver's own type. Ignores members that the record does not have. */
    public <T> T detailAs(Class<T> type) {
        return TOLERANT.convertValue(detail, type);
    }

    /** Parses a line. Returns empty if it is not a status line, because a user's application can print anything. */
    public static Optional<StatusLine> parse(String text) {
        if (!text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            JsonNode node = JsonLine.JSON.readTree(text);
            if (!(node instanceof ObjectNode line) || !line.path("status").isTextual()) {
                return Optional.empty();
            }
            String status = line.remove("status").asText();
            return Optional.of(new StatusLine(status, line));
        } catch (JsonProcessingException notJson) {
            return Optional.empty();
        }
    }
}
