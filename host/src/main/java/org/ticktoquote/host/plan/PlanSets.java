package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuLevel;

/** The CPUs that a search found, widened to sets: a member of the family of plans between one CPU a thread and one node. */
final class PlanSets {
    private final PlanModel model;
    private final int[] placement;
    private final CpuList reserved;
    private final CpuLevel level;
    private final List<CpuList> sets = new ArrayList<>();
    private final List<String> levels = new ArrayList<>();
    private final CpuList exclusive;
    private final CpuList free;

    /**
     * Sets.
     *
     * @param placement CPU of each thread that the search placed
     * @param reserved CPUs for housekeeping; none: it may have all but those of spinners
     */
    PlanSets(PlanModel model, int[] placement, CpuList reserved, CpuLevel level) {
        this.model = model;
        this.placement = placement;
        this.level = level;
        List<ThreadNode> threads = model.graph().threads();
        CpuList spinning = CpuList.none();
        for (int i = 0; i < threads.size(); i++) {
            spinning = threads.get(i).spins() ? spinning.and(CpuList.of(placement[i])) : spinning;
        }
        this.exclusive = spinning;
        CpuList rest = model.machine().cpus().without(exclusive);
        this.free = rest.without(reserved);
        this.reserved = reserved.isEmpty() && !exclusive.isEmpty() ? rest : reserved;
        for (int i = 0; i < threads.size(); i++) {
            add(i, threads.get(i));
        }
    }

    private void add(int position, ThreadNode thread) {
        CpuList cpu = CpuList.of(placement[position]);
        if (PlanRules.found(thread).isEmpty()) {
            add(CpuList.none(), "unmanaged");
        } else if (!thread.pinned().isEmpty()) {
            add(thread.pinned(), "pinned");
        } else if (!model.isPlaced(position)) {
            add(reserved, reserved.isEmpty() ? "unmanaged" : "reserved");
        } else if (thread.spins()) {
            add(cpu, "exclusive");
        } else {
            CpuList set = model.machine().around(level, cpu).within(free);
            add(set.isEmpty() ? cpu : set, level.word());
        }
    }

    private void add(CpuList set, String level) {
        sets.add(set);
        levels.add(level);
    }

    List<String> levels() {
        return levels;
    }

    String yaml() {
        return PlanRules.yaml(model.graph().threads(), sets, reasons(), reserved);
    }

    String words() {
        return "each thread has its " + level.word() + ", " + (reserved.isEmpty() ? "no CPUs" : "CPUs " + reserved)
                + " for housekeeping";
    }

    /** Whether a set has several isolated CPUs, between which the kernel does not balance. */
    boolean balancesIsolated() {
        return sets.stream()
                .anyMatch(set -> set.within(model.machine().isolated()).count() > 1);
    }

    /**
     * The first set whose threads at their peaks load its CPUs more than this, in words. Packets bring the threads on the path
     * to their peaks together; those of the others are independent.
     */
    Optional<String> overload(double most) {
        Set<CpuList> distinct = new LinkedHashSet<>(sets);
        List<ThreadNode> threads = model.graph().threads();
        for (CpuList set : distinct) {
            double load = 0;
            double squares = 0;
            for (int i = 0; i < threads.size(); i++) {
                ThreadNode thread = threads.get(i);
                if (!sets.get(i).isEmpty() && set.containsAll(sets.get(i)) && !thread.spins()) {
                    double burst = thread.loadP99() - thread.load();
                    load += model.isOnPath(i) ? thread.loadP99() : thread.load();
                    squares += model.isOnPath(i) ? 0 : burst * burst;
                }
            }
            load += Math.sqrt(squares);
            int cpus = set.without(exclusive).count();
            if (load > most * cpus && !set.isEmpty()) {
                return Optional.of(
                        String.format(Locale.ROOT, "the threads with CPUs %s load them with %.2f at peak", set, load));
            }
        }
        return Optional.empty();
    }

    /** Why each thread has its set, as the rest of a sentence. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            ThreadNode thread = model.graph().threads().get(i);
            String where = model.isOnPath(i) ? "on the path, " : "";
            reasons.add(
                    switch (levels.get(i)) {
                        case "unmanaged" -> "left alone";
                        case "pinned" -> "pinned by the user";
                        case "reserved" -> "housekeeping (" + thread.role().word() + "), kept away from the path";
                        case "exclusive" -> where + "spins, so no other thread gets this CPU";
                        default -> where + partner(i);
                    });
        }
        return reasons;
    }

    private String partner(int position) {
        IntUnaryOperator positions = model.graph().positions();
        double[] rates = new double[sets.size()];
        int most = position;
        for (WakeEdge edge : model.graph().edges()) {
            int from = positions.applyAsInt(edge.from());
            int to = positions.applyAsInt(edge.to());
            int other = from == position ? to : to == position ? from : position;
            rates[other] += other == position ? 0 : edge.wakeups();
            most = rates[other] > rates[most] ? other : most;
        }
        if (most == position) {
            return "no known wake-ups, placed by its load";
        }
        String name = PlanRules.printable(model.graph().threads().get(most).name());
        String near = sets.get(most).equals(sets.get(position))
                ? "on the same CPUs"
                : "on CPUs " + (sets.get(most).isEmpty() ? "of any kind" : sets.get(most));
        return String.format(Locale.ROOT, "%.0f wake-ups a second with %s %s", rates[most], name, near);
    }
}
