package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ticktoquote.harness.site.ApplicationFiles;

final class ComparabilityTest {
    private static final long MS = 1_000_000;

    private static RunIdentity run(String directory, String input, String application, String host, long lagP99Ns) {
        return run(directory, input, application, host, "dev", lagP99Ns);
    }

    private static RunIdentity run(
            String directory, String input, String application, String host, String profile, long lagP99Ns) {
        return new RunIdentity(
                directory,
                "nfp.t2q",
                input,
                "0..1",
                "app",
                application,
                ApplicationFiles.NONE,
                "local",
                host,
                profile,
                1_000,
                lagP99Ns);
    }

    @Test
    void nothingStandsBetweenRunsThatAreAlike() {
        assertThat(Comparability.objections(List.of(
                        run("A/run-1", "i", "a", "h", MS),
                        run("B/run-1", "i", "a", "h", 2 * MS),
                        run("A/run-2", "i", "a", "h", 3 * MS))))
                .isEmpty();
    }

    @Test
    void anotherInputApplicationOrHostIsNamedWithTheRunThatItDiffersFrom() {
        assertThat(Comparability.objections(List.of(
                        run("A/run-1", "i", "a", "h", MS),
                        run("A/run-2", "j", "a", "h", MS),
                        run("A/run-3", "i", "", "h", MS),
                        run("A/run-4", "i", "a", "g", MS))))
                .hasSize(3)
                .containsEntry("A/run-2", List.of("another input than in A/run-1: j instead of i"))
                .containsEntry("A/run-3", List.of("another application than in A/run-1: nothing instead of a"))
                .containsEntry("A/run-4", List.of("another host than in A/run-1: g instead of h"));
    }

    @Test
    void theFilesThatMakeAnotherApplicationAreNamed() {
        RunIdentity before = of("A/run-1", Map.of("/app/a.jar", "1", "/app/b.jar", "1", "/app/c.jar", "1"));
        RunIdentity after = of("A/run-2", Map.of("/app/a.jar", "1", "/app/b.jar", "2", "/app/d.jar", "1"));
        assertThat(Comparability.objections(List.of(before, after)))
                .containsOnlyKeys("A/run-2")
                .hasEntrySatisfying(
                        "A/run-2",
                        found -> assertThat(found)
                                .contains("what differs of the application: /app/b.jar, /app/c.jar, /app/d.jar"));
        RunIdentity empty = of("A/run-3", Map.of());
        assertThat(Comparability.objections(List.of(after, empty, of("A/run-4", Map.of("/1", "", "/2", "", "/3", "")))))
                .hasEntrySatisfying(
                        "A/run-3",
                        found -> assertThat(found)
                                .contains("what differs of the application: /app/a.jar, /app/b.jar, /app/d.jar"))
                .hasEntrySatisfying(
                        "A/run-4",
                        found -> assertThat(found)
                                .contains("what differs of the application: /1, /2, /3 and 3 files more"));
    }

    private static RunIdentity of(String directory, Map<String, String> sums) {
        ApplicationFiles files = new ApplicationFiles(new TreeMap<>(sums));
        return new RunIdentity(
                directory, "r", "i", "0..1", "app", files.sha256(), files, "local", "h", "dev", 1_000, MS);
    }

    @Test
    void casesThatNameAnotherRecordingMayHaveAnotherOne() {
        RunIdentity own = run("A/run-1", "i", "a", "h", MS);
        RunIdentity other = new RunIdentity(
                "B/run-1", "quiet.t2q", "j", "0..1", "app", "a", ApplicationFiles.NONE, "local", "h", "dev", 1_000, MS);
        assertThat(Comparability.objections(List.of(own, other))).isEmpty();
    }

    @Test
    void aSendLagFarFromTheMedianOfAllRunsIsAnObjection() {
        List<RunIdentity> runs = new ArrayList<>(List.of(
                run("A/run-1", "i", "a", "h", MS),
                run("B/run-1", "i", "a", "h", MS),
                run("A/run-2", "i", "a", "h", 40 * MS)));
        assertThat(Comparability.objections(runs))
                .containsOnlyKeys("A/run-2")
                .allSatisfy((directory, found) -> assertThat(found)
                        .singleElement()
                        .asString()
                        .contains("99th percentile is 40.0 ms, the median of 3 runs 1.00 ms; limit: 5 times"));
    }

    @Test
    void twoRunsHaveNoMedianToDifferFrom() {
        assertThat(Comparability.objections(
                        List.of(run("A/run-1", "i", "a", "h", MS), run("B/run-1", "i", "a", "h", 40 * MS))))
                .isEmpty();
    }

    @Test
    void inTheLabTheLimitsAreTight() {
        List<RunIdentity> runs = List.of(
                run("A/run-1", "i", "a", "h", "lab", 10_000),
                run("B/run-1", "i", "a", "h", "lab", 10_000),
                run("A/run-2", "i", "a", "h", "lab", 60_000));
        assertThat(Comparability.objections(runs)).containsOnlyKeys("A/run-2");
    }
}
