package org.ticktoquote.host.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.state.CpuList;

/**
 * The plan that needs no file: application, JVM and harness on {@linkplain AutoSets disjoint sets} of the machine's CPUs.
 *
 * <p>The kernel does not spread threads over isolated CPUs, so each thread gets one of them, by its id.
 */
final class AutoPlanner implements ThreadPlanner {
    static final String NAME = "auto";

    /** The thread that sends ticks. */
    private static final String PACER = "replayer-pacer";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String text() {
        return NAME;
    }

    /** Where no application runs, nobody needs to keep out of its way. */
    @Override
    public boolean concerns(Set<ThreadOwner> parties) {
        return parties.contains(ThreadOwner.APPLICATION);
    }

    @Override
    public Optional<String> objection(Topology machine, Set<ThreadOwner> parties) {
        return machine.usable().count() >= 2
                ? Optional.empty()
                : Optional.of("an automatic plan needs two CPUs at least, this run may use "
                        + (machine.usable().isEmpty() ? "none" : "only CPU " + machine.usable()));
    }

    @Override
    public List<String> notes(Topology machine) {
        AutoSets sets = AutoSets.of(machine);
        List<String> notes = new ArrayList<>();
        if (sets.jvm().equals(sets.harness())) {
            notes.add("The application's JVM and the harness share CPU " + sets.jvm()
                    + ": there are too few CPUs for three sets.");
        }
        boolean shared = machine.cores().stream()
                .anyMatch(core -> core.cpus().intersects(sets.application())
                        && !sets.application().containsAll(core.cpus()));
        if (shared) {
            notes.add("The application's CPUs share a core with others.");
        }
        List<Integer> nodes = machine.nodesFromTheNetwork();
        if (nodes.size() > 1 && machine.isolated().within(sets.application()).isEmpty()) {
            long adapters = machine.memory().adaptersOf(nodes.get(0));
            notes.add("The application is kept on memory node " + nodes.get(0)
                    + (adapters == 0
                            ? " (no network adapter says at which node it is)"
                            : ", where " + adapters + (adapters == 1 ? " network adapter is" : " network adapters are"))
                    + ": CPUs " + sets.application() + " of " + machine.usable()
                    + ". One that needs more CPUs than that needs a plan of its own.");
        }
        if (machine.isolated().within(sets.application()).count() > 1) {
            notes.add(
                    "The kernel does not spread threads over isolated CPUs: each thread of the application gets one of "
                            + sets.application() + ".");
        }
        return notes;
    }

    @Override
    public List<Placement> place(Topology machine, List<FoundThread> threads) {
        AutoSets sets = AutoSets.of(machine);
        return threads.stream().map(thread -> place(machine, sets, thread)).toList();
    }

    private static Placement place(Topology machine, AutoSets sets, FoundThread thread) {
        return switch (thread.party()) {
            case APPLICATION -> new Placement(thread, "application", spread(machine, sets.application(), thread));
            case APPLICATION_JVM -> new Placement(thread, "jvm", sets.jvm());
            case REPLAYER, CLIENTS, HARNESS ->
                thread.party() == ThreadOwner.REPLAYER && thread.name().equals(PACER)
                        ? new Placement(thread, "pacer", sets.pacer())
                        : new Placement(thread, "harness", sets.harness());
        };
    }

    private static CpuList spread(Topology machine, CpuList set, FoundThread thread) {
        List<Integer> isolated = machine.isolated().within(set).numbers();
        return isolated.isEmpty() ? set : CpuList.of(isolated.get((int) (thread.tid() % isolated.size())));
    }
}
