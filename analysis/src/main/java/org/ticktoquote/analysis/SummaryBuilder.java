package org.ticktoquote.analysis;

import static org.ticktoquote.analysis.matching.SessionTally.sum;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.learning.LearnedPrices;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.measures.Basis;
import org.ticktoquote.analysis.measures.Group;
import org.ticktoquote.analysis.observation.AuditObservations;
import org.ticktoquote.analysis.observation.MeasuredPartObservations;
import org.ticktoquote.analysis.observation.Observations;
import org.ticktoquote.analysis.observation.RuleFigures;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.slo.LevelJudge;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.LearnedFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LimitFigure;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.ReplayWindow;
import org.ticktoquote.analysis.summary.RunLatencies;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Judgement;
import org.ticktoquote.analysis.validity.Limit;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** Assembles {@code summary.json} from measurements and observations. */
final class SummaryBuilder {
    private final RunManifest manifest;
    private final MatchedRun run;
    private final StaleSummary staleness;
    private final SentTicks sent;
    private final RunAudit audit;

    private final List<ServiceLevel> levels;
    private final Workers workers;

    SummaryBuilder(RunManifest manifest, MatchedRun run, RunAudit audit, List<ServiceLevel> levels, Workers workers) {
        this.levels = levels;
        this.workers = workers;
        this.manifest = manifest;
        this.run = run;
        this.staleness = new StaleSummary(manifest, run);
        this.sent = run.sent();
        this.audit = audit;
    }

    RunAnalysis analysis() {
        return new RunAnalysis(
                manifest,
                summary(),
                curves(run.latest()),
                run.exact() ? List.of() : curves(run.soonest()),
                staleness.curves(run.latest()),
                run.exact() ? List.of() : staleness.curves(run.soonest()),
                Optional.empty());
    }

    private List<Curve> curves(MeasuredBound bound) {
        return bound.measures().latencies().entrySet().stream()
                .filter(latency -> shown(latency.getKey()))
                .map(latency -> latency.getValue().curve())
                .map(curve -> manifest.scheduled() ? curve : curve.withoutSchedule())
                .toList();
    }

    private boolean shown(Latency latency) {
        return manifest.scheduled() || !latency.needsSchedule();
    }

    private Summary summary() {
        Limits limits = Limits.of(manifest.about().profile());
        SelfAuditFigures selfAudit = selfAudit();
        MeasuredPart measuredPart = measuredPart();
        List<Observation> observations = Stream.of(
                        Observations.of(
                                manifest,
                                run.journals(),
                                audit.clocks(),
                                audit.foreign(),
                                audit.unreadDatagrams(),
                                observed()),
                        AuditObservations.of(audit, selfAudit),
                        MeasuredPartObservations.of(
                                manifest, audit, measuredPart.drain(), certain().lost()))
                .flatMap(List::stream)
                .toList();
        Judgement judgement = Judgement.of(observations, limits);
        List<SessionSummary> sessions = IntStream.range(0, manifest.sessions().size())
                .mapToObj(this::session)
                .toList();
        return new Summary(
                new Summary.Findings(
                        judgement.verdict(),
                        judgement.reasons(),
                        judgement.excused(),
                        levels(judgement, sessions, selfAudit)),
                new Summary.About(
                        manifest.about().runId(),
                        manifest.identity(),
                        manifest.about().startedAt(),
                        manifest.about().product(),
                        manifest.about().profile()),
                new Summary.Measured(
                        run.latest().results().ticks(),
                        manifest.sessions().size(),
                        (int) subscribed().count(),
                        manifest.recording().sha256(),
                        ReplayWindow.of(manifest.replay()),
                        manifest.declared().matching().by(),
                        manifest.declared().annual()),
                new Summary.Counts(
                        run.latest().measures().outcomes(),
                        run.exact() ? null : run.soonest().measures().outcomes(),
                        judgement.outcomesAtMost(),
                        classes(run.tallies())),
                RunLatencies.of(this::inSummary),
                late(),
                staleness.all(),
                model(),
                manifest.warmUp(),
                events(run.tallies()),
                sessions,
                subscribed().mapToObj(this::pair).toList(),
                observations.stream().map(o -> limit(o, limits)).toList(),
                staleness.cells(),
                measuredPart,
                selfAudit);
    }

    /** Uses the latest attribution, whose answers need the longest drain. */
    private MeasuredPart measuredPart() {
        TickResults results = run.latest().results();
        return new MeasuredPart(
                drain(results), run.basis() == Basis.SOUND ? DriftFigures.of(results) : DriftFigures.NONE, sent.held());
    }

    /** Reports no late answers if snapshots could not be attributed to ticks. */
    private DrainFigures drain(TickResults results) {
        DrainFigures drain = DrainFigures.of(results, manifest.replay().drainDeadlineNs());
        return run.basis() == Basis.UNATTRIBUTED ? new DrainFigures(drain.drainNs(), 0, 0) : drain;
    }

    /** Uses the latest attribution, whose responses are the longest, so that the harness's share remains an upper bound. */
    private SelfAuditFigures selfAudit() {
        MeasuredBound latest = run.latest();
        SupportedDistribution response = latest.measures().latencies().get(Latency.RESPONSE);
        return audit.figures(latest.results(), Objects.requireNonNull(response).figures(), run.reads());
    }

    private RuleFigures observed() {
        return new RuleFigures(
                !manifest.declared().matching().identified(),
                run.latest().results().ticks(),
                sent,
                manifest.scheduled() ? unjudged() : 0,
                sum(run.tallies(), Count.EARLY),
                sum(run.tallies(), Count.ACROSS_VENUES),
                run.latest().measures().negativeBeyondUncertainty(),
                certain(),
                classes(run.tallies()),
                events(run.tallies()),
                sum(run.tallies(), Count.ENDED),
                floodedSessions(),
                model(),
                figures(Latency.RESPONSE),
                figures(Latency.REPLAY_LAG));
    }

    /** Returns the mean number of ticks that a session does not judge because prices were unknown, rounded up. */
    private long unjudged() {
        double ticksBySession = sum(run.tallies(), Count.UNJUDGED);
        long total = Math.max(1, run.latest().measures().outcomes().total());
        return (long) Math.ceil(ticksBySession * sent.unasked().planned() / total);
    }

    /** Returns the names of the sessions flooded with messages without a price, worst first. */
    private List<String> floodedSessions() {
        return IntStream.range(0, run.tallies().size())
                .filter(session -> run.tallies().get(session).floodPerSecond() > 0)
                .boxed()
                .sorted(Comparator.comparingLong(
                        session -> -run.tallies().get(session).floodPerSecond()))
                .map(session -> manifest.sessions().get(session).name())
                .toList();
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

    private @Nullable LatencyFigures inSummary(Latency latency) {
        LatencyFigures figures = shown(latency) ? optional(latency) : null;
        return figures == null || manifest.scheduled() ? figures : figures.withoutSchedule();
    }

    private @Nullable LatencyFigures optional(Latency latency) {
        SupportedDistribution latest = run.latest().measures().latencies().get(latency);
        SupportedDistribution soonest = run.soonest().measures().latencies().get(latency);
        if (latest == null || soonest == null) {
            return null;
        }
        return between(soonest.figures(), latest.figures());
    }

    /**
     * Returns the late shares beyond each supported percentile from p99 on, and beyond the maximum. Below p99, a time per
     * year adds no information. Empty if outcomes are unknown.
     */
    private List<LateShare> late() {
        if (run.latest().measures().outcomes().unknown() > 0) {
            return List.of();
        }
        RunStatistics statistics = run.statistics(manifest.identity());
        LatencyFigures last = figures(Latency.LAST_CLIENT);
        Stream<Long> percentiles = Stream.of(last.p99(), last.p999(), last.p9999())
                .filter(figure -> figure.supported() && figure.high() != null)
                .flatMap(figure -> Stream.ofNullable(figure.low()));
        return Stream.concat(
                        percentiles.flatMap(valueNs -> LateShare.of(valueNs, List.of(statistics)).stream()),
                        LateShare.beyondAll(List.of(statistics)).stream())
                .toList();
    }

    private LatencyFigures between(LatencyFigures soonest, LatencyFigures latest) {
        return run.exact() ? latest : LatencyFigures.between(soonest, latest);
    }

    /** Returns the outcomes under the latest attribution. Only certain cases count as skipped or lost. */
    private TickOutcomes certain() {
        TickOutcomes latest = run.latest().measures().outcomes();
        return new TickOutcomes(
                latest.published(),
                latest.conflated(),
                run.certainty().skipped(),
                latest.unchanged(),
                run.certainty().lost(),
                latest.excluded());
    }

    private IntStream subscribed() {
        return manifest.sessions().stream()
                .flatMap(session -> session.instruments().stream())
                .mapToInt(Integer::intValue)
                .distinct()
                .sorted();
    }

    private ModelFigures model() {
        return new ModelFigures(
                manifest.declared().model().known(),
                manifest.declared().model().composite(),
                manifest.declared().conflation().policy(),
                manifest.declared().conflation().intervalNs(),
                run.latest().measures().dueTicks(),
                run.certainty().due(),
                run.certainty().certain(),
                sum(run.tallies(), Count.PUBLISHED_NOT_DUE),
                sum(run.tallies(), Count.OVERFLOWED),
                run.quoting().learned().stream().map(this::learned).toList(),
                run.attribution(),
                run.priceCheck(),
                manifest.declared().conflation().suppressUnchanged(),
                sum(run.tallies(), Count.UNCHANGED),
                run.certainty().perhapsConflated());
    }

    private LearnedFigures learned(LearnedPrices learned) {
        return new LearnedFigures(
                learned.session(),
                manifest.recording().instruments().get(learned.instrument()).symbol(),
                learned.transform().bidOffset(),
                learned.transform().askOffset(),
                learned.transform().grid(),
                learned.samples(),
                learned.explained(),
                learned.accepted(),
                learned.finding() == LearnedPrices.Finding.TOO_LITTLE);
    }

    private SessionSummary session(int position) {
        SessionPlan plan = manifest.sessions().get(position);
        Group group = run.latest().measures().sessions().get(position);
        Group soonest = run.soonest().measures().sessions().get(position);
        List<SessionTally> own = List.of(run.tallies().get(position));
        return new SessionSummary(
                plan.index(),
                plan.name(),
                plan.tier(),
                plan.instruments().size(),
                group.outcomes(),
                run.exact() ? null : soonest.outcomes(),
                classes(own),
                events(own),
                between(soonest.response(), group.response()),
                staleness.session(position));
    }

    private PairSummary pair(int instrumentId) {
        Instrument instrument = manifest.recording().instruments().get(instrumentId);
        Group group = run.latest().measures().pairs().get(instrumentId);
        Group soonest = run.soonest().measures().pairs().get(instrumentId);
        return new PairSummary(
                instrumentId,
                instrument.symbol(),
                group.ticks(),
                group.outcomes(),
                run.exact() ? null : soonest.outcomes(),
                between(soonest.response(), group.response()),
                staleness.pair(instrumentId),
                run.tallies().stream()
                        .mapToLong(tally -> tally.noPriceNs(instrumentId))
                        .sum());
    }

    private static SnapshotClasses classes(List<SessionTally> tallies) {
        return new SnapshotClasses(
                sum(tallies, Count.MATCHED),
                sum(tallies, Count.INITIAL),
                sum(tallies, Count.DUPLICATE),
                sum(tallies, Count.REGRESSED),
                sum(tallies, Count.UNEXPLAINED),
                sum(tallies, Count.AMBIGUOUS),
                sum(tallies, Count.UNATTRIBUTED),
                sum(tallies, Count.WITHDRAWN));
    }

    private static SessionEvents events(List<SessionTally> tallies) {
        return new SessionEvents(
                sum(tallies, Count.LOGONS),
                sum(tallies, Count.DROPS),
                sum(tallies, Count.ORDERED_DOWN),
                sum(tallies, Count.SEQUENCE_GAPS),
                sum(tallies, Count.SEQUENCE_RESETS),
                sum(tallies, Count.FLOOD_MESSAGES),
                tallies.stream().mapToLong(SessionTally::floodPerSecond).max().orElse(0),
                sum(tallies, Count.REJECTED),
                sum(tallies, Count.MESSAGES_REJECTED),
                sum(tallies, Count.INCREMENTALS),
                sum(tallies, Count.QUOTES),
                sum(tallies, Count.MASS_QUOTES),
                sum(tallies, Count.QUOTE_CANCELS),
                sum(tallies, Count.WITHOUT_BOOK),
                sum(tallies, Count.BOOK_OVERFLOWS),
                sum(tallies, Count.REPEATED_ENTRIES),
                sum(tallies, Count.UNKNOWN_ENTRIES),
                sum(tallies, Count.CROSSED_TOPS),
                sum(tallies, Count.UNKNOWN_SYMBOLS),
                sum(tallies, Count.MALFORMED),
                sum(tallies, Count.UNANSWERED),
                sum(tallies, Count.AFTER_DRAIN),
                sum(tallies, Count.ONLY_ZERO_SIZES),
                tallies.stream().mapToLong(SessionTally::noPriceNs).sum());
    }

    /** Evaluates the service levels. All are undecided if the run is VOID or its declarations do not hold. */
    private List<LevelOutcome> levels(Judgement judgement, List<SessionSummary> sessions, SelfAuditFigures selfAudit) {
        if (judgement.verdict() == Verdict.VOID) {
            return LevelJudge.ofVoid(levels);
        }
        Optional<Reason> mismatch = judgement.reasons().stream()
                .filter(reason -> reason.verdict() == Verdict.FAILED && Rule.ofDeclaration(reason.rule()))
                .findFirst();
        if (mismatch.isPresent()) {
            return LevelJudge.undecided(
                    levels,
                    "the ticks that call for a quote are unknown, as the declared model does not hold ("
                            + mismatch.get().rule() + ")");
        }
        if (!run.ordered()) {
            return LevelJudge.undecided(
                    levels,
                    "the application does not read the ticks of all venues in sending order, contrary to --venue-order"
                            + " total");
        }
        RunManifest.Replay replay = manifest.replay();
        long partNs = (long) Math.ceil((replay.toNs() - replay.fromNs()) / replay.speed());
        List<LevelOutcome> outcomes = new LevelJudge(
                        part(run.latest()),
                        part(run.soonest()),
                        partNs,
                        sessions,
                        audit.clientStalls(),
                        TailFigures.doubt(selfAudit.tail(), manifest.scheduled()))
                .outcomes(levels, workers);
        return IntStream.range(0, levels.size())
                .mapToObj(i -> isMeasured(levels.get(i)) ? outcomes.get(i) : unmeasured(levels.get(i)))
                .toList();
    }

    /** Returns false for response percentiles of a run from a capture, which has no intended times. */
    private boolean isMeasured(ServiceLevel level) {
        return manifest.scheduled()
                || level.kind() != ServiceLevel.Kind.PERCENTILE
                || level.latency() != Latency.RESPONSE;
    }

    private static LevelOutcome unmeasured(ServiceLevel level) {
        return LevelJudge.undecided(
                        List.of(level),
                        "a capture has no intended times and no response: 'of service' and 'of"
                                + " last-client' count from the tick on the wire")
                .get(0);
    }

    private static LevelJudge.Part part(MeasuredBound bound) {
        return new LevelJudge.Part(
                bound.results(),
                (latency, share) -> Objects.requireNonNull(
                                bound.measures().latencies().get(latency))
                        .independent(share));
    }
}
