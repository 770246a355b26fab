package org.ticktoquote.harness.matrix.definition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.harness.settings.RunOptions;

/** Reads {@code run} of a case: what is said of it, else what its JVM needs, else the defaults. */
final class RunKeysReader {
    private final Layers said;
    private final Layers defaults;
    private final OptionJudge judge;

    RunKeysReader(List<YamlSection> said, List<YamlSection> defaults, OptionJudge judge) {
        this.said = new Layers(said).below(CaseReader.RUN.name());
        this.defaults = new Layers(defaults).below(CaseReader.RUN.name());
        this.judge = judge;
    }

    /** Values by key; one that is not taken is a problem and left out, so that the others are judged together. */
    RunOptions read(Map<String, String> warmUp) {
        said.sections().forEach(RunKeysReader::refuseMisplaced);
        defaults.sections().forEach(RunKeysReader::refuseMisplaced);
        Map<String, String> taken = new LinkedHashMap<>();
        for (String name : RunKeys.names()) {
            String general = value(defaults, name);
            String own = value(said, name);
            String needed = warmUp.containsKey(name) ? warmUp.get(name) : general;
            String value = own == null ? needed : own;
            if (value != null && taken(name, value)) {
                taken.put(name, value);
            }
        }
        said.end();
        defaults.end();
        RunOptions run = RunOptions.of(taken);
        judge.objections(run).forEach((key, problems) -> problems.forEach(each -> add(key, each)));
        return run;
    }

    private static void refuseMisplaced(YamlSection section) {
        NoDuet.in(section);
        CaseReader.names().stream()
                .filter(name -> !RunKeys.names().contains(name))
                .forEach(name -> section.refuseKey(
                        name, "is a key of the case", "it one level up, next to " + CaseReader.RUN.name()));
    }

    private static @Nullable String value(Layers layers, String name) {
        String first = null;
        for (YamlSection section : layers.sections()) {
            String value = RunKeys.read(section, name);
            first = first == null ? value : first;
        }
        return first;
    }

    private Optional<YamlSection> decides(String name) {
        return said.decides(name).or(() -> defaults.decides(name));
    }

    private boolean taken(String name, String value) {
        return decides(name)
                .map(section -> OptionJudge.takes(section, name, value))
                .orElse(true);
    }

    /** What is about no key of the case stands at its first part. */
    private void add(String key, Problem problem) {
        Optional<YamlSection> section = decides(key);
        if (section.isPresent()) {
            section.get().problemAt(key, problem);
        } else {
            Stream.concat(said.sections().stream(), defaults.sections().stream())
                    .findFirst()
                    .ifPresent(any -> any.problemAt(CaseReader.RUN.name(), problem.under(CaseReader.RUN.name())));
        }
    }
}
