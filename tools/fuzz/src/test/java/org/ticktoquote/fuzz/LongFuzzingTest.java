package org.ticktoquote.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs Jazzer for {@code -Dt2q.fuzz=MINUTES} on every target, or on those of {@code -Dt2q.fuzz.targets=A,B}. */
@EnabledIfSystemProperty(
        named = "t2q.fuzz",
        matches = "[0-9]+([.][0-9]+)?",
        disabledReason = "the corpus only; -Dt2q.fuzz=MINUTES fuzzes, see CONTRIBUTING.md")
class LongFuzzingTest {
    private final JazzerRun jazzer = new JazzerRun(Path.of(System.getProperty("t2q.fuzz.work")));

    @TestFactory
    Stream<DynamicTest> fuzzingFindsNothing() throws IOException, InterruptedException {
        double minutes = Double.parseDouble(System.getProperty("t2q.fuzz"));
        String obstacle = jazzer.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
        return chosen().stream().map(target -> DynamicTest.dynamicTest(target, () -> fuzz(target, minutes)));
    }

    private static Collection<String> chosen() {
        String targets = System.getProperty("t2q.fuzz.targets", "");
        return targets.isEmpty() ? FuzzTargets.all().keySet() : List.of(targets.split(","));
    }

    private void fuzz(String target, double minutes) throws IOException, InterruptedException, URISyntaxException {
        List<Path> corpus = FuzzCorpusTest.corpus(target).stream()
                .map(Path::getParent)
                .distinct()
                .toList();
        JazzerRun.Outcome outcome = jazzer.fuzz(target, minutes, corpus);
        assertThat(outcome.status()).as("%s", outcome.end()).isZero();
    }
}
