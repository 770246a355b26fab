package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.core.command.ExitStatus.BAD_INPUT;
import static org.ticktoquote.core.command.ExitStatus.ENVIRONMENT;
import static org.ticktoquote.core.run.RunManifest.COMPLETE;
import static org.ticktoquote.core.run.RunManifest.FORMAT_VERSION;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.journal.JournalOrigin;

class RunManifestTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void setUp() {
        file = new RunDirectory(directory).manifest();
    }

    @Test
    void explainsWhatIsWrongWithADamagedFile() throws IOException {
        Files.writeString(file, "{\"formatVersion\":1");
        assertThatThrownBy(() -> RunManifest.read(file))
                .hasMessageContaining("run.json:1:")
                .hasMessageContaining("ends in the middle of the JSON")
                .hasMessageNotContaining("Feature");
        Files.writeString(file, "{\"formatVersion\":" + FORMAT_VERSION + "}");
        assertThatThrownBy(() -> RunManifest.read(file))
                .hasMessageEndingWith("state: the member 'state' is missing")
                .hasMessageNotContaining("Feature");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'a':1;'b':2}|1:7|';' is not valid JSON here, expected a comma or a closing bracket",
                "{'a' 1}|1:6|'1' is not valid JSON here, expected a colon",
                "{'a':1,}|1:8|'}' is not valid JSON here, expected the name of a member in quotes",
                "{'a':abc}|1:6|'abc' is not valid JSON here, expected a value",
                "{'a':{'b':1,'b':2}}|1:16|the member 'b' appears twice",
                "{'a':[1}|1:8|'}' is not valid JSON here, expected another closing bracket"
            })
    void explainsInvalidJsonInItsOwnWords(String text, String place, String expected) throws IOException {
        Files.writeString(file, text.replace('\'', '"'));
        assertThatThrownBy(() -> RunManifest.read(file)).hasMessageEndingWith(file + ":" + place + ": " + expected);
    }

    @Test
    void replacesAnOlderFileAndKeepsTheOrderOfHostFacts() throws IOException {
        Files.writeString(file, "old");
        manifest().write(file);

        assertThat(RunManifest.read(file)).isEqualTo(manifest());
        assertThat(directory)
                .isDirectoryContaining(entry -> entry.equals(file))
                .isDirectoryNotContaining("glob:**.part");
        assertThat(RunManifest.read(file).observed().host().keySet()).containsExactly("kernel", "cpu", "another");
    }

    @Test
    void reportsAFileThatIsMissingEmptyNotAnObjectOrNotWritable() throws IOException {
        assertRefused(() -> RunManifest.read(file), BAD_INPUT, file + ": cannot be read");

        Files.writeString(file, "");
        assertRefused(() -> RunManifest.read(file), BAD_INPUT, file + ": is empty, expected a manifest");
        Files.writeString(file, "[]");
        assertRefused(() -> RunManifest.read(file), BAD_INPUT, "has another type, expected an object");

        Path nowhere = directory.resolve("missing").resolve("run.json");
        assertRefused(() -> manifest().write(nowhere), ENVIRONMENT, nowhere + ": cannot be written");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'formatVersion' : " + FORMAT_VERSION + " | 'formatVersion' : " + (FORMAT_VERSION + 1)
                        + " | : format version " + (FORMAT_VERSION + 1) + ", expected " + FORMAT_VERSION + " | format",
                "'speed' : 1.5 | 'speed' : 2.5 | : was changed after it was written | changed",
                "'profile' : 'dev' | 'profile' : dev | :8: | 'dev'",
                "'profile' : 'dev' | 'profil' : 1, 'profile' : 'dev' | : | profil: unknown member (did you mean 'profile'?),"
                        + " expected one of 21 members (see docs/formats.md)",
                "'profile' : 'dev', | `` | : | 'profile'",
                "'profile' : 'dev' | 'profile' : null | : | profile"
            })
    void refusesAnotherContentAndNamesIt(String from, String to, String afterTheFile, String named) throws IOException {
        rewrite(from.replace('\'', '"'), to.replace('\'', '"'));

        assertRefused(() -> RunManifest.read(file), BAD_INPUT, file + afterTheFile, named);
    }

    @Test
    void reportsTheChecksumBeforeTheJsonErrorOfAModifiedFile() throws IOException {
        rewrite("\"speed\" : 1.5", "\"speed\" : fast");

        assertThatThrownBy(() -> RunManifest.read(file))
                .isInstanceOf(ProblemException.class)
                .hasMessageMatching(file
                        + ": was changed after it was written, or is damaged: its content has the SHA-256 [0-9a-f]{64},"
                        + " which is not the one at its end; \\S+:[0-9]+:[0-9]+:"
                        + " 'fast' is not valid JSON here, expected a value");
    }

    /** At least one of every byte. */
    @Test
    void detectsFlippedBits() throws IOException {
        manifest().write(file);
        byte[] sound = Files.readAllBytes(file);
        for (int bit = 0; bit < sound.length * 8; bit += 7) {
            byte[] damaged = sound.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);
            assertThatThrownBy(() -> RunManifest.read(file)).as("bit %d", bit).isInstanceOf(ProblemException.class);
        }
    }

    @Test
    void namesImpossibleValues() throws IOException {
        manifest().write(file);
        String text = Files.readString(file)
                .replace("\"speed\" : 1.5", "\"speed\" : 0.0")
                .replace("\"by\" : \"id\"", "\"by\" : \"magic\"")
                .replaceAll("\"tickSize\" : \\d+", "\"tickSize\" : 0");
        Files.writeString(file, Seal.put(text.substring(0, text.indexOf(",\n  \"sha256\"")) + "\n}"));

        assertRefused(
                () -> RunManifest.read(file),
                BAD_INPUT,
                "replay.speed is 0.0, expected above 0, at most 1e9",
                "matching.by is 'magic', expected one of id, price",
                "tickSize is 0, expected 1..");
    }

    @Test
    void refusesContentAfterTheObject() throws IOException {
        manifest().write(file);
        Files.writeString(file, Files.readString(file) + "{}");

        assertRefused(() -> RunManifest.read(file), BAD_INPUT, file + ":");
    }

    private void rewrite(String from, String to) throws IOException {
        manifest().write(file);
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    private static void assertRefused(Runnable action, ExitStatus status, String... parts) {
        assertThatThrownBy(action::run)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining("\n")
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(status));
    }

    static RunManifest manifest() {
        Map<String, String> host = new LinkedHashMap<>();
        host.put("kernel", "6.1.0 \"rt\"");
        host.put("cpu", "Zürich\n2 cores");
        host.put("another", "");
        return new RunManifest(
                FORMAT_VERSION,
                new RunManifest.About(
                        COMPLETE, "run-1", JournalOrigin.NO_RUN, "2026-11-20T14:12:00Z", "tick-to-quote 0.1.0", "dev"),
                new RunManifest.Recording(
                        "nfp.t2q", "00ff", List.of(new Instrument(0, "EUR/USD", 100_000, 10_000)), List.of("LMAX"), 15),
                new RunManifest.Replay("udp://127.0.0.1:40001", 1.5, 10, 20, 3, "ab".repeat(32), 100, 200, 0, true),
                List.of(new SessionPlan(0, "CLIENT-00", 2, List.of(0))),
                new RunManifest.Declared(
                        Matching.byId(278, "decimal"),
                        new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 5L), -1),
                        new Conflation(Conflation.INTERVAL, 1_000_000)),
                new RunManifest.WarmUp(
                        1_000, 373.5, true, List.of(4L, 5L), 0.25, List.of(6L), List.of(7L), 8, List.of("median")),
                new RunManifest.Observed(
                        List.of(new ProcessEnd("replayer", List.of("java", "-jar"), 17, ProcessEnd.NORMAL, 0, "", 300)),
                        host,
                        Map.of("steal", 0.0125)),
                new RunManifest.Time(
                        List.of(new ClockPair(1, 2, 3), new ClockPair(4, 5, 6)),
                        Map.of("harness", new ClockTranslation(List.of(new ClockTranslation.Point(1, 2, 3))))));
    }

    @Test
    @Timeout(60)
    void refusesAPipeWithoutWaitingForIt() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> RunManifest.read(file))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("not a regular file");
    }
}
