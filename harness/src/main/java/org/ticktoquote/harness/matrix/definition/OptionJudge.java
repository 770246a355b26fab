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
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.yaml.Section;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.settings.RunSettings;
import picocli.CommandLine.ParameterException;

/**
 * Has the options of cases judged by those who take them on the command line, and finds the key that each objection is
 * about.
 *
 * <p>Cases that say the same are judged once. Not thread-safe.
 */
final class OptionJudge {
    private static final Pattern OPTION = Pattern.compile("--([a-z][a-z-]*)");
    /** How picocli begins: "Invalid value for option '--sessions' (COUNT): ". */
    private static final Pattern INVALID = Pattern.compile("Invalid value for option '[^']*'( \\([^)]*\\))?: ");
    /** Judged before the run's directory is known: it is in no objection. */
    private static final RunDirectory NOWHERE = new RunDirectory(Path.of("results"));
    /** Whose words begin with a name, and the key that holds what they are told. */
    private static final Map<String, String> SPEAKERS =
            Map.of("pricing-app: ", "app-args", "replay: ", "replayer-args", "clients: ", "clients-args");

    /** Without one of these (or with an objection to all together) the others mean something else. */
    private static final Set<String> DECISIVE = Set.of("", RunKeys.APP, RunKeys.ATTACH, "hosts", "recording");

    private final Map<List<String>, List<String>> judged = new HashMap<>();

    /** Whether an option takes a value; a problem at the key where it does not. */
    boolean takes(Section section, String key, String value) {
        try {
            RunSettings.parse(RunKeys.options(Map.of(key, value)));
            return true;
        } catch (ParameterException e) {
            String message = String.valueOf(e.getMessage());
            section.say(key, INVALID.matcher(message).replaceFirst(""));
            return false;
        }
    }

    /** What is wrong with options that are taken one by one, by the key it is about; the key is empty for all together. */
    Map<String, List<String>> objections(Map<String, String> run) {
        Map<String, List<String>> byKey = new LinkedHashMap<>();
        Map<String, String> left = new LinkedHashMap<>(run);
        Set<String> keys;
        do {
            keys = new HashSet<>();
            for (String sentence : judged.computeIfAbsent(RunKeys.options(left), OptionJudge::judge)) {
                String key = about(sentence, left).orElse("");
                byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(shortened(key, sentence));
                keys.add(key);
            }
            left.keySet().removeAll(keys);
        } while (!keys.isEmpty() && Collections.disjoint(keys, DECISIVE));
        return byKey;
    }

    private static List<String> judge(List<String> options) {
        RunSettings settings = RunSettings.parse(options);
        List<String> mistakes = settings.mistakes();
        if (!mistakes.isEmpty()) {
            return mistakes;
        }
        try {
            RunPlan plan = settings.plan(NOWHERE);
            Preflight preflight = new Preflight(plan);
            preflight.application();
            if (!Files.exists(plan.recording())) {
                return InputForm.mistakes(plan);
            }
            preflight.input();
            return List.of();
        } catch (Refusal refusal) {
            if (refusal.status() != ExitStatus.USAGE && refusal.status() != ExitStatus.BAD_INPUT) {
                throw refusal;
            }
            return List.of(String.valueOf(refusal.getMessage()));
        }
    }

    private static Optional<String> about(String sentence, Map<String, String> run) {
        Optional<String> spoken = SPEAKERS.entrySet().stream()
                .filter(speaker -> sentence.startsWith(speaker.getKey()) && run.containsKey(speaker.getValue()))
                .map(Map.Entry::getValue)
                .findFirst();
        return spoken.or(() -> named(sentence, run)).or(() -> quoted(sentence, run));
    }

    private static Optional<String> named(String sentence, Map<String, String> run) {
        Matcher option = OPTION.matcher(sentence);
        while (option.find()) {
            if (run.containsKey(option.group(1))) {
                return Optional.of(option.group(1));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> quoted(String sentence, Map<String, String> run) {
        return run.entrySet().stream()
                .filter(each -> each.getValue().length() > 2 && sentence.contains(each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static String shortened(String key, String sentence) {
        String own = "--" + key;
        return sentence.startsWith(own + ": ") || sentence.startsWith(own + " ")
                ? sentence.substring(own.length()).replaceFirst("^:? ", "")
                : sentence;
    }
}
