package org.ticktoquote.core.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Serializes values of t2q's own types to JSON. A value without a JSON form is a programming error. */
public final class JsonText {
    private static final ObjectMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonText() {}

    public static String of(ObjectMapper mapper, Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(value.getClass().getSimpleName() + " is not JSON: " + e.getMessage(), e);
        }
    }

    /** Returns indented JSON, one member per line. */
    public static String pretty(Object value) {
        return of(INDENTED, value);
    }
}
