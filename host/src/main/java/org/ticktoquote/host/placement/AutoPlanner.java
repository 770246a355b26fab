package org.ticktoquote.host.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.machine.UsableCpus.Core;
import org.ticktoquote.host.state.CpuList;

/**
 * Plan without a file. Application, JVM and harness get {@linkplain AutoSets disjoint sets} of the machine's CPUs.
 *
 * <p>The kernel does not spread threads over isolated CPUs, so each application thread gets one of them, chosen by its id.
 */
final class AutoPlanner implements ThreadPlanner {
    static final String NAME = "auto";

    /** Thread that sends ticks. */
    private static final String PACER = "replayer-pacer";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String text() {
        return NAME;
    }

    /** Returns whether an application runs on the host; otherwise there is nothing to place. */
    @Override
    public boolean concerns(Set<ThreadOwner> parties) {
        return parties.contains(ThreadOwner.APPLICATION);
    }

    @Override
    public Optional<String> problem(UsableCpus machine, Set<ThreadOwner> parties) {
        return machine.usable().count() >= 2
                ? Optional.empty()
                : Optional.of("an automatic plan needs two CPUs at least, this run may use "
                        + (machine.usable().isEmpty() ? "none" : "only CPU " + machine.usable()));
    }

    @Override
    public List<String> notes(UsableCpus machine) {
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
        if (nodes.size() > 1
                && machine.isolated().intersection(sets.application()).isEmpty()) {
            long adapters = machine.memory().adaptersOf(nodes.get(0));
            notes.add("The application is kept on memory node " + nodes.get(0)
                    + (adapters == 0
                            ? " (no network adapter reports its node)"
                            : ", where " + adapters + (adapters == 1 ? " network adapter is" : " network adapters are"))
                    + ": CPUs " + sets.application() + " of " + machine.usable()
                    + ". An application that needs more CPUs needs a plan of its own.");
        }
        if (machine.isolated().intersection(sets.application()).count() > 1) {
            notes.add(
                    "The kernel does not spread threads over isolated CPUs: each thread of the application gets one of "
                            + sets.application() + ".");
        }
        return notes;
    }

    @Override
    public List<String> ruleNames() {
        return List.of();
    }

    @Override
    public List<Placement> place(UsableCpus machine, List<FoundThread> threads) {
        AutoSets sets = AutoSets.of(machine);
        return threads.stream().map(thread -> place(machine, sets, thread)).toList();
    }

    private static Placement place(UsableCpus machine, AutoSets sets, FoundThread thread) {
        return switch (thread.owner()) {
            case APPLICATION -> new Placement(thread, "application", spread(machine, sets.application(), thread));
            case APPLICATION_JVM -> new Placement(thread, "jvm", sets.jvm());
            case REPLAYER, CLIENTS, HARNESS ->
                thread.owner() == ThreadOwner.REPLAYER && thread.name().equals(PACER)
                        ? new Placement(thread, "pacer", sets.pacer())
                        : new Placement(thread, "harness", sets.harness());
        };
    }

    private static CpuList spread(UsableCpus machine, CpuList set, FoundThread thread) {
        List<Integer> isolated = machine.isolated().intersection(set).numbers();
        return isolated.isEmpty() ? set : CpuList.of(isolated.get((int) (thread.tid() % isolated.size())));
    }

    /**
     * Disjoint sets of CPUs for the application, its JVM and the harness.
     *
     * <p>If a machine has isolated and ordinary CPUs, the application gets the isolated ones. JVM and harness split the cores
     * without isolated CPUs; if there are fewer than two, they split the ordinary CPUs.
     *
     * <p>Otherwise, if it has several memory nodes and the network adapters' node has three cores or more, JVM and
     * application share that node. The JVM gets a quarter of it and the application the rest. The harness gets a quarter of
     * the nearest other node.
     *
     * <p>Otherwise JVM and harness each get a quarter of all cores, starting at the first, and the application gets the
     * rest.
     *
     * <p>A quarter is at least one core and at most four. Sets consist of whole cores if there are enough, otherwise of
     * single CPUs. If only one CPU is left for JVM and harness, they share it.
     *
     * @param application CPUs for the application's own threads
     * @param jvm CPUs for the threads of its JVM
     * @param harness CPUs for all processes of t2q
     * @param pacer CPUs for the replayer's sender: a separate core if the harness has three or more, otherwise the
     *     harness's set
     */
    record AutoSets(CpuList application, CpuList jvm, CpuList harness, CpuList pacer) {
        private static final int MAX_CORES = 4;
        private static final int CORES_ENOUGH = 3;

        /** Computes the sets for a machine with two or more CPUs. */
        static AutoSets of(UsableCpus machine) {
            List<CpuList> cores = machine.cores().stream().map(Core::cpus).toList();
            CpuList isolated = machine.isolated();
            CpuList rest = machine.usable().without(isolated);
            if (!isolated.isEmpty() && !rest.isEmpty()) {
                List<CpuList> ordinary = cores.stream()
                        .filter(core -> !core.intersects(isolated))
                        .toList();
                return split(isolated, ordinary.size() > 1 ? ordinary : single(rest));
            }
            List<Integer> nodes = machine.nodesFromTheNetwork();
            if (nodes.size() > 1 && machine.coresOf(nodes.get(0)).size() >= CORES_ENOUGH) {
                return onOneNode(machine.coresOf(nodes.get(0)), machine.coresOf(nodes.get(1)));
            }
            if (cores.size() >= CORES_ENOUGH) {
                int others = 2 * quarter(cores.size());
                return split(union(cores.subList(others, cores.size())), cores.subList(0, others));
            }
            if (cores.size() == 2) {
                return split(cores.get(1), single(cores.get(0)));
            }
            List<CpuList> cpus = single(machine.usable());
            int others = Math.min(2, cpus.size() - 1);
            return split(union(cpus.subList(others, cpus.size())), cpus.subList(0, others));
        }

        /** Keeps the application's threads on one node, near their shared memory, and the harness on the next one. */
        private static AutoSets onOneNode(List<CpuList> home, List<CpuList> beside) {
            int jvm = quarter(home.size());
            List<CpuList> harness = beside.subList(0, quarter(beside.size()));
            int last = harness.size() - 1;
            boolean pacer = harness.size() >= CORES_ENOUGH;
            return new AutoSets(
                    union(home.subList(jvm, home.size())),
                    union(home.subList(0, jvm)),
                    union(pacer ? harness.subList(0, last) : harness),
                    pacer ? harness.get(last) : union(harness));
        }

        private static int quarter(int cores) {
            return Math.max(1, Math.min(MAX_CORES, cores / 4));
        }

        private static AutoSets split(CpuList application, List<CpuList> others) {
            if (others.size() == 1) {
                return new AutoSets(application, others.get(0), others.get(0), others.get(0));
            }
            int half = others.size() / 2;
            List<CpuList> harness = others.subList(half, others.size());
            CpuList jvm = union(others.subList(0, half));
            if (harness.size() < CORES_ENOUGH) {
                return new AutoSets(application, jvm, union(harness), union(harness));
            }
            int last = harness.size() - 1;
            return new AutoSets(application, jvm, union(harness.subList(0, last)), harness.get(last));
        }

        private static CpuList union(List<CpuList> parts) {
            return parts.stream().reduce(CpuList.none(), CpuList::union);
        }

        private static List<CpuList> single(CpuList cpus) {
            return cpus.numbers().stream().map(CpuList::of).toList();
        }
    }
}
