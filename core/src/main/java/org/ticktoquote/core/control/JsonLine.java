package org.ticktoquote.core.control;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.nio.file.Path;

/** Format of control lines: a JSON object whose first member names the command or status. */
final class JsonLine {
    /** Serializes a path as its text and parses the same text. */
    static final SimpleModule PATHS = new SimpleModule()
            .addSerializer(Path.class, ToStringSerializer.instance)
            .addDeserializer(Path.class, new StdDelegatingDeserializer<>(new StdConverter<String, Path>() {
                /** Jackson's own deserializer would parse text with a colon as a URI. */
                @Override
                public Path convert(String text) {
                    return Path.of(text);
                }
            }));

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(PATHS)
            .build();

    private JsonLine() {}

    /**
     * Returns the line without the line feed.
     *
     * @throws IllegalArgumentException if the detail already has a member named {@code key}
     */
    static String text(String key, String value, JsonNode detail) {
        if (detail.has(key)) {
            throw new IllegalArgumentException("the detail of '" + value + "' has a member '" + key + "' of its own");
        }
        ObjectNode line = JSON.createObjectNode();
        line.put(key, value);
        detail.properties().forEach(member -> line.set(member.getKey(), member.getValue()));
        return line.toString();
    }
}
