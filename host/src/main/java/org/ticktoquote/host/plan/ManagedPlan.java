package org.ticktoquote.host.plan;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

/** The plan of {@code --threads managed}: made from an observed graph for the host that runs this. */
public final class ManagedPlan {
    /** Word for it in options and matrices. */
    public static final String NAME = "managed";

    private ManagedPlan() {}

    /** Makes the plan; {@link ThreadPlan#objection} tells whether it is worth applying. */
    public static ThreadPlan make(ThreadGraph graph, Host host) {
        PlanModel model = new PlanModel(graph, CpuTopology.read(host), HandOffCosts.TYPICAL);
        return new PlanMaker(model, PlanMaker.Effort.USUAL).make();
    }

    /**
     * The plan as a choice like {@code auto}.
     *
     * @throws org.ticktoquote.core.command.Refusal if it is predicted to be worse than no plan, or this host cannot have one
     */
    public static ThreadChoice choose(ThreadGraph graph, Host host) {
        ThreadPlan plan = make(graph, host);
        plan.objection().ifPresent(objection -> {
            throw Problem.ofFault(objection).refusal(ExitStatus.ENVIRONMENT);
        });
        return ThreadChoice.ofPlan(NAME, plan.yaml());
    }
}
