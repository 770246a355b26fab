package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.plan.ThreadPlan.PlannedThread;
import org.ticktoquote.host.search.PlacementSearch;
import org.ticktoquote.host.simulation.PlanSimulation;
import org.ticktoquote.host.simulation.PlanSimulation.Prediction;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ThreadLoads.PeakLoad;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.CpuTopology.CpuLevel;

/**
 * Makes plans of CPU sets. Finds a CPU for each thread, widens the CPUs to sets of several levels, with and without
 * reserved CPUs, and selects the plan with the best predicted latencies.
 *
 * <p>Deterministic: graph, machine, costs and search determine the plan.
 */
public final class PlanMaker {
    /** Peak load up to which reserved CPUs are filled. */
    private static final double RESERVED_LOAD = 0.5;

    /** Candidates are compared with simulations shorter by this factor. */
    private static final int ROUGH = 4;

    private static final long MOVES_A_SLICE = 40;
    private static final long MIN_SLICES = 20_000;
    private static final int FIRST_SEEDS = 2;
    private static final int SEEDS = 6;
    private static final int MAX_FINALISTS = 3;
    private static final Problem BALANCED_PINS = Problem.ofFault(
                    "a pin has several isolated CPUs, and the kernel does not balance threads between them")
            .expected("one isolated CPU a pin");

    private final PlanModel model;
    private final List<ThreadNode> threads;
    private final PlacementSearch search;
    private final PlanSimulation rough;
    private final PlanSimulation simulation;
    /** Candidates by their masks. */
    private final Map<List<CpuList>, Candidate> candidates = new LinkedHashMap<>();

    private Optional<Problem> problem = Optional.empty();

    /**
     * Sets with the rules and masks that they result in.
     *
     * @param rough prediction of a short simulation
     */
    private record Candidate(PlanSets sets, String yaml, List<CpuList> masks, Prediction rough) {}

    /**
     * @param search placement search, whose moves also set the number of simulated slices: a fortieth of the moves, at
     *     least 20,000
     */
    public PlanMaker(PlanModel model, PlacementSearch search) {
        this.model = model;
        this.threads = model.graph().threads();
        this.search = search;
        this.rough = simulation(search.moves() / MOVES_A_SLICE / ROUGH);
        this.simulation = simulation(search.moves() / MOVES_A_SLICE);
    }

    private PlanSimulation simulation(long slices) {
        long enough = Math.max(MIN_SLICES, slices);
        return new PlanSimulation(model.graph(), model.machine(), model.costs(), search.seed(), enough);
    }

    /**
     * Returns the best plan found, which can be {@linkplain ThreadPlan#problem worse than none}.
     *
     * @param progress receives the current step in a few words
     * @throws org.ticktoquote.core.command.ProblemException if pins name CPUs that the machine does not have, or if every
     * plan overloads a set or has a pin with several isolated CPUs
     */
    public ThreadPlan make(Consumer<String> progress) {
        refuseFarPins();
        for (CpuList reserved : new LinkedHashSet<>(List.of(reserved(), CpuList.none()))) {
            progress.accept("searching CPUs for " + threads.size() + " threads");
            int[] placement = search(reserved);
            for (CpuLevel level : CpuLevel.values()) {
                progress.accept("simulating sets of a " + level.word());
                add(new PlanSets(model, placement, reserved, level));
            }
        }
        progress.accept("simulating without a plan, with auto and with the best plan");
        Prediction none = simulation.predict(Collections.nCopies(threads.size(), CpuList.none()), SEEDS);
        Optional<Prediction> auto = ThreadChoice.of("auto")
                .planner()
                .filter(planner -> planner.problem(model.machine().machine(), ThreadOwner.ALL)
                        .isEmpty())
                .map(planner -> simulation.predict(masks(planner), SEEDS));
        List<ThreadPlan> finalists = new ArrayList<>();
        candidates.values().stream()
                .sorted(Comparator.comparingDouble(each -> each.rough.score()))
                .limit(MAX_FINALISTS)
                .takeWhile(each ->
                        finalists.stream().allMatch(plan -> plan.problem().isPresent()))
                .forEach(each -> finalists.add(plan(each, none, auto)));
        return finalists.stream()
                .filter(plan -> plan.problem().isEmpty())
                .findFirst()
                .or(() -> finalists.stream().findFirst())
                .orElseThrow(() -> problem.orElse(BALANCED_PINS).exception(ExitStatus.ENVIRONMENT));
    }

    private void refuseFarPins() {
        CpuList cpus = model.machine().cpus();
        for (ThreadNode thread : threads) {
            if (!cpus.containsAll(thread.pinned())) {
                throw Problem.ofValue(thread.name())
                        .fault("is pinned to CPUs " + thread.pinned())
                        .expected("some of " + cpus)
                        .exception(ExitStatus.ENVIRONMENT);
            }
        }
    }

    /**
     * Returns the CPUs for housekeeping. If only some CPUs are isolated, these are the others. Otherwise they are the
     * first cores as needed: up to a quarter of the cores, but at least one; none on a single core.
     */
    private CpuList reserved() {
        CpuTopology machine = model.machine();
        CpuList ordinary = machine.cpus().without(machine.isolated());
        if (!machine.isolated().isEmpty() && !ordinary.isEmpty()) {
            return ordinary;
        }
        List<CpuList> cores = machine.sets(CpuLevel.CORE);
        double load = 0;
        for (int i = 0; i < threads.size(); i++) {
            load += model.isSearched(i) ? 0 : threads.get(i).loadP99();
        }
        int needed = (int) Math.ceil(load / RESERVED_LOAD / cores.get(0).count());
        int count = cores.size() < 2 ? 0 : Math.max(1, Math.min(cores.size() / 4, needed));
        return cores.subList(0, count).stream().reduce(CpuList.none(), CpuList::union);
    }

    private int[] search(CpuList reserved) {
        List<Integer> placed = model.searched();
        int[] cpus = new int[threads.size()];
        if (!placed.isEmpty()) {
            int[] placement = search.search(model.problem(reserved));
            for (int i = 0; i < placement.length; i++) {
                cpus[placed.get(i)] =
                        model.machine().positions().get(placement[i]).cpu();
            }
        }
        return cpus;
    }

    private void add(PlanSets sets) {
        Optional<Problem> overload = sets.overload();
        problem = problem.or(() -> overload);
        if (overload.isEmpty() && !sets.balancesIsolated()) {
            String yaml = sets.yaml();
            List<CpuList> masks =
                    masks(ThreadChoice.ofPlan("plan", yaml).planner().orElseThrow());
            candidates.computeIfAbsent(
                    masks, first -> new Candidate(sets, yaml, masks, rough.predict(masks, FIRST_SEEDS)));
        }
    }

    /** Returns the masks that a planner would set; none for threads that it leaves alone. */
    private List<CpuList> masks(ThreadPlanner planner) {
        List<FoundThread> found = threads.stream()
                .flatMap(thread -> PlanRules.found(thread).stream())
                .toList();
        Map<FoundThread, CpuList> masks = new HashMap<>();
        planner.place(model.machine().machine(), found).forEach(each -> masks.put(each.thread(), each.cpus()));
        return threads.stream()
                .map(thread -> PlanRules.found(thread).map(masks::get).orElse(CpuList.none()))
                .toList();
    }

    private ThreadPlan plan(Candidate candidate, Prediction none, Optional<Prediction> auto) {
        Prediction plan = simulation.predict(candidate.masks, SEEDS);
        String header = String.format(
                Locale.ROOT,
                "# t2q threads plan: graph %s, topology %s (%s), seed %d, moves %d%n# %s%n# %s%n# predicted: %s; no"
                        + " plan %s%s%n%s%n",
                model.graph().hash(),
                model.machine().hash(),
                model.machine().description(),
                search.seed(),
                search.moves(),
                model.costs().description(),
                candidate.sets.description(),
                ThreadPlan.describe(plan),
                ThreadPlan.describe(none),
                auto.map(found -> "; auto " + ThreadPlan.describe(found)).orElse(""),
                ManagedPlan.ratios(plan, none));
        return new ThreadPlan(
                model, candidate.sets.threads(candidate.masks), header + candidate.yaml, none, auto, plan);
    }

    /** CPUs found by a search, widened to sets of one level, from single CPUs to whole nodes. */
    private static final class PlanSets {
        private final PlanModel model;
        private final List<ThreadNode> threads;
        private final CpuList reserved;
        private final CpuLevel level;
        private final List<CpuList> sets = new ArrayList<>();
        private final List<String> levels = new ArrayList<>();
        private final CpuList exclusive;

        /**
         * Widens the CPUs to sets.
         *
         * @param placement CPU of each thread that the search placed
         * @param reserved CPUs for housekeeping; none to allow all except the spinners' CPUs
         */
        PlanSets(PlanModel model, int[] placement, CpuList reserved, CpuLevel level) {
            this.model = model;
            this.threads = model.graph().threads();
            this.level = level;
            CpuList spinning = CpuList.none();
            for (int i = 0; i < placement.length; i++) {
                spinning = threads.get(i).spins() ? spinning.union(CpuList.of(placement[i])) : spinning;
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
                } else if (!model.isSearched(i)) {
                    add(this.reserved, this.reserved.isEmpty() ? "unmanaged" : "reserved");
                } else if (threads.get(i).spins()) {
                    add(cpu, "exclusive");
                } else {
                    CpuList set = model.machine()
                            .around(level, cpu)
                            .intersection(rest)
                            .without(reserved);
                    add(set.isEmpty() ? cpu : set, level.word());
                }
            }
        }

        private void add(CpuList set, String word) {
            sets.add(set);
            levels.add(word);
        }

        /** Returns the threads with these masks and the reasons for their sets. */
        List<PlannedThread> threads(List<CpuList> masks) {
            List<PlannedThread> planned = new ArrayList<>();
            for (int i = 0; i < sets.size(); i++) {
                planned.add(
                        new PlannedThread(threads.get(i), masks.get(i), levels.get(i), reason(i), model.isOnPath(i)));
            }
            return planned;
        }

        String yaml() {
            return PlanRules.yaml(threads(sets), reserved);
        }

        String description() {
            return "each thread has its " + level.word() + ", " + (reserved.isEmpty() ? "no CPUs" : "CPUs " + reserved)
                    + " for housekeeping";
        }

        /** Returns whether a set has several isolated CPUs, between which the kernel does not balance threads. */
        boolean balancesIsolated() {
            return sets.stream()
                    .anyMatch(
                            set -> set.intersection(model.machine().isolated()).count() > 1);
        }

        /**
         * Returns a problem for the first set that its threads overload at their peaks. Packets make the threads on the path
         * peak together; other threads peak independently. Each spinner takes a CPU.
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
                                || load
                                        > PeakLoad.MAX_CPU_LOAD
                                                * set.without(exclusive).count())) {
                    String peak = String.format(Locale.ROOT, "%.2f", load + spinners);
                    return Optional.of(
                            Problem.ofFault("the threads with CPUs " + set + " load them with " + peak + " at peak")
                                    .expected("at most " + PeakLoad.MAX_CPU_LOAD + " a CPU at peak in every set"));
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
                    : "on " + (sets.get(most).isEmpty() ? "any CPU" : "CPUs " + sets.get(most));
            return String.format(
                    Locale.ROOT,
                    "%s wake-ups a second with %s %s",
                    rates[most] < 1 ? "less than 1" : Math.round(rates[most]),
                    PlanRules.printable(threads.get(most).name()),
                    near);
        }
    }
}
