package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.search.PlacementProblem;
import org.ticktoquote.host.search.PlacementSearch;
import org.ticktoquote.host.simulation.PlanSimulation;
import org.ticktoquote.host.simulation.Prediction;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuLevel;
import org.ticktoquote.host.topology.CpuTopology;

/**
 * Makes plans of CPU sets: searches a CPU for each thread, widens the CPUs to sets of several levels, with and without
 * reserved CPUs, and takes the plan with the best predicted latencies.
 *
 * <p>Graph, machine, costs and effort decide the plan, to the byte.
 */
public final class PlanMaker {
    /** Load at peak above which a set is refused. */
    private static final double MOST_LOAD = 0.8;

    /** Load at peak up to which reserved CPUs are filled. */
    private static final double RESERVED_LOAD = 0.5;

    /** Candidates are compared by shorter simulations. */
    private static final int ROUGH = 4;

    private static final long MOVES_A_SLICE = 40;
    private static final long LEAST_SLICES = 20_000;
    private static final int FIRST_SEEDS = 2;
    private static final int SEEDS = 6;
    private static final int MOST_FINALISTS = 3;

    /**
     * How much is searched and simulated.
     *
     * @param moves of each search; simulations have a fortieth of that in slices
     */
    public record Effort(long seed, long moves) {
        /** Takes some seconds. */
        public static final Effort USUAL = new Effort(1, 16_000_000);
    }

    private record Candidate(String yaml, List<CpuList> masks, PlanSets sets) {}

    private final PlanModel model;
    private final Effort effort;
    private final PlanSimulation rough;
    private final PlanSimulation simulation;
    private String overload = "";

    public PlanMaker(PlanModel model, Effort effort) {
        this.model = model;
        this.effort = effort;
        this.rough = simulation(effort.moves() / MOVES_A_SLICE / ROUGH);
        this.simulation = simulation(effort.moves() / MOVES_A_SLICE);
    }

    private PlanSimulation simulation(long slices) {
        long enough = Math.max(LEAST_SLICES, slices);
        return new PlanSimulation(model.graph(), model.machine(), model.costs(), effort.seed(), enough);
    }

    /**
     * Makes the best plan that was found, which may be {@linkplain ThreadPlan#objection worse than none}.
     *
     * @throws org.ticktoquote.core.command.Refusal if pins name CPUs that the machine does not have, or every plan overloads a set
     */
    public ThreadPlan make() {
        refuseFarPins();
        List<Candidate> candidates = candidates();
        if (candidates.isEmpty()) {
            throw Problem.ofFault(overload)
                    .expected("at most " + MOST_LOAD + " a CPU at peak in every set")
                    .refusal(ExitStatus.ENVIRONMENT);
        }
        Map<Candidate, Prediction> first = new LinkedHashMap<>();
        candidates.forEach(each -> first.put(each, rough.predict(each.masks, FIRST_SEEDS)));
        candidates.sort(Comparator.comparingDouble(each -> score(first, each)));
        Prediction none = simulation.predict(unmanaged(), SEEDS);
        ThreadPlan best = null;
        for (Candidate each : candidates.subList(0, Math.min(MOST_FINALISTS, candidates.size()))) {
            ThreadPlan plan = plan(each, none);
            best = best == null ? plan : best;
            if (plan.objection().isEmpty()) {
                return plan;
            }
        }
        return Objects.requireNonNull(best);
    }

    private static double score(Map<Candidate, Prediction> predictions, Candidate candidate) {
        Prediction prediction = predictions.get(candidate);
        return prediction == null ? Double.MAX_VALUE : prediction.score();
    }

    private void refuseFarPins() {
        CpuList cpus = model.machine().cpus();
        for (ThreadNode thread : model.graph().threads()) {
            if (!cpus.containsAll(thread.pinned())) {
                throw Problem.ofValue(thread.name())
                        .fault("is pinned to CPUs " + thread.pinned())
                        .expected("some of " + cpus)
                        .refusal(ExitStatus.ENVIRONMENT);
            }
        }
    }

    private List<CpuList> unmanaged() {
        return model.graph().threads().stream().map(thread -> CpuList.none()).toList();
    }

    private List<Candidate> candidates() {
        Map<List<CpuList>, Candidate> candidates = new LinkedHashMap<>();
        for (CpuList reserved : new LinkedHashSet<>(List.of(reserved(), CpuList.none()))) {
            int[] placement = search(reserved);
            for (CpuLevel level : CpuLevel.values()) {
                add(candidates, new PlanSets(model, placement, reserved, level));
            }
        }
        return new ArrayList<>(candidates.values());
    }

    /** CPUs for housekeeping: those that are not isolated, or else as many first cores as it needs, up to a quarter. */
    private CpuList reserved() {
        CpuTopology machine = model.machine();
        CpuList ordinary = machine.cpus().without(machine.isolated());
        if (!machine.isolated().isEmpty() && !ordinary.isEmpty()) {
            return ordinary;
        }
        List<CpuList> cores = machine.sets(CpuLevel.CORE);
        double load = 0;
        for (int i = 0; i < model.graph().threads().size(); i++) {
            load += model.isPlaced(i) ? 0 : model.graph().threads().get(i).loadP99();
        }
        int needed = (int) Math.ceil(load / RESERVED_LOAD / cores.get(0).count());
        int count = cores.size() < 2 ? 0 : Math.max(1, Math.min(cores.size() / 4, needed));
        return cores.subList(0, count).stream().reduce(CpuList.none(), CpuList::and);
    }

    private int[] search(CpuList reserved) {
        List<Integer> placed = model.placed();
        int[] cpus = new int[model.graph().threads().size()];
        if (!placed.isEmpty()) {
            PlacementProblem problem = model.problem(reserved);
            int[] placement = new PlacementSearch(effort.seed(), effort.moves())
                    .search(problem)
                    .placement();
            for (int i = 0; i < placement.length; i++) {
                cpus[placed.get(i)] =
                        model.machine().positions().get(placement[i]).cpu();
            }
        }
        return cpus;
    }

    private void add(Map<List<CpuList>, Candidate> candidates, PlanSets sets) {
        Optional<String> tooMuch = sets.overload(MOST_LOAD);
        if (tooMuch.isPresent() || sets.balancesIsolated()) {
            overload = overload.isEmpty() ? tooMuch.orElse("") : overload;
            return;
        }
        String yaml = sets.yaml();
        List<CpuList> masks = masks(ThreadChoice.ofPlan("plan", yaml).planner().orElseThrow());
        candidates.putIfAbsent(masks, new Candidate(yaml, masks, sets));
    }

    /** Masks as a planner would set them; none for threads that it leaves alone. */
    private List<CpuList> masks(ThreadPlanner planner) {
        List<ThreadNode> threads = model.graph().threads();
        List<FoundThread> found = threads.stream()
                .flatMap(thread -> PlanRules.found(thread).stream())
                .toList();
        List<Placement> placements = planner.place(model.machine().machine(), found);
        List<CpuList> masks = new ArrayList<>();
        int next = 0;
        for (ThreadNode thread : threads) {
            masks.add(
                    PlanRules.found(thread).isPresent() ? placements.get(next++).cpus() : CpuList.none());
        }
        return masks;
    }

    private ThreadPlan plan(Candidate candidate, Prediction none) {
        Optional<Prediction> auto = ThreadChoice.of("auto")
                .planner()
                .filter(planner -> planner.objection(model.machine().machine(), ThreadOwner.EVERYONE)
                        .isEmpty())
                .map(planner -> simulation.predict(masks(planner), SEEDS));
        Prediction plan = simulation.predict(candidate.masks, SEEDS);
        ThreadGraph graph = model.graph();
        CpuTopology machine = model.machine();
        String header = String.format(
                Locale.ROOT,
                "# t2q threads plan: graph %s, topology %s (%s), seed %d, moves %d%n# %s%n# %s%n# predicted: %s; no plan %s%s%n%s%n",
                graph.hash(),
                machine.hash(),
                machine.words(),
                effort.seed(),
                effort.moves(),
                model.costs().words(),
                candidate.sets.words(),
                ThreadPlan.words(plan),
                ThreadPlan.words(none),
                auto.map(found -> "; auto " + ThreadPlan.words(found)).orElse(""),
                ManagedPlan.ratios(plan, none));
        return new ThreadPlan(
                model,
                candidate.masks,
                candidate.sets.levels(),
                candidate.sets.reasons(),
                header + candidate.yaml,
                none,
                auto,
                plan);
    }
}
