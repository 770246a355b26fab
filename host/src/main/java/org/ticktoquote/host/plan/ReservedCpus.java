package org.ticktoquote.host.plan;

import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadRole;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuLevel;
import org.ticktoquote.host.topology.CpuTopology;

/**
 * CPUs for housekeeping: whole cores, the first ones, or all that are not isolated.
 *
 * @param jvm CPUs of the JVM's threads and of unknown ones; none: nothing is reserved
 * @param t2q CPUs of t2q's threads: others if there are enough and the graph has such threads
 * @param others CPUs of threads that no rule matches; none: they are left alone
 */
record ReservedCpus(CpuList jvm, CpuList t2q, CpuList others) {
    /** Load at peak up to which reserved CPUs are filled. */
    private static final double FULL = 0.5;

    private static final int LEAST_CORES = 2;

    /** Nothing is reserved; threads that no rule matches may have these CPUs. */
    static ReservedCpus nothing(CpuList others) {
        return new ReservedCpus(CpuList.none(), CpuList.none(), others);
    }

    /** Reserves what housekeeping needs, up to a quarter of the cores each for the JVM and t2q, one at least; nothing on a machine of one. */
    static ReservedCpus of(PlanModel model) {
        CpuTopology machine = model.machine();
        CpuList ordinary = machine.cpus().without(machine.isolated());
        if (!machine.isolated().isEmpty() && !ordinary.isEmpty()) {
            return new ReservedCpus(ordinary, ordinary, ordinary);
        }
        int cores = machine.sets(CpuLevel.CORE).size();
        if (cores < LEAST_CORES) {
            return nothing(CpuList.none());
        }
        int width = machine.cpus().count() / cores;
        double t2q = load(model, true);
        int ofJvm = Math.max(1, Math.min(cores / 4, (int) Math.ceil(load(model, false) / FULL / width)));
        int ofT2q = t2q == 0 || cores == LEAST_CORES
                ? 0
                : Math.max(1, Math.min(cores / 4, (int) Math.ceil(t2q / FULL / width)));
        CpuList jvm = union(machine, 0, ofJvm);
        return new ReservedCpus(jvm, ofT2q == 0 ? jvm : union(machine, ofJvm, ofJvm + ofT2q), jvm);
    }

    private static CpuList union(CpuTopology machine, int from, int to) {
        return machine.sets(CpuLevel.CORE).subList(from, to).stream().reduce(CpuList.none(), CpuList::and);
    }

    private static double load(PlanModel model, boolean t2q) {
        double load = 0;
        for (int i = 0; i < model.graph().threads().size(); i++) {
            ThreadNode thread = model.graph().threads().get(i);
            boolean counts = !model.isPlaced(i) && PlanRules.found(thread).isPresent();
            load += counts && t2q == (thread.role() == ThreadRole.T2Q) ? thread.loadP99() : 0;
        }
        return load;
    }

    CpuList all() {
        return jvm.and(t2q);
    }

    CpuList t2qOrOthers() {
        return t2q.isEmpty() ? others : t2q;
    }

    /** CPUs of a housekeeping thread. */
    CpuList of(ThreadNode thread) {
        return thread.role() == ThreadRole.T2Q ? t2qOrOthers() : others;
    }
}
