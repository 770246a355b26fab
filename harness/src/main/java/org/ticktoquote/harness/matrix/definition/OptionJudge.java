package org.ticktoquote.harness.matrix.definition;

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
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
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
                return InputForm.mistakes(plan);
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
}
