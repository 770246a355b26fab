package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ticktoquote.harness.matrix.execution.RunIdentity.IdentityPart;
import org.ticktoquote.host.process.CommandFiles;

final class ComparableRunsTest {
    private static final long MS = 1_000_000;
    private static final RunIdentity EQUAL = run("A/run-1", "i", "a", "h", MS);

    private static RunIdentity run(String directory, String input, String application, String host, long lagP99Ns) {
        return run(directory, part("nfp.t2q", input), application, host, "dev", lagP99Ns);
    }

    private static RunIdentity run(
            String directory, IdentityPart input, String application, String host, String profile, long lagP99Ns) {
        return new RunIdentity(
                directory,
                input,
                part("app", application),
                CommandFiles.NONE,
                part("local", host),
                part("A", "plan"),
                profile,
                1_000,
                lagP99Ns);
    }

    private static IdentityPart part(String name, String sha256) {
        return new IdentityPart(name, sha256);
    }

    private static RunIdentity of(String directory, Map<String, String> sums) {
        CommandFiles files = new CommandFiles(new TreeMap<>(sums));
        return new RunIdentity(
                directory,
                EQUAL.input(),
                part("app", files.sha256()),
                files,
                EQUAL.host(),
                EQUAL.threads(),
                "dev",
                EQUAL.p50LagNs(),
                EQUAL.p99LagNs());
    }

    private static List<String> problems(RunIdentity run, RunIdentity... before) {
        return ComparableRuns.problems(run, List.of(before));
    }

    /** Repeating a more punctual run could replace a good result by a worse one. */
    @Test
    void acceptsEqualAndMorePunctualRuns() {
        assertThat(problems(run("A/run-2", "i", "a", "h", 3 * MS), EQUAL, run("B/run-1", "i", "a", "h", 2 * MS)))
                .isEmpty();
        assertThat(problems(
                        run("A/run-2", "i", "a", "h", 1_000),
                        run("A/run-1", "i", "a", "h", 40 * MS),
                        run("B/run-1", "i", "a", "h", 45 * MS)))
                .isEmpty();
        assertThat(problems(run("B/run-1", part("quiet.t2q", "j"), "a", "h", "dev", MS), EQUAL))
                .as("cases with different recordings")
                .isEmpty();
    }

    @Test
    void reportsDifferingInputApplicationOrHost() {
        assertThat(problems(run("A/run-2", "j", "a", "h", MS), EQUAL))
                .containsExactly("different input than in A/run-1: j instead of i");
        assertThat(problems(run("A/run-3", "i", "", "h", MS), EQUAL))
                .containsExactly("different application than in A/run-1: nothing instead of a");
        assertThat(problems(run("A/run-4", "i", "a", "g", MS), EQUAL))
                .containsExactly("different host than in A/run-1: g instead of h");
    }

    @Test
    void namesDifferingFilesOfTheApplication() {
        RunIdentity before = of("A/run-1", Map.of("/app/a.jar", "1", "/app/b.jar", "2", "/app/c.jar", "3"));
        RunIdentity after = of("A/run-2", Map.of("/app/a.jar", "1", "/app/b.jar", "4", "/app/d.jar", "5"));
        assertThat(problems(after, before))
                .contains("differing files of the application: /app/b.jar, /app/c.jar, /app/d.jar");
        assertThat(problems(of("A/run-3", Map.of()), after))
                .contains("differing files of the application: /app/a.jar, /app/b.jar, /app/d.jar");
        assertThat(problems(of("A/run-4", Map.of("/1", "7", "/2", "8", "/3", "9")), after))
                .contains("differing files of the application: /1, /2, /3 and 3 more");
    }

    @Test
    void objectsToALateReplayByTheLimitOfItsProfileEvenIfOthersWereLate() {
        RunIdentity late = run("A/run-2", "i", "a", "h", 60 * MS);
        String problem = "late replay: send lag p99 60.0 ms, limit 50.0 ms";
        assertThat(problems(late)).containsExactly(problem);
        assertThat(problems(late, run("A/run-1", "i", "a", "h", 60 * MS))).containsExactly(problem);

        assertThat(problems(run("A/run-1", part("nfp.t2q", "i"), "a", "h", "lab", 499_000)))
                .isEmpty();
        assertThat(problems(run("A/run-1", part("nfp.t2q", "i"), "a", "h", "lab", 501_000)))
                .hasSize(1);
    }
}
