package org.ticktoquote.analysis;

import org.ticktoquote.analysis.matching.AttributionOutput;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.measures.Basis;
import org.ticktoquote.analysis.measures.QuoteAges;
import org.ticktoquote.analysis.measures.RunMeasures;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Results of one attribution of snapshots to ticks.
 *
 * @param results outcome of every tick; closed with the run
 */
record MeasuredBound(TickResults results, RunMeasures measures, Staleness staleness) {

    /** Outputs of an attribution before it is measured. */
    record Open(TickResults results, QuoteAges quoteAges, Staleness staleness) {
        static Open over(TickResults results, MatchPlan plan, long t0Ns) {
            return new Open(results, new QuoteAges(results, plan.uncertaintyNs(), t0Ns), new Staleness(plan, t0Ns));
        }

        AttributionOutput bound() {
            return new AttributionOutput(results, quoteAges, staleness);
        }

        void add(Open other) {
            quoteAges.all().add(other.quoteAges.all());
            staleness.add(other.staleness);
        }

        MeasuredBound measure(Open other, MatchPlan plan, boolean modelKnown, Basis basis, Workers workers) {
            RunMeasures measures =
                    RunMeasures.of(results, other.results, quoteAges.all(), plan, modelKnown, basis, workers);
            results.complete();
            return new MeasuredBound(results, measures, staleness);
        }
    }
}
