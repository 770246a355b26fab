package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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

    /** Candidates are compared by shorter simulations. */
    private static final int ROUGH = 4;

    private static final int FIRST_SEEDS = 2;
    private static final int MOST_FINALISTS = 3;

    /**
     * How much is searched and simulated.
     *
     * @param moves of the search
     * @param slices of a simulation, of all threads together
     * @param seeds simulations of each row of the table
     */
    public record Effort(long seed, long moves, long slices, int seeds) {
        /** Takes some seconds. */
        public static final Effort USUAL = new Effort(1, 6_000_000, 400_000, 6);
    }

    private record Candidate(String yaml, List<CpuList> masks, PlanSets sets, ReservedCpus reserved) {}

    private final PlanModel model;
    private final Effort effort;
    private final PlanSimulation rough;
    private final PlanSimulation simulation;
    private String overload = "";

    public PlanMaker(PlanModel model, Effort effort) {
        this.model = model;
        this.effort = effort;
        this.rough = simulation(effort.slices() / ROUGH);
        this.simulation = simulation(effort.slices());
    }

    private PlanSimulation simulation(long slices) {
        return new PlanSimulation(model.graph(), model.machine(), model.costs(), effort.seed(), slices);
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
        Prediction none = simulation.predict(unmanaged(), effort.seeds());
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
        ReservedCpus some = ReservedCpus.of(model);
        for (ReservedCpus reserved :
                some.jvm().isEmpty() ? List.of(some) : List.of(some, ReservedCpus.nothing(CpuList.none()))) {
            int[] placement = search(reserved);
            for (CpuLevel path : CpuLevel.values()) {
                for (CpuLevel others : path == CpuLevel.NODE ? List.of(path) : List.of(CpuLevel.NODE, path)) {
                    PlanSets sets = new PlanSets(model, placement, reserved, path, others);
                    add(candidates, sets);
                }
            }
        }
        return new ArrayList<>(candidates.values());
    }

    private int[] search(ReservedCpus reserved) {
        List<Integer> placed = model.placed();
        int[] cpus = new int[model.graph().threads().size()];
        if (!placed.isEmpty()) {
            PlacementProblem problem = model.problem(reserved.all());
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
        candidates.putIfAbsent(masks, new Candidate(yaml, masks, sets, sets.reserved()));
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
                .map(planner -> simulation.predict(masks(planner), effort.seeds()));
        Prediction plan = simulation.predict(candidate.masks, effort.seeds());
        ThreadGraph graph = model.graph();
        CpuTopology machine = model.machine();
        String header = String.format(
                Locale.ROOT,
                "# t2q threads plan: graph %s, topology %s (%s), seed %d, moves %d%n# %s%n# predicted: %s; no plan %s%s%n",
                graph.hash(),
                machine.hash(),
                machine.words(),
                effort.seed(),
                effort.moves(),
                candidate.sets.words(),
                ThreadPlan.words(plan),
                ThreadPlan.words(none),
                auto.map(found -> "; auto " + ThreadPlan.words(found)).orElse(""));
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
