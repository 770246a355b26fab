package org.ticktoquote.harness.matrix.execution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.ticktoquote.core.command.DurationText;

/**
 * What stands against comparing a run with the others of its matrix: another input, another application, another host, or
 * a replay that kept its schedule differently. Nothing here looks at the application's answers.
 */
final class Comparability {
    /** Fewer have no median that one of them could differ from. */
    private static final int LEAST_RUNS = 3;

    /**
     * How far the send lag of a run may be from the median of all runs.
     *
     * <p>On a shared machine identical runs differ by three times at the 99th percentile; isolated cores keep within a
     * fraction. Below {@code leastNs} a difference is too small to matter, whatever the ratio.
     */
    private record LagLimit(double times, long leastNs) {
        static LagLimit of(String profile) {
            return profile.equals("lab")
                    ? new LagLimit(2, TimeUnit.MICROSECONDS.toNanos(20))
                    : new LagLimit(5, TimeUnit.MILLISECONDS.toNanos(2));
        }

        boolean exceeded(long ns, long medianNs) {
            long least = Math.min(ns, medianNs);
            long most = Math.max(ns, medianNs);
            return most - least > leastNs && most > times * least;
        }
    }

    private static final int MOST_FILES = 3;

    private Comparability() {}

    /** By directory; a run against which nothing stands is not in it. */
    static Map<String, List<String>> objections(List<RunIdentity> runs) {
        Map<String, List<String>> objections = new LinkedHashMap<>();
        for (RunIdentity run : runs) {
            List<String> found = new ArrayList<>();
            same(run, runs, "input", RunIdentity::input, RunIdentity::inputSha256, found);
            same(run, runs, "application", RunIdentity::application, RunIdentity::applicationSha256, found)
                    .ifPresent(first -> found.addAll(differing(run, first)));
            same(run, runs, "host", RunIdentity::host, RunIdentity::fingerprint, found);
            lag(run, runs, "median", RunIdentity::lagP50Ns, found);
            lag(run, runs, "99th percentile", RunIdentity::lagP99Ns, found);
            if (!found.isEmpty()) {
                objections.put(run.directory(), found);
            }
        }
        return objections;
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
            List<RunIdentity> runs,
            String what,
            Function<RunIdentity, String> name,
            Function<RunIdentity, String> content,
            List<String> found) {
        RunIdentity first = runs.stream()
                .filter(each -> name.apply(each).equals(name.apply(run)))
                .findFirst()
                .orElse(run);
        if (content.apply(first).equals(content.apply(run))) {
            return Optional.empty();
        }
        found.add("another " + what + " than in " + first.directory() + ": " + shortened(content.apply(run))
                + " instead of " + shortened(content.apply(first)));
        return Optional.of(first);
    }

    private static String shortened(String checksum) {
        return checksum.isEmpty() ? "nothing" : checksum.substring(0, Math.min(16, checksum.length()));
    }

    private static void lag(
            RunIdentity run,
            List<RunIdentity> runs,
            String which,
            ToLongFunction<RunIdentity> lagNs,
            List<String> found) {
        long[] alike = runs.stream()
                .filter(each -> each.window().equals(run.window()))
                .mapToLong(lagNs)
                .sorted()
                .toArray();
        long median = alike[alike.length / 2];
        LagLimit limit = LagLimit.of(run.profile());
        if (alike.length >= LEAST_RUNS && limit.exceeded(lagNs.applyAsLong(run), median)) {
            found.add(String.format(
                    Locale.ROOT,
                    "another send lag: its %s is %s, the median of %d runs %s; limit: %.0f times and %s apart",
                    which,
                    DurationText.format(lagNs.applyAsLong(run)),
                    alike.length,
                    DurationText.format(median),
                    limit.times(),
                    DurationText.format(limit.leastNs())));
        }
    }
}
