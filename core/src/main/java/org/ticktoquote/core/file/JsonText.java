package org.ticktoquote.core.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Text of values of our own types, all of which JSON can hold. */
public final class JsonText {
    private static final ObjectMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonText() {}

    /** A value as JSON. */
    public static String of(ObjectMapper mapper, Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(value.getClass().getSimpleName() + " is not JSON: " + e.getMessage(), e);
        }
    }

    /** A value as JSON with a line for each member. */
    public static String pretty(Object value) {
        return of(INDENTED, value);
    }
}
