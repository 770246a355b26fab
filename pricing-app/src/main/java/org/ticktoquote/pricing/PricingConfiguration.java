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
 * Configuration that the options of {@code t2q pricing-app} declare.
 *
 * @param threads number for all components; see {@code ThreadLayout}
 * @param publishers number of these threads that are publisher lanes
 * @param slices conflation
 * @param hold delay of each tick
 * @param spinNs time before a release at which the timer stops sleeping and spins
 * @param churn null for none
 * @param truth directory of the journals of the outcome of each tick and quote, to test an analysis against; null to write
 *     none
 * @param run identity of the run, for these journals
 * @param nullResponder true to answer at once on the receiving thread
 */
record PricingConfiguration(
        MarketData marketData,
        FixSettings fix,
        int threads,
        int publishers,
        ApplicationModel model,
        Slices slices,
        HoldPlan hold,
        long spinNs,
        Faults faults,
        @Nullable HeapChurn churn,
        @Nullable Path truth,
        UUID run,
        boolean nullResponder) {
    /**
     * Sources of market data.
     *
     * @param feed null for FIX venues
     * @param venues empty for a feed
     * @param pairs pairs that it subscribes to at the venues; a feed defines its own
     * @param tls TLS settings for venues; null if none uses it
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

    /** Returns the number of tiers, to which sessions are assigned in turn. */
    int tiers() {
        return nullResponder ? 1 : model.halfSpreadTenthPips().size();
    }

    /** Returns true if quotes or ticks can be held. */
    boolean waits() {
        return hold != HoldPlan.NONE || !slices.none() || faults.delay();
    }

    /** Returns a problem for each contradiction between options. */
    List<Problem> contradictions() {
        List<Problem> contradictions = new ArrayList<>();
        if (nullResponder && waits()) {
            contradictions.add(Problem.of("--null-responder")
                    .expected("no --hold, --conflation, delay-session or delay-venue (answers are immediate)"));
        }
        if (nullResponder && marketData.venues().size() > 1) {
            contradictions.add(Problem.of("--null-responder")
                    .expected("one feed or venue (answers are sent on its receiving thread)"));
        }
        return contradictions;
    }
}
