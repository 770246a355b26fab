package org.ticktoquote.host.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.NamePattern;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * Plan written by a user: a YAML file with {@code sets}, {@code rules} and {@code default}; see docs/threads.md. The first
 * rule that matches a thread places it.
 */
final class RulesFile implements ThreadPlanner {
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
    private final List<ThreadRule> rules;
    /** CPUs for threads that match no rule; empty to leave them alone. */
    private final CpuList others;

    private RulesFile(String name, YamlSection top) {
        this.name = name;
        sets.put(LEFT_ALONE, CpuList.none());
        YamlSection named = top.section("sets");
        if (named != null) {
            named.allKeys().forEach(key -> addSet(named, key));
        }
        this.rules = Key.list("rules", this::rule)
                .required("a list of rules, each with who, threads and cpus")
                .read(top);
        this.others = cpus("default").read(top);
        top.reportUnknownKeys();
    }

    /** Parses a plan. The exception for an invalid plan lists all its problems. */
    static ThreadPlanner parse(String name, String text) {
        Problems problems = new Problems();
        ThreadPlanner rules = read(name, YamlFile.parse(name, text, problems));
        problems.refuseIfAny();
        return rules;
    }

    /** Reads a plan that is part of a file and adds its problems to the file's problems. */
    static ThreadPlanner read(String name, YamlSection top) {
        return new RulesFile(name, top);
    }

    private void addSet(YamlSection named, String key) {
        if (key.equals(LEFT_ALONE) || !key.matches("[A-Za-z][A-Za-z0-9_-]*")) {
            named.problemWithKey(key, "a name of letters, digits, - and _, other than " + LEFT_ALONE);
        }
        sets.putIfAbsent(
                key,
                Key.value(key, CpuList.none(), "a set of CPUs, as in 2-5,8", CpuList::parseStrictly)
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
                        text -> sets.containsKey(text) ? sets.get(text) : CpuList.parseStrictly(text))
                .required(CPUS);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String text() {
        return rules.stream()
                        .map(rule -> rule.description() + " " + rule.cpus())
                        .collect(Collectors.joining("; ")) + "; default " + others;
    }

    private List<CpuList> sets(Set<ThreadOwner> parties) {
        List<CpuList> sets = new ArrayList<>();
        rules.stream().filter(rule -> rule.concerns(parties)).forEach(rule -> sets.add(rule.cpus()));
        sets.add(others);
        return sets;
    }

    @Override
    public boolean concerns(Set<ThreadOwner> parties) {
        return sets(parties).stream().anyMatch(set -> !set.isEmpty());
    }

    @Override
    public Optional<String> problem(UsableCpus machine, Set<ThreadOwner> parties) {
        CpuList missing =
                sets(parties).stream().map(set -> set.without(machine.usable())).reduce(CpuList.none(), CpuList::union);
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("it names CPU " + missing + ", and this run may use " + machine.usable());
    }

    @Override
    public List<String> notes(UsableCpus machine) {
        return sets(ThreadOwner.ALL).stream()
                .map(set -> set.intersection(machine.isolated()))
                .filter(isolated -> isolated.count() > 1)
                .distinct()
                .map(isolated -> "The kernel does not spread threads over isolated CPUs: those with the set " + isolated
                        + " may all stay on one of them.")
                .toList();
    }

    @Override
    public List<String> ruleNames() {
        return IntStream.range(0, rules.size())
                .filter(i -> rules.get(i).concerns(Set.of(ThreadOwner.APPLICATION, ThreadOwner.APPLICATION_JVM)))
                .mapToObj(this::name)
                .toList();
    }

    private String name(int rule) {
        return (rule + 1) + " " + rules.get(rule).description();
    }

    @Override
    public List<Placement> place(UsableCpus machine, List<FoundThread> threads) {
        return threads.stream().map(this::place).toList();
    }

    private Placement place(FoundThread thread) {
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).matches(thread)) {
                return new Placement(thread, name(i), rules.get(i).cpus());
            }
        }
        return new Placement(thread, "default", others);
    }

    /**
     * Rule of a plan. Matches a thread by name or kind; without names and kinds, it matches every thread.
     *
     * @param who owner of the threads; null for any
     * @param kinds kinds of JVM threads
     * @param cpus empty to leave the threads alone
     */
    private record ThreadRule(
            @Nullable ThreadOwner who, List<NamePattern> names, List<ThreadKind> kinds, CpuList cpus) {
        ThreadRule {
            names = List.copyOf(names);
            kinds = List.copyOf(kinds);
        }

        boolean concerns(Set<ThreadOwner> parties) {
            return who == null || parties.contains(who);
        }

        boolean matches(FoundThread thread) {
            if (who != null && who != thread.owner()) {
                return false;
            }
            return names.isEmpty() && kinds.isEmpty()
                    || kinds.contains(thread.kind())
                    || names.stream().anyMatch(name -> name.matches(thread.name()));
        }

        /** Formats as in {@code application pricing-*}. */
        String description() {
            String threads = Stream.concat(
                            kinds.stream().map(ThreadKind::word), names.stream().map(NamePattern::text))
                    .collect(Collectors.joining(" "));
            return ((who == null ? "anybody" : who.word()) + " " + threads).trim();
        }
    }
}
