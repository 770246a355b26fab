package org.ticktoquote.analysis.measures;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.TickSupport;
import org.ticktoquote.analysis.summary.TickOutcomes;

/**
 * All distributions and outcome counts of a run, from two passes over the results of its ticks in send order: one for
 * the values, one for the episodes beyond their percentiles.
 *
 * <p>The first pass also writes the client latencies into the results. Checks the identity: outcomes add up to measured
 * ticks x sessions planned for their pairs.
 */
public final class RunMeasures {
    /** Their support is that of the statistics of one value a tick. */
    private static final Set<Latency> OF_CLIENTS =
            EnumSet.of(Latency.RESPONSE, Latency.FIRST_CLIENT, Latency.MEDIAN_CLIENT, Latency.LAST_CLIENT);

    private final TickResults results;
    private final Basis basis;
    private final TickValues values;
    private final Map<Latency, Distribution> distributions = new EnumMap<>(Latency.class);
    private final Map<Latency, SupportedDistribution> supported = new EnumMap<>(Latency.class);
    /** Of the latencies of which no statistics are kept. */
    private final Map<Latency, TickSupport> support = new EnumMap<>(Latency.class);

    private final Group all;
    private final List<Group> sessions;
    private final List<Group> pairs;
    private @Nullable Attributed statistics;
    private long dueTicks;

    private RunMeasures(
            TickResults results,
            TickResults other,
            Distribution quoteAge,
            MatchPlan plan,
            boolean modelKnown,
            Basis basis) {
        this.results = results;
        this.basis = basis;
        this.values = new TickValues(results, other);
        for (Latency latency : Latency.values()) {
            distributions.put(latency, empty(latency, plan.uncertaintyNs(), modelKnown));
        }
        distributions.put(Latency.QUOTE_AGE, quoteAge);
        if (modelKnown) {
            distributions.remove(Latency.RESPONSE_PUBLISHED);
        }
        distributions.keySet().stream()
                .filter(latency -> !OF_CLIENTS.contains(latency))
                .forEach(latency -> support.put(latency, new TickSupport()));
        this.all = group("all", plan, basis);
        this.sessions = Stream.generate(() -> group("session", plan, basis))
                .limit(plan.sessions().size())
                .toList();
        this.pairs = Stream.generate(() -> group("pair", plan, basis))
                .limit(plan.instruments())
                .toList();
    }

    private static Distribution empty(Latency latency, long uncertaintyNs, boolean modelKnown) {
        boolean dueUnknown = !modelKnown && (latency == Latency.RESPONSE || latency == Latency.SERVICE);
        String label = dueUnknown ? latency.label() + " (due unknown, all)" : latency.label();
        return new Distribution(latency.field(), label, uncertaintyNs);
    }

    private static Group group(String of, MatchPlan plan, Basis basis) {
        return new Group(new Distribution("responseNs", "response of one " + of, plan.uncertaintyNs()), basis);
    }

    /**
     * Measures finished results.
     *
     * @param other the results of the other attribution, finished too; the same where there is only one
     * @param basis of the figures
     */
    public static RunMeasures of(
            TickResults results,
            TickResults other,
            Distribution quoteAge,
            MatchPlan plan,
            boolean modelKnown,
            Basis basis) {
        RunMeasures measures = new RunMeasures(results, other, quoteAge, plan, modelKnown, basis);
        for (long tickId = 1; tickId <= results.ticks(); tickId++) {
            measures.addValues(tickId);
        }
        for (long tickId = 1; tickId <= results.ticks(); tickId++) {
            measures.addEpisodes(tickId);
        }
        measures.finish();
        measures.checkIdentity(plan);
        return measures;
    }

    private void addValues(long tickId) {
        values.load(tickId);
        results.clients(
                tickId,
                values.worst(Latency.FIRST_CLIENT),
                values.worst(Latency.MEDIAN_CLIENT),
                values.worst(Latency.LAST_CLIENT),
                values.lostSessions());
        dueTicks += results.dueTiers(tickId) != 0 ? 1 : 0;
        Group pair = pairs.get(results.instrumentId(tickId));
        pair.addTick();
        for (int session = 0; session < sessions.size(); session++) {
            addCell(results.cell(tickId, session), session, pair);
        }
        for (Latency latency : Latency.values()) {
            Distribution distribution = distributions.get(latency);
            if (perTick(latency) && distribution != null) {
                record(distribution, values.worst(latency));
            }
        }
        eachSeries(tickId, (series, value) -> series.count(value));
    }

    /** What is done with the worst value of a tick in one series. */
    private interface ForSeries {
        void with(TickSupport series, long value);
    }

    /** Those series of which the tick is; its values are loaded. */
    private void eachSeries(long tickId, ForSeries action) {
        support.forEach((latency, series) -> with(series, values.worst(latency), action));
        with(pairs.get(results.instrumentId(tickId)).support(), values.worst(Latency.RESPONSE), action);
        for (int session = 0; session < sessions.size(); session++) {
            with(sessions.get(session).support(), TickValues.response(results.cell(tickId, session)), action);
        }
    }

    private static void with(TickSupport series, long worst, ForSeries action) {
        if (worst != TickResults.NONE) {
            action.with(series, worst);
        }
    }

    private static boolean perTick(Latency latency) {
        return latency.compareTo(Latency.FIRST_CLIENT) >= 0;
    }

    private void addCell(long cell, int session, Group pair) {
        if (cell == ResultCell.NOT_PLANNED) {
            return;
        }
        all.add(cell);
        sessions.get(session).add(cell);
        pair.add(cell);
        long response = TickValues.response(cell);
        boolean number = response != TickResults.NONE && response != TickResults.LOST;
        record(distribution(Latency.RESPONSE), response);
        record(distribution(Latency.SERVICE), number ? response - values.lagNs() : response);
        Distribution published = distributions.get(Latency.RESPONSE_PUBLISHED);
        if (published != null && ResultCell.published(cell)) {
            record(published, response);
        }
    }

    static void record(Distribution distribution, long value) {
        if (value == TickResults.LOST) {
            distribution.censor();
        } else if (value != TickResults.NONE) {
            distribution.record(value);
        }
    }

    private void finish() {
        Attributed found = Attributed.of(results);
        statistics = found;
        distributions.forEach((latency, values) -> supported.put(
                latency, SupportedDistribution.withCurve(values, support(latency, found), sound(latency))));
    }

    /** The lag is of ticks, whatever snapshots reflect. */
    private boolean sound(Latency latency) {
        return basis == Basis.SOUND || basis == Basis.UNATTRIBUTED && latency == Latency.REPLAY_LAG;
    }

    /** Of the response it is that of its last client: the clients of a tick are one observation. */
    private Support support(Latency latency, Attributed found) {
        return switch (latency) {
            case RESPONSE, LAST_CLIENT -> found.lastClient();
            case MEDIAN_CLIENT -> found.medianClient();
            case FIRST_CLIENT -> found.firstClient();
            default -> Objects.requireNonNull(support.get(latency), latency.field());
        };
    }

    private void addEpisodes(long tickId) {
        values.load(tickId);
        eachSeries(tickId, (series, value) -> series.tick(results.intendedNs(tickId), value));
    }

    private void checkIdentity(MatchPlan plan) {
        long expected = IntStream.range(0, plan.instruments())
                .mapToLong(instrument -> pairs.get(instrument).ticks() * plan.subscribers(instrument).length)
                .sum();
        long counted = outcomes().total();
        if (counted != expected || all.pending() != 0) {
            throw new IllegalStateException("outcomes add up to " + counted + " and " + all.pending()
                    + " are undecided, but ticks x planned sessions are " + expected);
        }
    }

    private Distribution distribution(Latency latency) {
        return Objects.requireNonNull(distributions.get(latency), latency.field());
    }

    /** By latency, in their order; the published response only when the model is unknown. */
    public Map<Latency, SupportedDistribution> latencies() {
        return supported;
    }

    /** One value a tick, at the last, the median and the first client. */
    public Attributed statistics() {
        return Objects.requireNonNull(statistics, "not finished");
    }

    public TickOutcomes outcomes() {
        return all.outcomes();
    }

    /** By position in the plan. */
    public List<Group> sessions() {
        return sessions;
    }

    /** By instrument id. */
    public List<Group> pairs() {
        return pairs;
    }

    /** The values of the response. */
    public Distribution response() {
        return distribution(Latency.RESPONSE);
    }

    /** Over all sessions and pairs. */
    public Group all() {
        return all;
    }

    /** Ticks that are due for at least one tier. */
    public long dueTicks() {
        return dueTicks;
    }

    /** Values below 0 by more than the clock uncertainty; response would count those of service once more. */
    public long negativeBeyondUncertainty() {
        return Stream.of(Latency.SERVICE, Latency.QUOTE_AGE, Latency.REPLAY_LAG)
                .mapToLong(latency -> distribution(latency).beyondUncertainty())
                .sum();
    }
}
