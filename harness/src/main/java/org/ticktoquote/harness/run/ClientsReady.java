package org.ticktoquote.harness.run;

import java.util.List;
import org.ticktoquote.core.run.SessionPlan;

/** What the clients say once their plan and template are read: every session as it will be. */
record ClientsReady(int sessions, List<Planned> plan) {
    /** One session, with the ids of its pairs. */
    record Planned(int index, String name, List<Integer> instruments) {}

    /** The sessions of the manifest; the tiers go round. */
    List<SessionPlan> sessionPlans(int tiers) {
        return plan.stream()
                .map(each -> new SessionPlan(each.index(), each.name(), each.index() % tiers, each.instruments()))
                .toList();
    }
}
