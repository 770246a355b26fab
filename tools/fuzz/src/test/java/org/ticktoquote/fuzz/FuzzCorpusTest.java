package org.ticktoquote.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/** Runs every past finding, every seed and a few seeded mutations, so that findings stay fixed. */
class FuzzCorpusTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** More with {@code -Dt2q.proof=full}. */
    private static final int MUTATIONS = "full".equals(System.getProperty("t2q.proof")) ? 6 : 3;

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory(JazzerRun.temporary(), "t2q-fuzz-corpus");
    }

    @AfterEach
    void removeFolder() throws IOException {
        JazzerRun.clear(folder);
    }

    @TestFactory
    Stream<DynamicTest> corpusInputsAreReadOrRefused() throws IOException, URISyntaxException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Map.Entry<String, FuzzTarget> target : FuzzTargets.all().entrySet()) {
            for (Path input : corpus(target.getKey())) {
                tests.add(DynamicTest.dynamicTest(
                        target.getKey() + "/" + input.getFileName(),
                        () -> bounded(target.getValue(), Files.readAllBytes(input))));
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> seedsAreAccepted() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Map.Entry<String, FuzzTarget> target : FuzzTargets.all().entrySet()) {
            target.getValue()
                    .seeds()
                    .forEach((name, seed) -> tests.add(DynamicTest.dynamicTest(
                            target.getKey() + "/" + name,
                            () -> assertThat(bounded(target.getValue(), seed)).isTrue())));
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> mutatedSeedsAreReadOrRefused() {
        return FuzzTargets.all().entrySet().stream()
                .map(target -> DynamicTest.dynamicTest(target.getKey(), () -> {
                    Random random = new Random(target.getKey().hashCode());
                    for (byte[] seed : target.getValue().seeds().values()) {
                        for (int i = 0; i < MUTATIONS; i++) {
                            bounded(target.getValue(), mutated(seed, random));
                        }
                    }
                }));
    }

    private Trial trial(Runnable reading) {
        return new Trial(new OneSeed(reading), folder);
    }

    @Test
    void unexpectedExceptionIsAFinding() {
        Trial trial = trial(() -> {
            throw new IllegalStateException("a trace");
        });
        assertThatThrownBy(() -> trial.of(new byte[1])).hasMessage("a trace");
    }

    @Test
    void refusalIsNotAFinding() {
        Trial trial = trial(() -> {
            throw Problem.ofFault("damaged").exception(ExitStatus.BAD_INPUT);
        });
        assertThat(trial.of(new byte[1])).isFalse();
    }

    @Test
    void excessiveAllocationIsAFinding() {
        List<byte[]> kept = new ArrayList<>();
        Trial trial = trial(() -> {
            for (long bytes = 0; bytes <= Trial.MAX_BYTES; bytes += 1 << 20) {
                kept.clear();
                kept.add(new byte[1 << 20]);
            }
        });
        assertThatThrownBy(() -> trial.of(new byte[1])).hasMessageContaining("bytes allocated");
    }

    private boolean bounded(FuzzTarget target, byte[] input) {
        return assertTimeoutPreemptively(
                LIMIT, () -> new Trial(target, Files.createTempDirectory(folder, "")).of(input));
    }

    private static byte[] mutated(byte[] seed, Random random) {
        byte[] bytes = random.nextInt(4) == 0 ? Arrays.copyOf(seed, random.nextInt(seed.length + 9)) : seed.clone();
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    /** Returns the stored inputs of a target. */
    static List<Path> corpus(String target) throws IOException, URISyntaxException {
        var folder = FuzzCorpusTest.class.getResource("/corpus/" + target);
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> inputs = Files.list(Path.of(folder.toURI()))) {
            return inputs.sorted().toList();
        }
    }

    private record OneSeed(Runnable reading) implements FuzzTarget {
        @Override
        public void read(byte[] input, Path folder) {
            reading.run();
        }

        @Override
        public Map<String, byte[]> seeds() {
            return Map.of();
        }
    }
}
