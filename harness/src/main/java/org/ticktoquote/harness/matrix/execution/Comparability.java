package org.ticktoquote.harness.matrix.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.core.command.DurationText;

/**
 * What stands against comparing a run with the others of its matrix: another input, another application, another host, or
 * a replay that was late. Nothing here looks at the application's answers.
 */
final class Comparability {
    private static final int MOST_FILES = 3;

    /**
     * How late a replay may be before its run is no comparison.
     *
     * <p>Fixed, and judged on the run alone: what stands against a run when it ended stands for good, and one whose
     * replay was more punctual than the others is never the worse for it.
     */
    private record LagLimit(long medianNs, long p99Ns) {
        static LagLimit of(String profile) {
            return profile.equals(Limits.LAB)
                    ? new LagLimit(TimeUnit.MICROSECONDS.toNanos(100), TimeUnit.MICROSECONDS.toNanos(500))
                    : new LagLimit(TimeUnit.MILLISECONDS.toNanos(2), TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private Comparability() {}

    /**
     * What stands against a run that has just ended; nothing where it may be compared.
     *
     * @param before the runs that ended before it and against which nothing stands
     */
    static List<String> objections(RunIdentity run, List<RunIdentity> before) {
        List<String> found = new ArrayList<>();
        same(run, before, "input", RunIdentity::input, found);
        same(run, before, "application", RunIdentity::application, found)
                .ifPresent(first -> found.addAll(differing(run, first)));
        same(run, before, "host", RunIdentity::host, found);
        same(run, before, "plan of threads", RunIdentity::threads, found);
        LagLimit limit = LagLimit.of(run.profile());
        late("median", run.lag().p50Ns(), limit.medianNs(), found);
        late("99th percentile", run.lag().p99Ns(), limit.p99Ns(), found);
        return List.copyOf(found);
    }

    private static List<String> differing(RunIdentity run, RunIdentity first) {
        List<String> files = run.applicationFiles().differencesFrom(first.applicationFiles());
        if (files.isEmpty()) {
            return List.of();
        }
        String some = String.join(", ", files.subList(0, Math.min(MOST_FILES, files.size())));
        return List.of("what differs of the application: " + some
                + (files.size() > MOST_FILES ? " and " + (files.size() - MOST_FILES) + " files more" : ""));
    }

    /** The first run of those that name the same thing says what the thing is; returned when this one says otherwise. */
    private static Optional<RunIdentity> same(
            RunIdentity run,
            List<RunIdentity> before,
            String what,
            Function<RunIdentity, RunIdentity.Part> part,
            List<String> found) {
        RunIdentity.Part own = part.apply(run);
        RunIdentity first = before.stream()
                .filter(each -> part.apply(each).name().equals(own.name()))
                .findFirst()
                .orElse(run);
        if (part.apply(first).sha256().equals(own.sha256())) {
            return Optional.empty();
        }
        found.add("another " + what + " than in " + first.directory() + ": " + shortened(own.sha256()) + " instead of "
                + shortened(part.apply(first).sha256()));
        return Optional.of(first);
    }

    private static String shortened(String checksum) {
        return checksum.isEmpty() ? "nothing" : checksum.substring(0, Math.min(16, checksum.length()));
    }

    private static void late(String which, long lagNs, long mostNs, List<String> found) {
        if (lagNs > mostNs) {
            found.add("the replay was late: the " + which + " of its send lag is " + DurationText.format(lagNs)
                    + "; limit: " + DurationText.format(mostNs));
        }
    }
}
