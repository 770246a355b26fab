package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.PeakLoad;
import org.ticktoquote.host.topology.CpuLevel;

/** The CPUs that a search found, widened to sets: a member of the family of plans between one CPU a thread and one node. */
final class PlanSets {
    private final PlanModel model;
    private final List<ThreadNode> threads;
    private final CpuList reserved;
    private final CpuLevel level;
    private final List<CpuList> sets = new ArrayList<>();
    private final List<String> levels = new ArrayList<>();
    private final CpuList exclusive;

    /**
     * Sets.
     *
     * @param placement CPU of each thread that the search placed
     * @param reserved CPUs for housekeeping; none: it may have all but those of spinners
     */
    PlanSets(PlanModel model, int[] placement, CpuList reserved, CpuLevel level) {
        this.model = model;
        this.threads = model.graph().threads();
        this.level = level;
        CpuList spinning = CpuList.none();
        for (int i = 0; i < placement.length; i++) {
            spinning = threads.get(i).spins() ? spinning.and(CpuList.of(placement[i])) : spinning;
        }
        this.exclusive = spinning;
        CpuList rest = model.machine().cpus().without(exclusive);
        this.reserved = reserved.isEmpty() && !exclusive.isEmpty() ? rest : reserved;
        for (int i = 0; i < placement.length; i++) {
            CpuList cpu = CpuList.of(placement[i]);
            if (PlanRules.found(threads.get(i)).isEmpty()) {
                add(CpuList.none(), "unmanaged");
            } else if (!threads.get(i).pinned().isEmpty()) {
                add(threads.get(i).pinned(), "pinned");
            } else if (!model.isPlaced(i)) {
                add(this.reserved, this.reserved.isEmpty() ? "unmanaged" : "reserved");
            } else if (threads.get(i).spins()) {
                add(cpu, "exclusive");
            } else {
                CpuList set = model.machine().around(level, cpu).within(rest).without(reserved);
                add(set.isEmpty() ? cpu : set, level.word());
            }
        }
    }

    private void add(CpuList set, String word) {
        sets.add(set);
        levels.add(word);
    }

    /** The threads with these masks, and the reasons for their sets. */
    List<PlannedThread> threads(List<CpuList> masks) {
        List<PlannedThread> planned = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            planned.add(new PlannedThread(threads.get(i), masks.get(i), levels.get(i), reason(i), model.isOnPath(i)));
        }
        return planned;
    }

    String yaml() {
        return PlanRules.yaml(threads(sets), reserved);
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
     * The first set whose threads at their peaks load its CPUs too much. Packets bring the threads on the path
     * to their peaks together; those of the others are independent. Each spinner takes a CPU.
     */
    Optional<Problem> overload() {
        for (CpuList set : new LinkedHashSet<>(sets)) {
            PeakLoad peaks = new PeakLoad();
            int spinners = 0;
            for (int i = 0; i < sets.size(); i++) {
                ThreadNode thread = threads.get(i);
                if (sets.get(i).isEmpty() || !set.containsAll(sets.get(i))) {
                    continue;
                }
                if (thread.spins()) {
                    spinners++;
                } else {
                    peaks.add(thread.load(), thread.loadP99(), model.isOnPath(i));
                }
            }
            double load = peaks.total();
            if (!set.isEmpty()
                    && (spinners > set.count()
                            || load > PeakLoad.MOST * set.without(exclusive).count())) {
                String peak = String.format(Locale.ROOT, "%.2f", load + spinners);
                return Optional.of(
                        Problem.ofFault("the threads with CPUs " + set + " load them with " + peak + " at peak")
                                .expected("at most " + PeakLoad.MOST + " a CPU at peak in every set"));
            }
        }
        return Optional.empty();
    }

    private String reason(int position) {
        ThreadNode thread = threads.get(position);
        String where = model.isOnPath(position) ? "on the path, " : "";
        return switch (levels.get(position)) {
            case "unmanaged" -> "left alone";
            case "pinned" -> "pinned by the user";
            case "reserved" -> "housekeeping (" + thread.role().word() + "), kept away from the path";
            case "exclusive" -> where + "spins, so no other thread gets this CPU";
            default -> where + partner(position);
        };
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
        String near = sets.get(most).equals(sets.get(position))
                ? "on the same CPUs"
                : "on CPUs " + (sets.get(most).isEmpty() ? "of any kind" : sets.get(most));
        return String.format(
                Locale.ROOT,
                "%.0f wake-ups a second with %s %s",
                rates[most],
                PlanRules.printable(threads.get(most).name()),
                near);
    }
}
