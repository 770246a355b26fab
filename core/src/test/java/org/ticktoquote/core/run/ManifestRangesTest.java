package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

/** Checks the type of every value of {@code run.json} and the range of every number. The seal is valid. */
final class ManifestRangesTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final JsonNodeFactory VALUES = JsonNodeFactory.instance;
    /** Checked before all others, with its own message. */
    private static final Set<String> VERSION = Set.of("formatVersion");

    @TempDir
    private Path directory;

    private Path file;
    private ObjectNode sound;

    @BeforeEach
    void setUp() throws IOException {
        file = new RunDirectory(directory).manifest();
        RunManifestTest.manifest().write(file);
        sound = (ObjectNode) JSON.readTree(file.toFile());
        sound.remove("sha256");
    }

    /** A value in the document and its path in messages. */
    private record Place(String path, String pointer, JsonNode value) {}

    private static List<Place> places(JsonNode node, String path, String pointer) {
        List<Place> places = new ArrayList<>();
        if (!path.isEmpty()) {
            places.add(new Place(path, pointer, node));
        }
        node.properties()
                .forEach(member -> places.addAll(places(
                        member.getValue(),
                        path.isEmpty() ? member.getKey() : path + "." + member.getKey(),
                        pointer + "/" + member.getKey())));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            places.addAll(places(node.get(i), path + "[" + i + "]", pointer + "/" + i));
        }
        return places;
    }

    private List<Place> places() {
        return places(sound, "", "").stream()
                .filter(place -> !VERSION.contains(place.path()))
                .toList();
    }

    private void write(Place place, JsonNode value) throws IOException {
        ObjectNode changed = sound.deepCopy();
        int slash = place.pointer().lastIndexOf('/');
        JsonNode parent = changed.at(place.pointer().substring(0, slash));
        String name = place.pointer().substring(slash + 1);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), value);
        } else {
            ((ObjectNode) parent).set(name, value);
        }
        seal(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(changed));
    }

    private void seal(String text) throws IOException {
        Files.writeString(file, Seal.put(text));
    }

    private void assertRefused(Place place, String... parts) {
        assertThatThrownBy(() -> RunManifest.read(file))
                .as("%s", place)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(place.path())
                .hasMessageContainingAll(parts)
                .hasMessageNotContainingAny("\n", "\u001b", "Jackson", "org.ticktoquote")
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT));
    }

    @Test
    void acceptsTheUnchangedDocument() throws IOException {
        seal(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(sound));

        assertThat(RunManifest.read(file)).isEqualTo(RunManifestTest.manifest());
    }

    @Test
    void refusesEveryNumberOutOfRangeAndFractionsForWholeOnes() throws IOException {
        int numbers = 0;
        for (Place place : places()) {
            if (place.value().isNumber()) {
                numbers++;
                boolean whole = place.value().isIntegralNumber();
                for (long extreme : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
                    write(place, whole ? VALUES.numberNode(extreme) : VALUES.numberNode(extreme * 1e10));
                    assertRefused(place, "expected ");
                }
                if (whole) {
                    write(place, VALUES.numberNode(0.5));
                    assertRefused(place, "is 0.5, expected a whole number");
                }
            }
        }
        assertThat(numbers).isGreaterThan(30);
    }

    @Test
    void refusesEveryValueOfAnotherType() throws IOException {
        for (Place place : places()) {
            boolean text = place.value().isTextual();
            write(place, text ? VALUES.numberNode(7) : VALUES.textNode("seven"));
            assertRefused(place, place.path());
            write(place, VALUES.nullNode());
            assertRefused(place, "is null, expected a value");
        }
    }

    @Test
    void refusesHalfASurrogatePairInText() throws IOException {
        for (Place place : places()) {
            if (place.value().isTextual()) {
                write(place, VALUES.textNode("@"));
                String text = Files.readString(file);
                String content = text.substring(0, text.indexOf(",\n  \"sha256\"")) + "\n}";
                seal(content.replace("\"@\"", "\"\\ud800\""));
                assertRefused(place, "half a surrogate pair");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "/replay/speed        | 1e400 | replay.speed is Infinity, expected above 0, at most 1e9",
                "/replay/ticks        | -1    | replay.ticks is -1, expected 0..1099511627776",
                "/warmUp/burstRate    | -0.5  | warmUp.burstRate is -0.5, expected 0.0..1.0E9",
                "/warmUp/tolerance    | 1e9   | warmUp.tolerance is 1.0E9, expected 0.0..1000.0",
                "/processes/0/pid     | -1    | processes[0].pid is -1, expected 0..2147483647",
                "/sessions/0/tier     | 63    | sessions[0].tier is 63, expected 0..62",
                "/sessions/0/instruments/0 | 1 | sessions[0].instruments[0] is 1, expected 0",
                "/disturbances/steal  | -1.0  | disturbances.steal is -1.0, expected 0.0..1.0E15",
                "/translations/harness/points/0/boundNs | -1 | translations.harness.points[0].boundNs is -1, expected 0..",
                "/matching/limits/openSnapshots | 1073741824 | limits",
                "/state               | \"x\" | state is 'x', expected one of complete, failed, interrupted, planned",
                "/processes/0/end     | \"x\" | processes[0].end is 'x', expected one of ",
                "/model/composite     | \"x\" | model.composite is 'x', expected one of best-of-venues, single",
                "/model/halfSpreadTenthPips/1 | -1 | model.halfSpreadTenthPips[1] is -1, expected 0..1000000"
            })
    void namesMemberValueAndExpectation(String pointer, String value, String words) throws IOException {
        Place place = places().stream()
                .filter(each -> each.pointer().equals(pointer))
                .findFirst()
                .orElseThrow();
        write(place, VALUES.numberNode(4711471147L));
        String text = Files.readString(file);
        String content = text.substring(0, text.indexOf(",\n  \"sha256\"")) + "\n}";
        seal(content.replace("4711471147", value));

        assertRefused(place, words);
    }
}
