package org.ticktoquote.host.plan;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.search.PlacementSearch;
import org.ticktoquote.host.simulation.PlanSimulation.Prediction;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

/**
 * Plan of {@code --threads managed}, made from an observation of the running application, or {@code auto} instead.
 *
 * @param choice the plan, or {@code auto} with the reason why
 * @param graph {@code graph.json}; empty if nothing was observed
 */
public record ManagedPlan(ThreadChoice choice, String graph) {
    private static final int HASH_DIGITS = 12;
    private static final Pattern RATIOS =
            Pattern.compile("(?m)^# times no plan: p50 ([0-9.]+), p99 ([0-9.]+), p99[.]9 ([0-9.]+)$");

    public static ManagedPlan auto(String reason) {
        return new ManagedPlan(ThreadChoice.auto(reason), "");
    }

    /**
     * Makes a plan for this host from a graph. Returns {@code auto} if no plan can be made, or if the best plan is predicted
     * to be worse than none or than {@code auto}.
     */
    public static ManagedPlan of(ThreadGraph graph, Host host) {
        try {
            ThreadPlan plan = make(graph, host, stage -> {});
            return plan.problem()
                    .or(() -> plan.auto()
                            .filter(auto -> auto.score() < plan.plan().score())
                            .map(auto -> "auto is predicted to be better: " + ThreadPlan.describe(auto) + " instead of "
                                    + ThreadPlan.describe(plan.plan())))
                    .map(objection -> new ManagedPlan(ThreadChoice.auto(objection), graph.json()))
                    .orElseGet(() -> new ManagedPlan(
                            ThreadChoice.ofPlan(ThreadChoice.MANAGED.name(), plan.yaml()), graph.json()));
        } catch (ProblemException refusal) {
            return new ManagedPlan(ThreadChoice.auto(String.valueOf(refusal.getMessage())), graph.json());
        }
    }

    /** Makes the plan. {@link ThreadPlan#problem} tells whether to apply it. */
    public static ThreadPlan make(ThreadGraph graph, Host host, Consumer<String> progress) {
        PlanModel model = new PlanModel(graph, CpuTopology.read(host), HandOffCosts.TYPICAL);
        return new PlanMaker(model, PlacementSearch.DEFAULT).make(progress);
    }

    /** Returns the plan file's line of predicted figures, as multiples of the figures without a plan. */
    static String ratios(Prediction plan, Prediction none) {
        return String.format(
                Locale.ROOT,
                "# times no plan: p50 %.3f, p99 %.3f, p99.9 %.3f",
                plan.p50() / none.p50(),
                plan.p99() / none.p99(),
                plan.p999() / none.p999());
    }

    /**
     * Returns facts of a run: the hash of its plan's file and the predictions.
     *
     * @param fact prefix of their names
     */
    public static Map<String, String> facts(ThreadChoice choice, String fact) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                fact + ".plan",
                choice.reasonForAuto()
                        .map(reason -> "auto: " + reason)
                        .orElseGet(() -> Sha256.ofText(choice.yaml(), HASH_DIGITS)));
        Matcher ratios = RATIOS.matcher(choice.yaml());
        if (ratios.find()) {
            facts.put(fact + ".predicted.p50", ratios.group(1));
            facts.put(fact + ".predicted.p99", ratios.group(2));
            facts.put(fact + ".predicted.p99_9", ratios.group(3));
        }
        return facts;
    }
}
