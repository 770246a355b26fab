package org.ticktoquote.harness.matrix.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.core.yaml.Key;

/** The form of a matrix file as JSON Schema (draft 2020-12), for editors: made of the keys that read it. */
public final class MatrixSchema {
    /** A case, or a part of one. */
    static final String CASE = "#/$defs/case";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private MatrixSchema() {}

    /** As JSON. */
    public static String json() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Test matrix of tick-to-quote");
        schema.putAll(Key.mapping(MatrixReader.KEYS));
        schema.put("$defs", Map.of("case", CaseReader.schema()));
        try {
            return JSON.writeValueAsString(schema);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
