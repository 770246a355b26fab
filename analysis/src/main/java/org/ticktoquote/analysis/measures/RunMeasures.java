package org.ticktoquote.analysis.measures;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.summary.TickOutcomes;

/**
 * Distributions and outcome counts of a run, from two passes over its results. The first computes the values, each thread
 * over its own ticks. The second finds the episodes beyond their percentiles, each thread over its own series.
 *
 * <p>The first pass also writes the client latencies to the results. Checks that the outcomes add up to measured ticks x
 * sessions planned for their pairs.
 */
public final class RunMeasures {
    private final Basis basis;
    private final Distribution quoteAge;
    private final Map<Latency, SupportedDistribution> supported = new EnumMap<>(Latency.class);
    private final TickValueCounts counts;
    private final Group all;
    private final Distribution response;
    private @Nullable Attributed statistics;

    private RunMeasures(
            Distribution quoteAge, MatchPlan plan, boolean modelKnown, Basis basis, List<TickValueCounts> parts) {
        this.basis = basis;
        this.quoteAge = quoteAge;
        this.counts = parts.get(0);
        this.all = TickValueCounts.group("all", plan, basis);
        this.response = TickValueCounts.empty(Latency.RESPONSE, plan, modelKnown);
        parts.stream().skip(1).forEach(counts::add);
        counts.counted();
        for (Group session : counts.sessions()) {
            all.add(session);
            response.add(session.values());
        }
    }

    /**
     * Measures finished results.
     *
     * @param other finished results of the other attribution; the same object if there is only one
     * @param basis inputs shared by all figures
     */
    public static RunMeasures of(
            TickResults results,
            TickResults other,
            Distribution quoteAge,
            MatchPlan plan,
            boolean modelKnown,
            Basis basis,
            Workers workers) {
        List<TickValueCounts> parts = workers.over(1, results.ticks() + 1, (from, to) -> {
            TickValueCounts part = new TickValueCounts(results, other, plan, modelKnown, basis);
            part.addTicks(from, to);
            return part;
        });
        RunMeasures measures = new RunMeasures(quoteAge, plan, modelKnown, basis, parts);
        workers.each(workers.threads(), i -> measures.counts.addEpisodes(i, workers.threads()));
        measures.finish(results, workers);
        measures.checkIdentity(plan);
        return measures;
    }

    private void finish(TickResults results, Workers workers) {
        Attributed found = Attributed.of(results, counts::values, workers);
        statistics = found;
        for (Latency latency : Latency.values()) {
            Distribution values = distribution(latency);
            if (values != null) {
                supported.put(
                        latency, SupportedDistribution.withCurve(values, support(latency, found), sound(latency)));
            }
        }
    }

    /** The replay lag does not depend on the attribution. */
    private boolean sound(Latency latency) {
        return basis == Basis.SOUND || basis == Basis.UNATTRIBUTED && latency == Latency.REPLAY_LAG;
    }

    private @Nullable Distribution distribution(Latency latency) {
        return switch (latency) {
            case RESPONSE -> response;
            case QUOTE_AGE -> quoteAge;
            default -> counts.distribution(latency);
        };
    }

    /**
     * Returns the support. The response has the support of its last client, because the clients of a tick are one
     * observation.
     */
    private Support support(Latency latency, Attributed found) {
        return switch (latency) {
            case RESPONSE, LAST_CLIENT -> found.lastClient();
            case MEDIAN_CLIENT -> found.medianClient();
            case FIRST_CLIENT -> found.firstClient();
            default -> counts.support(latency);
        };
    }

    private void checkIdentity(MatchPlan plan) {
        long expected = IntStream.range(0, plan.instruments())
                .mapToLong(instrument -> pairs().get(instrument).ticks() * plan.subscribers(instrument).length)
                .sum();
        long counted = outcomes().total();
        if (counted != expected) {
            throw new IllegalStateException(
                    "outcomes add up to " + counted + ", but ticks x planned sessions are " + expected);
        }
    }

    /** Returns the distributions in the order of the latencies. The published response exists only without a model. */
    public Map<Latency, SupportedDistribution> latencies() {
        return supported;
    }

    /** Returns the statistics of one value per tick, at the last, the median and the first client. */
    public Attributed statistics() {
        return Objects.requireNonNull(statistics, "not finished");
    }

    public TickOutcomes outcomes() {
        return all.outcomes();
    }

    /** Returns the groups by position in the plan. */
    public List<Group> sessions() {
        return counts.sessions();
    }

    /** Returns the groups by instrument id. */
    public List<Group> pairs() {
        return counts.pairs();
    }

    public Distribution response() {
        return response;
    }

    public Group all() {
        return all;
    }

    /** Returns the ticks that are due for at least one tier. */
    public long dueTicks() {
        return counts.dueTicks();
    }

    /**
     * Returns the values that are negative by more than the clock uncertainty. Excludes the response, which would count
     * service values twice.
     */
    public long negativeBeyondUncertainty() {
        return Stream.of(Latency.SERVICE, Latency.QUOTE_AGE, Latency.REPLAY_LAG)
                .map(this::distribution)
                .filter(Objects::nonNull)
                .mapToLong(Distribution::beyondUncertainty)
                .sum();
    }
}
