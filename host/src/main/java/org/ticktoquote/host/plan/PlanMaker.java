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
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner;
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
 * <p>Graph, machine, costs and search decide the plan, to the byte.
 */
public final class PlanMaker {
    /** Load at peak up to which reserved CPUs are filled. */
    private static final double RESERVED_LOAD = 0.5;

    /** Candidates are compared by shorter simulations. */
    private static final int ROUGH = 4;

    private static final long MOVES_A_SLICE = 40;
    private static final long LEAST_SLICES = 20_000;
    private static final int FIRST_SEEDS = 2;
    private static final int SEEDS = 6;
    private static final int MOST_FINALISTS = 3;
    private static final Problem BALANCED_PINS = Problem.ofFault(
                    "a pin has several isolated CPUs, between which the kernel does not balance")
            .expected("one isolated CPU a pin");

    private record Candidate(PlanSets sets, String yaml, List<CpuList> masks, Prediction rough) {}

    private final PlanModel model;
    private final List<ThreadNode> threads;
    private final PlacementSearch search;
    private final PlanSimulation rough;
    private final PlanSimulation simulation;
    private final Map<List<CpuList>, Candidate> candidates = new LinkedHashMap<>();
    private Optional<Problem> problem = Optional.empty();

    /** @param search simulations have a fortieth of its moves in slices */
    public PlanMaker(PlanModel model, PlacementSearch search) {
        this.model = model;
        this.threads = model.graph().threads();
        this.search = search;
        this.rough = simulation(search.moves() / MOVES_A_SLICE / ROUGH);
        this.simulation = simulation(search.moves() / MOVES_A_SLICE);
    }

    private PlanSimulation simulation(long slices) {
        long enough = Math.max(LEAST_SLICES, slices);
        return new PlanSimulation(model.graph(), model.machine(), model.costs(), search.seed(), enough);
    }

    /**
     * Makes the best plan that was found, which may be {@linkplain ThreadPlan#objection worse than none}.
     *
     * @param progress gets what is being done, in a few words
     * @throws org.ticktoquote.core.command.Refusal if pins name CPUs that the machine does not have, or every plan overloads a set
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
                .filter(planner -> planner.objection(model.machine().machine(), ThreadOwner.EVERYONE)
                        .isEmpty())
                .map(planner -> simulation.predict(masks(planner), SEEDS));
        List<ThreadPlan> finalists = new ArrayList<>();
        candidates.values().stream()
                .sorted(Comparator.comparingDouble(each -> each.rough.score()))
                .limit(MOST_FINALISTS)
                .takeWhile(each ->
                        finalists.stream().allMatch(plan -> plan.objection().isPresent()))
                .forEach(each -> finalists.add(plan(each, none, auto)));
        return finalists.stream()
                .filter(plan -> plan.objection().isEmpty())
                .findFirst()
                .or(() -> finalists.stream().findFirst())
                .orElseThrow(() -> problem.orElse(BALANCED_PINS).refusal(ExitStatus.ENVIRONMENT));
    }

    private void refuseFarPins() {
        CpuList cpus = model.machine().cpus();
        for (ThreadNode thread : threads) {
            if (!cpus.containsAll(thread.pinned())) {
                throw Problem.ofValue(thread.name())
                        .fault("is pinned to CPUs " + thread.pinned())
                        .expected("some of " + cpus)
                        .refusal(ExitStatus.ENVIRONMENT);
            }
        }
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
        for (int i = 0; i < threads.size(); i++) {
            load += model.isPlaced(i) ? 0 : threads.get(i).loadP99();
        }
        int needed = (int) Math.ceil(load / RESERVED_LOAD / cores.get(0).count());
        int count = cores.size() < 2 ? 0 : Math.max(1, Math.min(cores.size() / 4, needed));
        return cores.subList(0, count).stream().reduce(CpuList.none(), CpuList::and);
    }

    private int[] search(CpuList reserved) {
        List<Integer> placed = model.placed();
        int[] cpus = new int[threads.size()];
        if (!placed.isEmpty()) {
            int[] placement = search.search(model.problem(reserved)).placement();
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

    /** Masks as a planner would set them; none for threads that it leaves alone. */
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
                model.machine().words(),
                search.seed(),
                search.moves(),
                model.costs().words(),
                candidate.sets.words(),
                ThreadPlan.words(plan),
                ThreadPlan.words(none),
                auto.map(found -> "; auto " + ThreadPlan.words(found)).orElse(""),
                ManagedPlan.ratios(plan, none));
        return new ThreadPlan(
                model, candidate.sets.threads(candidate.masks), header + candidate.yaml, none, auto, plan);
    }
}
