package org.ticktoquote.analysis;

import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.measures.Group;
import org.ticktoquote.analysis.observation.Figures;
import org.ticktoquote.analysis.observation.Observations;
import org.ticktoquote.analysis.summary.LimitFigure;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.WarmUpFigures;
import org.ticktoquote.analysis.validity.Judgement;
import org.ticktoquote.analysis.validity.Limit;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** Puts what was measured and observed into the shape of {@code summary.json}. */
final class SummaryBuilder {
    private final RunManifest manifest;
    private final MatchedRun run;

    SummaryBuilder(RunManifest manifest, MatchedRun run) {
        this.manifest = manifest;
        this.run = run;
    }

    List<Curve> curves() {
        return run.measures().latencies().values().stream()
                .map(SupportedDistribution::curve)
                .toList();
    }

    Summary summary() {
        Limits limits = Limits.of(manifest.profile());
        List<Observation> observations = Observations.of(manifest, run.journals(), observed());
        Judgement judgement = Judgement.of(observations, limits);
        return new Summary(
                judgement.verdict(),
                judgement.reasons(),
                manifest.runId(),
                manifest.startedAt(),
                manifest.product(),
                manifest.profile(),
                run.results().ticks(),
                manifest.sessions().size(),
                (int) subscribed().count(),
                manifest.recording().sha256(),
                manifest.matching().by(),
                run.measures().outcomes(),
                classes(run.tallies()),
                figures(Latency.RESPONSE),
                optional(Latency.RESPONSE_PUBLISHED),
                figures(Latency.SERVICE),
                figures(Latency.QUOTE_AGE),
                figures(Latency.FIRST_CLIENT),
                figures(Latency.MEDIAN_CLIENT),
                figures(Latency.LAST_CLIENT),
                figures(Latency.FAN_OUT_SKEW),
                figures(Latency.REPLAY_LAG),
                model(),
                warmUp(),
                events(run.tallies()),
                IntStream.range(0, manifest.sessions().size())
                        .mapToObj(this::session)
                        .toList(),
                subscribed().mapToObj(this::pair).toList(),
                observations.stream().map(o -> limit(o, limits)).toList());
    }

    private Figures observed() {
        return new Figures(
                run.results().ticks(),
                sum(run.tallies(), SessionTally::early),
                run.measures().negativeBeyondUncertainty(),
                run.measures().outcomes(),
                classes(run.tallies()),
                events(run.tallies()),
                model(),
                figures(Latency.RESPONSE),
                figures(Latency.REPLAY_LAG));
    }

    private static LimitFigure limit(Observation observation, Limits limits) {
        Limit limit =
                limits.limit(observation.rule()).orElseGet(() -> new Limit(observation.rule(), "", null, null, null));
        return new LimitFigure(
                limit.rule(), observation.value(), limit.degradedAbove(), limit.failedAbove(), limit.voidAbove());
    }

    private LatencyFigures figures(Latency latency) {
        return Objects.requireNonNull(optional(latency), latency.field());
    }

    private @Nullable LatencyFigures optional(Latency latency) {
        SupportedDistribution values = run.measures().latencies().get(latency);
        return values == null ? null : values.figures();
    }

    private IntStream subscribed() {
        return manifest.sessions().stream()
                .flatMap(session -> session.instruments().stream())
                .mapToInt(Integer::intValue)
                .distinct()
                .sorted();
    }

    private ModelFigures model() {
        var outcomes = run.measures().outcomes();
        long notDue = sum(run.tallies(), SessionTally::publishedNotDue);
        long due = outcomes.published() - notDue + outcomes.conflated() + outcomes.skipped() + outcomes.lost();
        return new ModelFigures(
                manifest.model().known(),
                manifest.model().composite(),
                manifest.conflation().policy(),
                manifest.conflation().intervalNs(),
                run.measures().dueTicks(),
                due,
                notDue);
    }

    private WarmUpFigures warmUp() {
        var warmUp = manifest.warmUp();
        return new WarmUpFigures(
                warmUp.ticks(), warmUp.burstRate(), warmUp.steady(), warmUp.blockMedianNs(), warmUp.tolerance());
    }

    private SessionSummary session(int position) {
        SessionPlan plan = manifest.sessions().get(position);
        Group group = run.measures().sessions().get(position);
        List<SessionTally> own = List.of(run.tallies().get(position));
        return new SessionSummary(
                plan.index(),
                plan.name(),
                plan.tier(),
                plan.instruments().size(),
                group.outcomes(),
                classes(own),
                events(own),
                group.response());
    }

    private PairSummary pair(int instrumentId) {
        Instrument instrument = manifest.recording().instruments().get(instrumentId);
        Group group = run.measures().pairs().get(instrumentId);
        return new PairSummary(instrumentId, instrument.symbol(), group.ticks(), group.outcomes(), group.response());
    }

    private static SnapshotClasses classes(List<SessionTally> tallies) {
        return new SnapshotClasses(
                sum(tallies, SessionTally::matched),
                sum(tallies, SessionTally::initial),
                sum(tallies, SessionTally::duplicate),
                sum(tallies, SessionTally::regressed),
                sum(tallies, SessionTally::unexplained),
                0);
    }

    private static SessionEvents events(List<SessionTally> tallies) {
        return new SessionEvents(
                sum(tallies, SessionTally::logons),
                sum(tallies, SessionTally::drops),
                sum(tallies, SessionTally::orderedDown),
                sum(tallies, SessionTally::sequenceGaps),
                sum(tallies, SessionTally::rejected),
                sum(tallies, SessionTally::incrementals),
                sum(tallies, SessionTally::unknownSymbols),
                sum(tallies, SessionTally::malformed),
                sum(tallies, SessionTally::unanswered),
                sum(tallies, SessionTally::afterDrain));
    }

    private static long sum(List<SessionTally> tallies, ToLongFunction<SessionTally> count) {
        return tallies.stream().mapToLong(count).sum();
    }
}
