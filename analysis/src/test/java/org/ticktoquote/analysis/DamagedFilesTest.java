package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Refusals.assertBadInput;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.audit.NullResponseFile;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;

/** Any damage to a file of a run leads to a refusal that names the file, or to a summary. */
final class DamagedFilesTest {
    private static final int MUTATIONS = ProofLevel.fullOr(8, 4);
    private static final int OTHER_VALUES = ProofLevel.fullOr(2, 1);
    private static final Pattern VALUE = Pattern.compile("(?<=:)(\"[^\"]*\"|-?\\d+|true|false)");
    private static final List<String> VALUES = List.of(
            "null",
            "-1",
            "0",
            "9223372036854775807",
            "-9223372036854775808",
            "1e400",
            "\"\"",
            "\"\\ud800\"",
            "[]",
            "{}");

    @TempDir
    static Path sound;

    @TempDir
    Path directory;

    @BeforeAll
    static void playARun() {
        RunFixture run = new RunFixture(sound, 1)
                .play(
                        "session 0 logs-on at 0; tick 1 EUR/USD at 10 answered at 11; tick 2 EUR/USD at 20 answered at 22");
        run.audit.hiccup(Role.CLIENTS, 12, 3).pause(Role.REPLAYER, 15, 2);
        ShareFigures share = new ShareFigures(1L, 2L, 3L, 4L, 5L, 6L);
        NullResponseFile.copy(
                sound,
                RunFixture.IDENTITY,
                new NullResponse(NullResponse.FORMAT_VERSION, "2026-01-01T00:00:00Z", "host", "load", 9, share, share));
        run.analysis();
    }

    @BeforeEach
    void copyTheRun() throws IOException {
        RunCopy.of(sound, directory);
    }

    private Path audit() {
        return new RunDirectory(directory).audit(Role.CLIENTS);
    }

    private Stream<Path> inputs() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(DamagedFilesTest::input).sorted().toList().stream();
        }
    }

    private static boolean input(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".journal") || name.startsWith("gc-") || name.equals("run.json") || json(file);
    }

    private Summary analyse(Object what) {
        try {
            return Analysis.of(directory).result().summary();
        } catch (ProblemException refusal) {
            assertThat(refusal).as("%s", what).hasMessageContaining(directory.toString());
            throw refusal;
        }
    }

    private void tryWith(Path file, byte[] content, String what) {
        try {
            Files.write(file, content);
            analyse(what);
        } catch (ProblemException named) {
            assertThat(named.getMessage()).contains(file.getFileName().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(what, e);
        }
    }

    @Test
    void damagedFilesAreRefusedOrAnalysed() throws IOException {
        for (Path file : inputs().toList()) {
            byte[] whole = Files.readAllBytes(file);
            RandomGenerator random =
                    new SplittableRandom(file.getFileName().toString().hashCode());
            int content = contentLength(whole);
            for (int i = 0; i < MUTATIONS; i++) {
                byte[] changed = mutated(random, whole, content);
                tryWith(file, changed, file.getFileName() + " mutation " + i);
            }
            tryWith(file, new byte[0], file.getFileName() + " empty");
            tryWith(file, "null\n".getBytes(StandardCharsets.UTF_8), file.getFileName() + " null");
            Files.delete(file);
            tryMissing(file);
            Files.write(file, whole);
        }
        assertThat(analyse("whole again").measured().ticks()).isEqualTo(2);
    }

    private void tryMissing(Path file) {
        try {
            analyse(file);
        } catch (ProblemException named) {
            assertThat(named.getMessage()).contains(file.getFileName().toString());
        }
    }

    /** Journals are mapped beyond their content. */
    private static int contentLength(byte[] whole) {
        int end = whole.length;
        while (end > 1 && whole[end - 1] == 0) {
            end--;
        }
        return end;
    }

    private static byte[] mutated(RandomGenerator random, byte[] whole, int content) {
        byte[] changed = whole.clone();
        int at = random.nextInt(content);
        switch (random.nextInt(3)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed[at] = (byte) random.nextInt();
            default -> changed = Arrays.copyOf(whole, at);
        }
        return changed;
    }

    @Test
    void changedValuesAreRefusedOrAnalysed() throws IOException {
        for (Path file : List.of(audit(), NullResponseFile.in(directory))) {
            String whole = Files.readString(file);
            for (MatchResult value : VALUE.matcher(whole).results().toList()) {
                for (int i = 0; i < OTHER_VALUES; i++) {
                    String other = VALUES.get((value.start() + i) % VALUES.size());
                    String changed = whole.substring(0, value.start()) + other + whole.substring(value.end());
                    tryWith(
                            file,
                            changed.getBytes(StandardCharsets.UTF_8),
                            file.getFileName() + ": " + value.group() + " at " + value.start() + " is now " + other);
                }
            }
            Files.writeString(file, whole);
        }
    }

    private static boolean json(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".jsonl") || name.equals("harness-share.json");
    }

    @Test
    void invalidAuditIsNamed() throws IOException {
        Path audit = audit();
        String whole = Files.readString(audit);
        for (String changed : List.of(
                "null" + whole.substring(whole.indexOf('\n')),
                whole.replaceFirst("\"hiccups\":\"[^\"]{9}", "\"hiccups\":\"%%%%%%%%%"),
                whole.replaceFirst("\"formatVersion\":2", "\"formatVersion\":7"),
                whole.replaceFirst("\"monotonicNs\":\\d+", "\"monotonicNs\":9223372036854775807"))) {
            Files.writeString(audit, changed);
            assertThat(analyse(changed).findings().reasons())
                    .filteredOn(reason -> reason.rule().equals(Rule.SELF_AUDIT_INCOMPLETE))
                    .extracting(Reason::text)
                    .singleElement()
                    .asString()
                    .contains("audit-fix-clients.jsonl: line ");
        }
    }

    /** A changed digit is still a valid figure: only the checksum detects it. */
    @Test
    void changedDigitInNullResponderFiguresIsRefused() throws IOException {
        Path file = NullResponseFile.in(directory);
        byte[] whole = Files.readAllBytes(file);
        int changes = 0;
        for (int at = 0; at < whole.length; at++) {
            if (Character.isDigit(whole[at])) {
                byte[] changed = whole.clone();
                changed[at] = (byte) (changed[at] == '9' ? '1' : changed[at] + 1);
                Files.write(file, changed);
                assertBadInput(() -> analyse("a digit"), file.toString());
                changes++;
            }
        }
        assertThat(changes).isGreaterThan(20);
    }
}
