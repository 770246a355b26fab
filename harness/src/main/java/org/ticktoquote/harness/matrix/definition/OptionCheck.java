package org.ticktoquote.harness.matrix.definition;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.SenderOptions;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.harness.settings.RunSettings;
import picocli.CommandLine.ParameterException;

/**
 * Checks the options of cases with the code of the command line. Each problem names its option.
 *
 * <p>Equal options are checked once. Not thread-safe.
 */
final class OptionCheck {
    /** Placeholder for the run's directory, which is not yet known and appears in no problem. */
    private static final RunDirectory PLACEHOLDER = new RunDirectory(Path.of("results"));

    /** Options that change the meaning of others. If one of them is wrong, the others are not checked any further. */
    private static final Set<String> DECISIVE = Set.of("", RunKeys.APP, RunKeys.ATTACH, "hosts", "recording");

    /** Values of {@code --spin} that are no durations. */
    private static final Set<String> SPIN_WORDS = Set.of(SenderOptions.AUTO_SPIN, SenderOptions.ALWAYS_SPIN);

    /** Times of the earliest and the latest recording that are considered: the start of 1970 and the end of 2199. */
    private static final List<RecordingTime> EXTREMES = List.of(
            new RecordingTime(1, 1),
            new RecordingTime(TimeUnit.DAYS.toNanos(84_006) - 1, TimeUnit.DAYS.toNanos(84_006) - 1));

    private final Map<Map<String, String>, List<Problem>> judged = new HashMap<>();

    /** Returns whether an option accepts a value, and reports a problem at its key otherwise. */
    static boolean accepts(YamlSection section, String key, String value) {
        try {
            RunOptions.of(Map.of(key, value));
            return true;
        } catch (ParameterException e) {
            OptionProblems.of(e).forEach(problem -> section.problemAt(key, problem));
            return false;
        }
    }

    /**
     * Returns problems of a combination of individually valid options, by key. The key is empty if a problem concerns no given
     * option.
     */
    Map<String, List<Problem>> problemsByKey(RunOptions run) {
        Map<String, List<Problem>> byKey = new LinkedHashMap<>();
        RunOptions left = run;
        Set<String> keys;
        do {
            keys = new HashSet<>();
            Map<String, String> said = new LinkedHashMap<>(left.givenOptions());
            for (Problem problem : problems(left)) {
                String key = key(problem, left.givenOptions());
                byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(problem);
                keys.add(key);
                said.remove(key);
            }
            left = keys.isEmpty() ? left : RunOptions.of(said);
        } while (!keys.isEmpty() && Collections.disjoint(keys, DECISIVE));
        return byKey;
    }

    private static String key(Problem problem, Map<String, String> run) {
        return problem.about()
                .map(option -> option.replaceFirst("^--", ""))
                .filter(run::containsKey)
                .orElse("");
    }

    private List<Problem> problems(RunOptions options) {
        return judged.computeIfAbsent(options.givenOptions(), any -> check(options.settings()));
    }

    private static List<Problem> check(RunSettings settings) {
        List<Problem> mistakes = settings.problems();
        if (!mistakes.isEmpty()) {
            return mistakes;
        }
        try {
            RunPlan plan = settings.plan(PLACEHOLDER);
            Preflight preflight = new Preflight(plan);
            preflight.application();
            if (!Files.exists(plan.input().recording())) {
                return formOf(plan);
            }
            preflight.input();
            return List.of();
        } catch (ProblemException refusal) {
            if (refusal.status() != ExitStatus.USAGE && refusal.status() != ExitStatus.BAD_INPUT) {
                throw refusal;
            }
            return refusal.problems();
        }
    }

    /** Checks the form of an input whose recording does not exist yet. The replayer checks the rest once it exists. */
    static List<Problem> formOf(RunPlan plan) {
        List<Problem> wrong = new ArrayList<>();
        check("--window", () -> inSomeRecording(plan.input().window()), wrong);
        if (!uri(plan.input().feed())) {
            wrong.add(Problem.of("--feed")
                    .value(plan.input().feed())
                    .expected("a URI such as udp://HOST:PORT or tcp://HOST:PORT"));
        }
        if (plan.sessions().pairs().size() == 1
                && plan.sessions().pairs().get(0).matches("-[0-9]+|[+]?0*")) {
            wrong.add(Problem.of("--pairs")
                    .value(plan.sessions().pairs().get(0))
                    .expected("a count of at least 1, or symbols"));
        }
        plan.input().venues().ifPresent(file -> check("--venues", () -> UserPath.input(file), wrong));
        plan.sessions().template().ifPresent(file -> check("--session-template", () -> UserPath.input(file), wrong));
        String spin = plan.input().sender().spin();
        if (!SPIN_WORDS.contains(spin)) {
            check("--replayer-args", () -> ProblemException.under("--spin", () -> DurationText.parse(spin)), wrong);
        }
        return wrong;
    }

    /**
     * Accepts a window that is valid for at least one of {@link #EXTREMES}. Only the recording tells whether an instant comes
     * before or after a time of day or T0.
     */
    private static void inSomeRecording(String window) {
        try {
            EXTREMES.get(0).window(window);
        } catch (ProblemException early) {
            EXTREMES.get(1).window(window);
        }
    }

    private static void check(String option, Runnable reading, List<Problem> wrong) {
        try {
            reading.run();
        } catch (ProblemException refusal) {
            refusal.problems().forEach(problem -> wrong.add(problem.under(option)));
        }
    }

    /** Accepts any scheme, because a plug-in can define a feed. The replayer refuses unknown schemes. */
    private static boolean uri(String text) {
        try {
            return URI.create(text).getScheme() != null;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
