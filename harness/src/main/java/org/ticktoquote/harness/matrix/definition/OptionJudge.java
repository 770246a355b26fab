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
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.harness.settings.RunSettings;
import picocli.CommandLine.ParameterException;

/**
 * Has the options of cases judged by those who take them on the command line. A problem says which option it is about.
 *
 * <p>Cases that say the same are judged once. Not thread-safe.
 */
final class OptionJudge {
    /** Judged before the run's directory is known: it is in no objection. */
    private static final RunDirectory NOWHERE = new RunDirectory(Path.of("results"));

    /** Without one of these (or with an objection to none of them) the others mean something else. */
    private static final Set<String> DECISIVE = Set.of("", RunKeys.APP, RunKeys.ATTACH, "hosts", "recording");

    /** Recordings that begin in 1970 and 2200, one as early and one as late on its day as there can be. */
    private static final List<RecordingTime> EXTREMES = List.of(
            new RecordingTime(1, 1),
            new RecordingTime(TimeUnit.DAYS.toNanos(84_006) - 1, TimeUnit.DAYS.toNanos(84_006) - 1));

    private final Map<Map<String, String>, List<Problem>> judged = new HashMap<>();

    /** Whether an option takes a value; a problem at the key where it does not. */
    static boolean takes(YamlSection section, String key, String value) {
        try {
            RunOptions.of(Map.of(key, value));
            return true;
        } catch (ParameterException e) {
            OptionProblems.of(e).forEach(problem -> section.problemAt(key, problem));
            return false;
        }
    }

    /**
     * What is wrong with options that are taken one by one, by the key it is about; the key is empty for what the options
     * that are there do not say.
     */
    Map<String, List<Problem>> objections(RunOptions run) {
        Map<String, List<Problem>> byKey = new LinkedHashMap<>();
        RunOptions left = run;
        Set<String> keys;
        do {
            keys = new HashSet<>();
            Map<String, String> said = new LinkedHashMap<>(left.said());
            for (Problem problem : problems(left)) {
                String key = key(problem, left.said());
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
        return judged.computeIfAbsent(options.said(), any -> judge(options.settings()));
    }

    private static List<Problem> judge(RunSettings settings) {
        List<Problem> mistakes = settings.mistakes();
        if (!mistakes.isEmpty()) {
            return mistakes;
        }
        try {
            RunPlan plan = settings.plan(NOWHERE);
            Preflight preflight = new Preflight(plan);
            preflight.application();
            if (!Files.exists(plan.input().recording())) {
                return formOf(plan);
            }
            preflight.input();
            return List.of();
        } catch (Refusal refusal) {
            if (refusal.status() != ExitStatus.USAGE && refusal.status() != ExitStatus.BAD_INPUT) {
                throw refusal;
            }
            return refusal.problems();
        }
    }

    /** What can be judged of an input whose recording is not there yet: its form. The replayer judges the rest when it is. */
    static List<Problem> formOf(RunPlan plan) {
        List<Problem> wrong = new ArrayList<>();
        judge("--window", () -> inSomeRecording(plan.input().window()), wrong);
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
        plan.input().venues().ifPresent(file -> judge("--venues", () -> UserPath.input(file), wrong));
        plan.sessions().template().ifPresent(file -> judge("--session-template", () -> UserPath.input(file), wrong));
        return wrong;
    }

    /** A window that begins with an instant and ends with a time of day, or with T0, has its order from the recording. */
    private static void inSomeRecording(String window) {
        try {
            EXTREMES.get(0).window(window);
        } catch (Refusal early) {
            EXTREMES.get(1).window(window);
        }
    }

    private static void judge(String option, Runnable reading, List<Problem> wrong) {
        try {
            reading.run();
        } catch (Refusal refusal) {
            refusal.problems().forEach(problem -> wrong.add(problem.under(option)));
        }
    }

    /** Which schemes there are is the replayer's to know: a feed may be the user's own. */
    private static boolean uri(String text) {
        try {
            return URI.create(text).getScheme() != null;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
