package org.ticktoquote.host.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.CpuSetText;
import org.ticktoquote.host.threads.NamePattern;
import org.ticktoquote.host.threads.ThreadKind;

/** YAML file of a plan with {@code sets}, {@code rules} and {@code default}; see docs/threads.md. */
final class RulesFile {
    private static final String LEFT_ALONE = "unmanaged";
    private static final String CPUS = "a set of CPUs, as in 2-5,8, the name of one of the sets, or " + LEFT_ALONE;

    private static final String THREADS = "threads";
    private static final Key<ThreadOwner> WHO = Key.value(
            "who",
            null,
            "one of " + ThreadOwner.description(),
            word -> ThreadOwner.of(word).orElse(null));

    private final String name;
    private final Map<String, CpuList> sets = new HashMap<>();

    private RulesFile(String name) {
        this.name = name;
    }

    /** Parses a plan. The exception for an invalid plan lists all its problems. */
    static ThreadPlanner parse(String name, String text) {
        Problems problems = new Problems();
        ThreadRules rules = read(name, YamlFile.parse(name, text, problems));
        problems.refuseIfAny();
        return rules;
    }

    /** Reads a plan that is part of a file and adds its problems to the file's problems. */
    static ThreadRules read(String name, YamlSection top) {
        return new RulesFile(name).rules(top);
    }

    private ThreadRules rules(YamlSection top) {
        sets.put(LEFT_ALONE, CpuList.none());
        YamlSection named = top.section("sets");
        if (named != null) {
            named.allKeys().forEach(key -> addSet(named, key));
        }
        List<ThreadRule> rules = Key.list("rules", this::rule)
                .required("a list of rules, each with who, threads and cpus")
                .read(top);
        CpuList others = cpus("default").read(top);
        top.reportUnknownKeys();
        return new ThreadRules(name, rules, others);
    }

    private void addSet(YamlSection named, String key) {
        if (key.equals(LEFT_ALONE) || !key.matches("[A-Za-z][A-Za-z0-9_-]*")) {
            named.problemWithKey(key, "a name of letters, digits, - and _, other than " + LEFT_ALONE);
        }
        sets.putIfAbsent(
                key,
                Key.value(key, CpuList.none(), "a set of CPUs, as in 2-5,8", CpuSetText::parse)
                        .read(named));
    }

    private ThreadRule rule(YamlSection section) {
        ThreadOwner who = WHO.find(section);
        List<NamePattern> names = new ArrayList<>();
        List<ThreadKind> kinds = new ArrayList<>();
        List<String> threads = section.oneOrMore(THREADS);
        if (threads != null && threads.isEmpty()) {
            section.problemAt(THREADS, "at least one; a rule without the key is for all threads");
        }
        Objects.requireNonNullElse(threads, List.<String>of()).forEach(text -> add(section, who, text, names, kinds));
        return new ThreadRule(who, names, kinds, cpus("cpus").read(section));
    }

    private static void add(
            YamlSection section,
            @Nullable ThreadOwner who,
            String text,
            List<NamePattern> names,
            List<ThreadKind> kinds) {
        Optional<ThreadKind> kind = ThreadKind.ofWord(text);
        if (kind.isPresent()) {
            kinds.add(kind.get());
            if (who == ThreadOwner.APPLICATION) {
                section.problemAt(
                        THREADS, Problem.ofValue(text).expected("who: application-jvm for the JVM's own threads"));
            }
            return;
        }
        try {
            NamePattern pattern = NamePattern.of(text);
            pattern.tooLong()
                    .ifPresentOrElse(
                            expected -> section.problemAt(
                                    THREADS, Problem.ofValue(text).expected(expected)),
                            () -> names.add(pattern));
        } catch (ProblemException refusal) {
            refusal.problems().forEach(problem -> section.problemAt(THREADS, problem));
        }
    }

    private Key<CpuList> cpus(String key) {
        return Key.value(
                        key,
                        CpuList.none(),
                        CPUS,
                        text -> sets.containsKey(text) ? sets.get(text) : CpuSetText.parse(text))
                .required(CPUS);
    }
}
