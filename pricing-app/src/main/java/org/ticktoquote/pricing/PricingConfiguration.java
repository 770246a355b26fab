package org.ticktoquote.pricing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.session.FixTls;
import org.ticktoquote.pricing.feed.FeedAddress;
import org.ticktoquote.pricing.fix.FixSettings;
import org.ticktoquote.pricing.publish.Faults;
import org.ticktoquote.pricing.publish.Hold.HoldPlan;
import org.ticktoquote.pricing.publish.Throttle.Slices;
import org.ticktoquote.pricing.venue.VenueAddress;

/**
 * All that one application is configured with.
 *
 * @param threads that it has
 * @param release when quotes go out
 * @param disturbance what it does on purpose to be slow or wrong
 * @param truth where it writes down what it does
 * @param nullResponder answer at once from the receiving thread
 */
record PricingConfiguration(
        MarketData marketData,
        FixSettings fix,
        Threads threads,
        ApplicationModel model,
        Release release,
        Disturbance disturbance,
        TruthFiles truth,
        boolean nullResponder) {
    /**
     * Where the market data comes from.
     *
     * @param feed null for FIX venues
     * @param venues none for a feed
     * @param pairs that are asked for at the venues; a feed defines its own
     * @param tls with venues; null where none speaks it
     */
    record MarketData(
            @Nullable FeedAddress feed,
            List<VenueAddress> venues,
            List<Instrument> pairs,
            @Nullable FixTls tls) {
        MarketData {
            venues = List.copyOf(venues);
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * The threads of an application.
     *
     * @param threads of the components; see {@code ThreadLayout}
     * @param publishers lanes of the publisher among them
     */
    record Threads(int threads, int publishers) {}

    /**
     * When quotes go out.
     *
     * @param spinNs last stretch before a release that is spun instead of slept
     */
    record Release(Slices slices, HoldPlan hold, long spinNs) {}

    /**
     * What an application does on purpose to be slow or wrong.
     *
     * @param churn null for none
     */
    record Disturbance(Faults faults, @Nullable HeapChurn churn) {}

    /**
     * Where an application writes down what it does.
     *
     * @param truthDirectory null for no truth
     * @param run identity of the run that the truth belongs to
     */
    record TruthFiles(@Nullable Path truthDirectory, UUID run) {}

    /** How many tiers the sessions fall into, in turn. */
    int tiers() {
        return nullResponder ? 1 : model.halfSpreadTenthPips().size();
    }

    /** Whether anything has to wait for its time. */
    boolean waits() {
        return release.hold() != HoldPlan.NONE
                || !release.slices().none()
                || disturbance.faults().delay();
    }

    /** Options that do not go together; empty when all do. */
    List<Problem> contradictions() {
        List<Problem> contradictions = new ArrayList<>();
        if (nullResponder && waits()) {
            contradictions.add(Problem.of("--null-responder")
                    .fault("it answers at once")
                    .expected("no --hold, --conflation, delay-session or delay-venue with it"));
        }
        if (nullResponder && marketData.venues().size() > 1) {
            contradictions.add(Problem.of("--null-responder")
                    .fault("it answers on the receiving thread, and each FIX venue has one")
                    .expected("one --feed with it"));
        }
        return contradictions;
    }
}
