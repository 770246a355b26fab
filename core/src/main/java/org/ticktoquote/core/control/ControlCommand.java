package org.ticktoquote.core.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * A command from the harness to a process: one JSON object on one line of the process's standard input,
 * {@code {"command":"start",...}}.
 *
 * @param name {@code warm-up}, {@code start}, {@code stop} or another command of the process
 * @param detail the other members of the object
 */
public record ControlCommand(String name, JsonNode detail) {
    private static final int MAX_SHOWN_LENGTH = 200;

    /** Creates a command without detail. */
    public static ControlCommand of(String name) {
        return new ControlCommand(name, JsonLine.JSON.createObjectNode());
    }

    /** Creates a command with the members of a record or map as detail. */
    public static ControlCommand of(String name, Object detail) {
        return new ControlCommand(name, JsonLine.JSON.valueToTree(detail));
    }

    /** Returns the line without the line feed. */
    public String text() {
        return JsonLine.text("command", name, detail);
    }

    /** Writes the line to the standard input of a process. */
    public void sendTo(Process process) throws IOException {
        Writer to = process.outputWriter(StandardCharsets.UTF_8);
        to.write(text() + "\n");
        to.flush();
    }

    /** Returns the detail as a record of the receiver's own type. */
    public <T> T detailAs(Class<T> type) {
        return JsonLine.JSON.convertValue(detail, type);
    }

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException if the line is not a JSON object with a {@code command}
     */
    public static ControlCommand parse(String text) {
        try {
            if (JsonLine.JSON.readTree(text) instanceof ObjectNode line
                    && line.path("command").isTextual()) {
                String name = line.remove("command").asText();
                return new ControlCommand(name, line);
            }
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException("not a JSON object: " + shown(text), notJson);
        }
        throw new IllegalArgumentException("not a JSON object with a \"command\": " + shown(text));
    }

    private static String shown(String text) {
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
    }
}
