package org.ticktoquote.harness.matrix.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class MatrixSchemaTest {
    static final List<String> BUILT_IN = MatrixSource.BUILT_IN;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(MatrixReader.schema());

    private static Set<ValidationMessage> validate(String yaml) {
        Object tree = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return SCHEMA.validate(JSON.valueToTree(tree));
    }

    @ParameterizedTest
    @FieldSource("BUILT_IN")
    void builtInMatricesAreValid(String name) {
        assertThat(validate(MatrixSource.of(name).text())).isEmpty();
    }

    @Test
    void matrixWithEveryKeyIsValidAndReadable() throws IOException {
        String yaml = everyKey();
        assertThat(validate(yaml)).isEmpty();
        assertThat(MatrixFixture.problems(yaml)).isEmpty();
        for (String key : keys(JSON.readTree(MatrixReader.schema()))) {
            assertThat(yaml).as("an example of every key").contains(key + ":");
        }
    }

    private static String everyKey() throws IOException {
        try (var in = Objects.requireNonNull(
                MatrixSchemaTest.class.getResourceAsStream("/org/ticktoquote/harness/matrix/every-key.yaml"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> keys(JsonNode schema) {
        List<String> keys = new ArrayList<>();
        schema.findValues("properties")
                .forEach(properties -> properties.fieldNames().forEachRemaining(keys::add));
        return keys;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            repeats: 0
            seed: x
            unknown: 1
            annualise: {base: week}
            annualise: {later-than: 5ms, years: {a: {A: many}}}
            jvms: {x: {family: java}}
            jvms: {'a/b': {}}
            defaults: {run: {match: name}}
            defaults: {run: {sessions: many}}
            defaults: {run: {drain: soon}}
            defaults: {run: {jvm: x}}
            cases: {A: {host: {kernel: fast}}}
            cases: {A: {limits: {response: {p98: 1ms}}}}
            axes: {x: some}
            axes: {x: {y: {threats: auto}}}
            """)
    void schemaRefusesWhatTheReaderRefuses(String yaml) {
        assertThat(validate(yaml)).as("schema").isNotEmpty();
        assertThat(MatrixFixture.problems(yaml)).as("reader").isNotEmpty();
    }

    @Test
    void defaultsAndDescriptionsComeFromTheOptions() throws IOException {
        JsonNode run = JSON.readTree(MatrixReader.schema()).at("/$defs/case/properties/run/properties");
        assertThat(run.at("/sessions/default").intValue()).isEqualTo(25);
        assertThat(run.at("/sessions/type").textValue()).isEqualTo("integer");
        assertThat(run.at("/sessions/minimum").intValue()).isEqualTo(1);
        assertThat(run.at("/sessions/maximum").intValue()).isEqualTo(1000);
        assertThat(run.at("/warm-up-tolerance/exclusiveMinimum").intValue()).isZero();
        assertThat(run.at("/window/default").textValue()).isEqualTo("T0-5s..T0+30s");
        assertThat(run.at("/match/enum")).map(JsonNode::textValue).containsExactly("id", "price");
        assertThat(run.at("/accept-crossed/type").textValue()).isEqualTo("boolean");
        assertThat(run.at("/drain/description").textValue())
                .isEqualTo(
                        "how long to wait for snapshots after the last tick, 1h at most; later answers make the run VOID"
                                + " (default: adaptive, 2s to 60s)");
        assertThat(run.has("jvm") || run.has("out") || run.has("help")).isFalse();
    }
}
