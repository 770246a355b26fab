package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.process.CommandFiles;

final class ComparableRunsTest {
    private static final long MS = 1_000_000;
    private static final RunIdentity.IdentityPart PLAN = new RunIdentity.IdentityPart("A", "plan");

    private static RunIdentity run(String directory, String input, String application, String host, long lagP99Ns) {
        return run(directory, input, application, host, "dev", lagP99Ns);
    }

    private static RunIdentity run(
            String directory, String input, String application, String host, String profile, long lagP99Ns) {
        return new RunIdentity(
                directory,
                new RunIdentity.IdentityPart("nfp.t2q", input),
                new RunIdentity.IdentityPart("app", application),
                CommandFiles.NONE,
                new RunIdentity.IdentityPart("local", host),
                PLAN,
                profile,
                new RunIdentity.Lag(1_000, lagP99Ns));
    }

    @Test
    void acceptsEqualRuns() {
        assertThat(ComparableRuns.problems(
                        run("A/run-2", "i", "a", "h", 3 * MS),
                        List.of(run("A/run-1", "i", "a", "h", MS), run("B/run-1", "i", "a", "h", 2 * MS))))
                .isEmpty();
    }

    @Test
    void reportsDifferingInputApplicationOrHost() {
        List<RunIdentity> before = List.of(run("A/run-1", "i", "a", "h", MS));
        assertThat(ComparableRuns.problems(run("A/run-2", "j", "a", "h", MS), before))
                .containsExactly("different input than in A/run-1: j instead of i");
        assertThat(ComparableRuns.problems(run("A/run-3", "i", "", "h", MS), before))
                .containsExactly("different application than in A/run-1: nothing instead of a");
        assertThat(ComparableRuns.problems(run("A/run-4", "i", "a", "g", MS), before))
                .containsExactly("different host than in A/run-1: g instead of h");
    }

    @Test
    void namesDifferingFilesOfTheApplication() {
        RunIdentity before = of("A/run-1", Map.of("/app/a.jar", "1", "/app/b.jar", "2", "/app/c.jar", "3"));
        RunIdentity after = of("A/run-2", Map.of("/app/a.jar", "1", "/app/b.jar", "4", "/app/d.jar", "5"));
        assertThat(ComparableRuns.problems(after, List.of(before)))
                .contains("differing files of the application: /app/b.jar, /app/c.jar, /app/d.jar");
        assertThat(ComparableRuns.problems(of("A/run-3", Map.of()), List.of(after)))
                .contains("differing files of the application: /app/a.jar, /app/b.jar, /app/d.jar");
        assertThat(ComparableRuns.problems(of("A/run-4", Map.of("/1", "7", "/2", "8", "/3", "9")), List.of(after)))
                .contains("differing files of the application: /1, /2, /3 and 3 more");
    }

    private static RunIdentity of(String directory, Map<String, String> sums) {
        CommandFiles files = new CommandFiles(new TreeMap<>(sums));
        return new RunIdentity(
                directory,
                new RunIdentity.IdentityPart("r", "i"),
                new RunIdentity.IdentityPart("app", files.sha256()),
                files,
                new RunIdentity.IdentityPart("local", "h"),
                PLAN,
                "dev",
                new RunIdentity.Lag(1_000, MS));
    }

    @Test
    void casesWithDifferentRecordingsAreComparable() {
        RunIdentity own = run("A/run-1", "i", "a", "h", MS);
        RunIdentity other = new RunIdentity(
                "B/run-1",
                new RunIdentity.IdentityPart("quiet.t2q", "j"),
                own.application(),
                CommandFiles.NONE,
                own.host(),
                PLAN,
                "dev",
                own.lag());
        assertThat(ComparableRuns.problems(other, List.of(own))).isEmpty();
    }

    @Test
    void objectsToALateReplayEvenIfOthersWereLate() {
        RunIdentity late = run("A/run-2", "i", "a", "h", 60 * MS);
        String problem = "late replay: send lag p99 60.0 ms, limit 50.0 ms";
        assertThat(ComparableRuns.problems(late, List.of())).containsExactly(problem);
        assertThat(ComparableRuns.problems(late, List.of(run("A/run-1", "i", "a", "h", 60 * MS))))
                .containsExactly(problem);
    }

    /** Repeating a more punctual run could replace a good result by a worse one. */
    @Test
    void acceptsAReplayMorePunctualThanTheOthers() {
        assertThat(ComparableRuns.problems(
                        run("A/run-2", "i", "a", "h", 1_000),
                        List.of(run("A/run-1", "i", "a", "h", 40 * MS), run("B/run-1", "i", "a", "h", 45 * MS))))
                .isEmpty();
    }

    @Test
    void labProfileHasTighterLimits() {
        assertThat(ComparableRuns.problems(run("A/run-1", "i", "a", "h", "lab", 499_000), List.of()))
                .isEmpty();
        assertThat(ComparableRuns.problems(run("A/run-1", "i", "a", "h", "lab", 501_000), List.of()))
                .hasSize(1);
    }
}
