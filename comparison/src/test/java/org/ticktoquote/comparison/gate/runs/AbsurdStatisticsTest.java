package org.ticktoquote.comparison.gate.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.Seal;

/** Impossible figures in a file with a valid seal are refused. */
final class AbsurdStatisticsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** Placeholder for a value that is not JSON. */
    private static final String MARK = "4711471147";
    /** Read hundreds of times, so few ticks. */
    private static final int FEW_TICKS = 100;

    /** All of them each time for a release, otherwise in turn. */
    private static final List<String> LEVELS = List.of("ranks/0", "ranks/7", "thresholds/0", "thresholds/2");

    private static final List<String> SCALARS =
            List.of("ticks", "lost", "lostEpisodes", "p50Ns", "p99Ns", "maxNs", "tailNs");

    /** Likewise. */
    private static final List<String> CLIENTS = List.of(
            "latest.lastClient",
            "latest.medianClient",
            "latest.firstClient",
            "soonest.lastClient",
            "soonest.medianClient",
            "soonest.firstClient");

    @TempDir
    private static Path folder;

    private static Stored few;
    private static Stored whole;

    @BeforeAll
    static void writeRuns() throws IOException {
        few = Stored.of(SampleRun.at(folder.resolve("few"))
                .ticks(FEW_TICKS)
                .soonest(0.9)
                .lost(1));
        whole = Stored.of(SampleRun.at(folder.resolve("whole")).soonest(0.9));
    }

    /** A run whose statistics each test replaces, and their contents without the seal. */
    private record Stored(Path run, Path file, ObjectNode sound) {
        static Stored of(SampleRun written) throws IOException {
            Path run = written.write();
            Path file = new RunDirectory(run).statistics();
            ObjectNode sound = (ObjectNode) JSON.readTree(file.toFile());
            sound.remove("sha256");
            return new Stored(run, file, sound);
        }

        void seal(String text) throws IOException {
            Files.writeString(file, Seal.put(text));
        }

        void assertRefused(String... words) {
            assertThatThrownBy(() -> RunFinder.of(run))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                    .hasMessageStartingWith(file.toString())
                    .hasMessageContainingAll(words)
                    .hasMessageNotContainingAny("\n", "Jackson", "org.ticktoquote", "java.");
        }
    }

    private static void write(Stored stored, String pointer, String value) throws IOException {
        int slash = pointer.lastIndexOf('/');
        ObjectNode absurd = stored.sound().deepCopy();
        JsonNode parent = absurd.at(pointer.substring(0, slash));
        String name = pointer.substring(slash + 1);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), array.numberNode(Long.parseLong(MARK)));
        } else {
            assertThat(parent.has(name)).as(pointer).isTrue();
            ((ObjectNode) parent).put(name, Long.parseLong(MARK));
        }
        stored.seal(
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(absurd).replace(MARK, value));
    }

    @Test
    void readsStatisticsOfASoundRun() throws IOException {
        few.seal(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(few.sound()));
        assertThat(RunFinder.of(few.run())).singleElement().matches(GatedRun::measured);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 60, 2_000})
    void readsRunsWithAnyNumberOfLostTicks(int lost) {
        Path run = SampleRun.at(folder.resolve("lost-" + lost))
                .soonest(3)
                .lost(lost)
                .write();
        assertThat(RunFinder.of(run)).singleElement().matches(GatedRun::measured);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "-1",
                "-9223372036854775808",
                "9223372036854775807",
                "1e308",
                "1e400",
                "0.5",
                "\"7\"",
                "true",
                "[]",
                "{}",
                "99999999999999999999"
            })
    void refusesImpossibleNumbersOfAClient(String value) throws IOException {
        boolean json = !value.endsWith("NaN") && !value.endsWith("Infinity");
        int tried = value.hashCode();
        for (String member : SCALARS) {
            tried++;
            for (int i = 0; i < CLIENTS.size(); i++) {
                if (Math.floorMod(tried - i, CLIENTS.size()) < ProofLevel.fullOr(CLIENTS.size(), 1)) {
                    write(few, "/" + CLIENTS.get(i).replace('.', '/') + "/" + member, value);
                    few.assertRefused(json ? CLIENTS.get(i) + "." : " is not valid JSON here, expected ");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"valueNs", "late", "episodes", "squares", "largest", "timeLowNs", "timeHighNs"})
    void refusesImpossibleNumbersOfALevel(String member) throws IOException {
        int tried = member.hashCode();
        for (String value : List.of("-1", "-9223372036854775808", "9223372036854775807", "1e308", "\"x\"")) {
            tried++;
            for (int i = 0; i < ProofLevel.fullOr(LEVELS.size(), 1); i++) {
                String level = LEVELS.get(Math.floorMod(tried + i, LEVELS.size()));
                write(few, "/latest/lastClient/" + level + "/" + member, value);
                few.assertRefused("latest.lastClient." + level.replace("/", "[") + "].");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "/spanNs                              | -1      | spanNs is -1, expected 0..4611686018427387903",
                "/spanNs                              | 9e18    | spanNs is 9.0E18, expected a whole number",
                "/latest/lastClient/ticks             | -1      | latest.lastClient.ticks is -1, expected 0..",
                "/latest/lastClient/ticks             | 0       | latest.lastClient.ticks is 0, expected 2000 as",
                "/latest/lastClient/ticks             | 1999    | latest.lastClient.ticks is 1999, expected 2000 as",
                "/latest/lastClient/lost              | 2001    | latest.lastClient.lost is 2001, expected 0..2000",
                "/latest/lastClient/lost              | 5       | latest.lastClient.lostEpisodes is 0, expected 1..5",
                "/latest/lastClient/lostEpisodes      | 1       | latest.lastClient.lostEpisodes is 1, expected 0",
                "/latest/lastClient/p50Ns             | 9999999 | latest.lastClient.p50Ns is 9999999, expected 1",
                "/latest/lastClient/p50Ns             | null    | latest.lastClient.p50Ns is null, expected a value",
                "/latest/lastClient/p99Ns             | 1       | latest.lastClient.p99Ns is 1, expected 2",
                "/latest/lastClient/p99Ns             | 9999999 | latest.lastClient.p99Ns is 9999999, expected 2",
                "/latest/lastClient/maxNs             | 1       | latest.lastClient.maxNs is 1, expected 2",
                "/latest/lastClient/maxNs             | null    | latest.lastClient.maxNs is null, expected a value",
                "/latest/lastClient/tailNs            | 1       | latest.lastClient.tailNs is 1, expected 2",
                "/latest/lastClient/tailNs            | 9999999 | latest.lastClient.tailNs is 9999999, expected 2",
                "/soonest/firstClient/tailNs          | null    | soonest.firstClient.tailNs is null, expected a value",
                "/soonest/firstClient/values/counts/3 | 0       | soonest.firstClient.values.counts[3] is 0, expected 1..",
                "/soonest/firstClient/values/counts/3 | 900     | soonest.firstClient.ticks is 2000, expected 28",
                "/latest/lastClient/values/valuesNs/4 | 1       | latest.lastClient.values.valuesNs[4] is 1, expected 2",
                "/latest/lastClient/values/valuesNs/0 | 200000  | values.valuesNs[0] is 200000, expected the highest",
                "/latest/lastClient/ranks/0/late      | 1       | latest.lastClient.ranks[0].late is 1, expected 1000",
                "/latest/lastClient/ranks/0/valueNs   | 1       | latest.lastClient.ranks[0].late is 1000, expected 2000",
                "/latest/lastClient/ranks/3/valueNs   | 300000  | latest.lastClient.ranks[3].valueNs is 300000, expected",
                "/latest/lastClient/thresholds/1/late | 2       | latest.lastClient.thresholds[1].late is 2, expected ",
                "/latest/lastClient/ranks             | []      | latest.lastClient.ranks: their number is 0, expected 27",
                "/latest/lastClient/ranks             | null    | latest.lastClient.ranks is null, expected a value",
                "/latest/lastClient/values            | {\"valuesNs\": [1], \"counts\": []} | 1 values and 0 counts",
                "/latest/lastClient/values            | {\"valuesNs\": [], \"counts\": []}  | ticks is 2000, expected 0",
                "/latest                              | null    | latest is null, expected a value"
            })
    void namesTheMemberItsValueAndTheExpectedValue(String pointer, String value, String words) throws IOException {
        write(whole, pointer, value);
        whole.assertRefused(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ticks", "p50Ns", "maxNs", "tailNs", "ranks", "thresholds", "values"})
    void refusesStatisticsWithAMissingMember(String member) throws IOException {
        ObjectNode absurd = few.sound().deepCopy();
        ((ObjectNode) absurd.at("/latest/lastClient")).remove(member);
        few.seal(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(absurd));
        few.assertRefused("latest.lastClient", "'" + member + "' is missing");
    }
}
