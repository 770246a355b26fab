package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

/** A damaged file of a matrix leads to a refusal that names it, an uncounted run, or a comparison. */
final class DamagedMatrixTest {
    private static final int MUTATIONS = ProofLevel.fullOr(10, 4);
    private static final int MAX_VALUES = ProofLevel.fullOr(60, 20);
    private static final Pattern VALUE =
            Pattern.compile("(?<=[:,\\[]) ?(\"[^\"]*\"|-?\\d+(\\.\\d+)?|true|false|null)(?=[,}\\]\\s])");
    private static final List<String> VALUES = List.of(
            "null",
            "-1",
            "0",
            "9223372036854775807",
            "1e400",
            "\"\"",
            "\"\\u001b[31m\"",
            "\"\\ud800\"",
            "[]",
            "{}",
            "[null]");

    @TempDir
    private Path directory;

    private List<Path> inputs;

    @BeforeEach
    void writeAMatrix() {
        new MatrixFixture(directory)
                .with("PV-001", "hotspot", "unmanaged", valid(1_000), valid(1_400))
                .with("PV-002", "zing", "unmanaged", valid(1_500))
                .write();
        Path run = directory.resolve("PV-001/run-1");
        try (TickResults results = TickResults.create(run.resolve("tick-results.bin"), 1)) {
            for (int i = 0; i < 20; i++) {
                long tick = results.append(i * 1_000L, i * 1_000L + 10, 0, 0, 1);
                results.setCell(tick, 0, ResultCell.of(ResultCell.PUBLISHED, 500));
            }
            results.complete();
        }
        inputs = List.of(
                directory.resolve(MatrixRecord.FILE),
                run.resolve("run.json"),
                run.resolve("summary.json"),
                run.resolve("curves.json"),
                run.resolve("tick-results.bin"));
    }

    private void tryWith(Path file, byte[] content, String what) throws IOException {
        Files.write(file, content);
        String words;
        try {
            MatrixComparison comparison = MatrixComparison.of(directory);
            words = comparison.cases().stream()
                    .flatMap(one -> one.attempts().others().stream())
                    .map(UncountedRun::why)
                    .findFirst()
                    .orElse("");
        } catch (ProblemException named) {
            assertThat(named.status()).as(what).isEqualTo(ExitStatus.BAD_INPUT);
            words = String.valueOf(named.getMessage());
            assertThat(words).as(what).contains(file.getFileName().toString());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(what, e);
        }
        assertThat(words).as(what).doesNotContain("\n", "org.ticktoquote.");
    }

    @Test
    void damagedFilesAreRefusedOrCompared() throws IOException {
        for (Path file : inputs) {
            byte[] whole = Files.readAllBytes(file);
            RandomGenerator random =
                    new SplittableRandom(file.getFileName().toString().hashCode());
            for (int i = 0; i < MUTATIONS; i++) {
                tryWith(file, mutated(random, whole), file.getFileName() + " mutation " + i);
            }
            tryWith(file, new byte[0], file.getFileName() + " empty");
            tryWith(file, "null".getBytes(StandardCharsets.UTF_8), file.getFileName() + " null");
            Files.write(file, whole);
        }
        assertThat(MatrixComparison.of(directory).cases().get(0).attempts().runs())
                .hasSize(2);
    }

    private static byte[] mutated(RandomGenerator random, byte[] whole) {
        byte[] changed = whole.clone();
        int at = random.nextInt(Math.min(whole.length, 4_200));
        switch (random.nextInt(3)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed[at] = (byte) random.nextInt();
            default -> changed = Arrays.copyOf(whole, at);
        }
        return changed;
    }

    @Test
    void changedValuesAreRefusedOrCompared() throws IOException {
        for (Path file : inputs.subList(0, 4)) {
            String whole = Files.readString(file);
            List<MatchResult> values = VALUE.matcher(whole).results().toList();
            int step = (values.size() + MAX_VALUES - 1) / MAX_VALUES;
            for (int at = 0; at < values.size(); at += step) {
                MatchResult value = values.get(at);
                String other = VALUES.get(at / step % VALUES.size());
                String changed = whole.substring(0, value.start(1)) + other + whole.substring(value.end(1));
                tryWith(
                        file,
                        changed.getBytes(StandardCharsets.UTF_8),
                        file.getFileName() + ": " + value.group(1) + " at " + value.start() + " is now " + other);
            }
            Files.writeString(file, whole);
        }
    }
}
