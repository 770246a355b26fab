package org.ticktoquote.pricing;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.pricing.feed.FeedAddress;
import org.ticktoquote.pricing.fix.FixSettings;
import org.ticktoquote.pricing.heap.HeapChurn;
import org.ticktoquote.pricing.publish.Faults;
import org.ticktoquote.pricing.publish.HoldPlan;
import org.ticktoquote.pricing.publish.Slices;

/**
 * All that one application is configured with.
 *
 * @param threads of the components; see {@code ThreadLayout}
 * @param publishers lanes of the publisher among them
 * @param spinNs last stretch before a release that is spun instead of slept
 * @param churn null for none
 * @param truthDirectory null for no truth
 * @param run identity of the run that the truth belongs to
 * @param nullResponder answer at once from the receiving thread
 */
record PricingConfiguration(
        FeedAddress feed,
        FixSettings fix,
        int threads,
        int publishers,
        ApplicationModel model,
        Slices slices,
        HoldPlan hold,
        long spinNs,
        Faults faults,
        @Nullable HeapChurn churn,
        @Nullable Path truthDirectory,
        UUID run,
        boolean nullResponder) {
    /** How many tiers the sessions fall into, in turn. */
    int tiers() {
        return nullResponder ? 1 : model.halfSpreadTenthPips().size();
    }

    /** Whether anything has to wait for its time. */
    boolean waits() {
        return hold != HoldPlan.NONE || !slices.none() || faults.delay();
    }

    /** Options that do not go together; empty when all do. */
    List<Problem> contradictions() {
        return nullResponder && waits()
                ? List.of(Problem.of("--null-responder")
                        .fault("it answers at once")
                        .expected("no --hold, --conflation, delay-session or delay-venue with it"))
                : List.of();
    }
}
