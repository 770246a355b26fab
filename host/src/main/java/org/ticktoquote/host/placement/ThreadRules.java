package org.ticktoquote.host.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.state.CpuList;

/**
 * Plan written by a user. The first rule that matches a thread places it.
 *
 * @param name of the plan's file
 * @param rules in file order
 * @param others CPUs for threads that match no rule; empty to leave them alone
 */
record ThreadRules(String name, List<ThreadRule> rules, CpuList others) implements ThreadPlanner {
    ThreadRules {
        rules = List.copyOf(rules);
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
}
