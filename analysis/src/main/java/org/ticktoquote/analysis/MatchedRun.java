package org.ticktoquote.analysis;

import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.audit.SessionReads;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.PairTally;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.measures.Basis;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.measures.QuoteAges;
import org.ticktoquote.analysis.measures.RunSeconds;
import org.ticktoquote.analysis.observation.ClockObservations;
import org.ticktoquote.analysis.observation.Observations;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.AttributionFigures.SessionPair;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.summary.PriceCheckFigures;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/**
 * Matched and measured run.
 *
 * @param sent ticks from their journal
 * @param exact whether there is only one attribution; figures are then single values instead of intervals
 * @param basis inputs shared by all figures
 * @param soonest results under the soonest attribution
 * @param latest results under the latest attribution; the same object if exact
 * @param quoting declared or learned prices of the application
 * @param certainty counts of ticks with the same answer under both attributions
 * @param attribution figures on the attribution of snapshots to ticks
 * @param priceCheck comparison of the snapshots' prices with their ids
 * @param soonestSeconds values by second under the soonest attribution
 * @param latestSeconds values by second under the latest attribution
 * @param tallies one tally per session, in the manifest's order
 * @param reads the clients' reads by session, in the manifest's order
 * @param journals states of the journals
 */
record MatchedRun(
        SentTicks sent,
        boolean exact,
        Basis basis,
        MeasuredBound soonest,
        MeasuredBound latest,
        Quoting quoting,
        Certainty certainty,
        AttributionFigures attribution,
        PriceCheckFigures priceCheck,
        RunSeconds soonestSeconds,
        RunSeconds latestSeconds,
        List<SessionTally> tallies,
        List<SessionReads> reads,
        List<JournalState> journals)
        implements AutoCloseable {
    /** Time allowed for an answer at the end of a capture, which has no drain. */
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Returns the last time at which an unanswered tick counts as lost; later ones are excluded, as at the end of a capture. */
    static long answerableUntilNs(RunManifest manifest) {
        return manifest.scheduled() ? Long.MAX_VALUE : manifest.replay().drainDeadlineNs() - WAIT_NS;
    }

    /**
     * Matches and measures a run, complete or not.
     *
     * @param audit self-audit over the longest possible measured part
     */
    static MatchedRun of(RunDirectory directory, RunManifest manifest, RunAudit audit, Workers workers) {
        long uncertaintyNs = ClockObservations.uncertaintyNs(manifest);
        RunJournals journals = new RunJournals(directory, manifest, uncertaintyNs);
        Quoting quoting = Quoting.of(manifest, journals, workers);
        MatchPlan plan = MatchPlan.of(manifest, uncertaintyNs).withTiers(quoting.tiers());
        boolean exact = manifest.declared().matching().exact();
        int sessions = manifest.sessions().size();
        LongBinaryOperator starvedNs = audit.starvedNs();
        TickResults late = TickResults.create(directory.tickResults(), sessions, manifest.identity());
        TickResults soon =
                exact ? late : TickResults.create(directory.tickResultsSoonest(), sessions, manifest.identity());
        try {
            // concurrently, because only one thread is busy until all ticks are in the results
            return workers.both(
                    () -> SentTicks.read(directory.ticks(), manifest, starvedNs),
                    () -> GroupMatches.of(journals, plan, quoting, starvedNs, audit, soon, late, workers),
                    (sent, matches) -> measured(journals, plan, quoting, audit, soon, late, sent, matches, workers));
        } catch (RuntimeException e) {
            late.close();
            soon.close();
            throw e;
        }
    }

    private static MatchedRun measured(
            RunJournals journals,
            MatchPlan plan,
            Quoting quoting,
            RunAudit audit,
            TickResults soon,
            TickResults late,
            SentTicks sent,
            GroupMatches matches,
            Workers workers) {
        RunManifest manifest = journals.manifest();
        boolean exact = soon == late;
        boolean identified = manifest.declared().matching().identified();
        List<PairTally> pairs = identified && exact ? List.of() : matches.pairTallies();
        String ids = identified ? new EchoedIds(journals, quoting, matches.tallies()).refusal() : "";
        exclude(soon, late, manifest);
        boolean attributed = ids.isEmpty() && contradicted(pairs) <= Limits.MAX_CONTRADICTED * snapshots(pairs);
        Basis basis = Basis.of(attributed, Observations.brokenOff(manifest, matches.journals(), audit.foreign(), sent));
        Certainty certainty = Certainty.mark(
                soon,
                late,
                plan.instruments(),
                attributed && ordered(matches.tallies()) ? matches.agreement(plan) : (one, other) -> false,
                plan.conflation().policy().equals(Conflation.INTERVAL),
                workers);
        boolean known = manifest.declared().model().known();
        MeasuredBound.Open soonest = matches.soonest();
        MeasuredBound high = matches.latest().measure(soonest, plan, known, basis, workers);
        MeasuredBound low = exact ? high : soonest.measure(matches.latest(), plan, known, basis, workers);
        long t0Ns = manifest.replay().t0Ns();
        return new MatchedRun(
                sent,
                exact,
                basis,
                low,
                high,
                quoting,
                certainty,
                new AttributionFigures(
                        attributed,
                        snapshots(pairs),
                        contradicted(pairs),
                        pairs.stream()
                                .map(pair -> sessionPair(manifest, pair, certainty))
                                .toList(),
                        ids),
                priceCheck(matches.pairTallies()),
                new RunSeconds(soon, late, matches.soonestAges(), t0Ns),
                new RunSeconds(late, soon, matches.latestAges(), t0Ns),
                matches.tallies(),
                matches.reads(),
                matches.journals());
    }

    private static long contradicted(List<PairTally> pairs) {
        return pairs.stream().mapToLong(PairTally::contradicted).sum();
    }

    private static long snapshots(List<PairTally> pairs) {
        return pairs.stream()
                .filter(pair -> pair.tier() != MatchPlan.UNSEEN_TIER)
                .mapToLong(PairTally::snapshots)
                .sum();
    }

    private static SessionPair sessionPair(RunManifest manifest, PairTally pair, Certainty certainty) {
        return new SessionPair(
                manifest.sessions().get(pair.session()).index(),
                manifest.recording().instruments().get(pair.instrument()).symbol(),
                certainty.due(pair.session(), pair.instrument()),
                certainty.certain(pair.session(), pair.instrument()),
                pair.snapshots(),
                pair.contradicted(),
                switch (pair.tier()) {
                    case MatchPlan.UNKNOWN_TIER -> State.REFUSED;
                    case MatchPlan.UNSEEN_TIER -> State.TOO_LITTLE_EVIDENCE;
                    default -> pair.contradicted() == 0 ? State.EXPLAINED : State.CONTRADICTED;
                });
    }

    /** Returns whether all snapshots agree with the declared order of ticks across venues. */
    private static boolean ordered(List<SessionTally> tallies) {
        return SessionTally.sum(tallies, Count.ACROSS_VENUES) == 0;
    }

    /** Returns whether all snapshots agree with the declared order of ticks across venues. */
    boolean ordered() {
        return ordered(tallies);
    }

    private static PriceCheckFigures priceCheck(List<PairTally> tallies) {
        List<PairTally> modelled = tallies.stream().filter(PairTally::modelled).toList();
        long older = modelled.stream().mapToLong(PairTally::older).sum();
        long checked = modelled.stream().mapToLong(PairTally::checked).sum();
        return new PriceCheckFigures(
                checked,
                older + modelled.stream().mapToLong(PairTally::unknown).sum(),
                older,
                tallies.stream().mapToLong(PairTally::checked).sum() - checked);
    }

    /**
     * Returns the time of the last answer on the run's clock. Empty if a tick was lost or has an unknown outcome; the
     * measured part then ends with the drain.
     */
    OptionalLong lastAnswerNs() {
        TickOutcomes outcomes = latest.measures().outcomes();
        return outcomes.unknown() + outcomes.lost() > 0
                ? OptionalLong.empty()
                : latest.results().lastAnswerNs();
    }

    @Override
    public void close() {
        latest.results().close();
        latestSeconds.quoteAges().forEach(QuoteAges::close);
        if (!exact) {
            soonest.results().close();
            soonestSeconds.quoteAges().forEach(QuoteAges::close);
        }
    }

    /** Returns the statistics for bounds, comparisons and gates. */
    RunStatistics statistics(UUID identity) {
        TickResults ticks = latest().results();
        return RunStatistics.of(
                identity,
                ticks.ticks() == 0 ? 0 : ticks.intendedNs(ticks.ticks()) - ticks.intendedNs(1),
                latest().measures().statistics(),
                exact() ? null : soonest().measures().statistics());
    }

    /** Excludes ticks whose outcome cannot be attributed to the application, from both attributions by their latest outcome. */
    private static void exclude(TickResults soonest, TickResults latest, RunManifest manifest) {
        excludeCaptureEnd(soonest, latest, answerableUntilNs(manifest));
        TurnSchedule turns = manifest.turns();
        if (turns != null) {
            excludeSettling(soonest, latest, turns, manifest.replay().t0Ns());
        }
    }

    private static void excludeCaptureEnd(TickResults soonest, TickResults latest, long answerableUntilNs) {
        for (long id = latest.ticks(); id > 0 && latest.sentNs(id) > answerableUntilNs; id--) {
            exclude(soonest, latest, id, outcome -> outcome == ResultCell.LOST);
        }
    }

    /**
     * Excludes ticks intended while the application settles, at the start of every turn of a duet by turns. In such
     * a duet, two applications get each slice of the replay one after the other (docs/gate.md). Keeps lost and
     * skipped ticks.
     */
    private static void excludeSettling(TickResults soonest, TickResults latest, TurnSchedule turns, long t0Ns) {
        for (long id = 1; id <= latest.ticks(); id++) {
            if (turns.settles(latest.intendedNs(id) - t0Ns)) {
                exclude(soonest, latest, id, MatchedRun::isGood);
            }
        }
    }

    private static void exclude(TickResults soonest, TickResults latest, long id, IntPredicate outcomes) {
        for (int session = 0; session < latest.sessions(); session++) {
            if (outcomes.test(ResultCell.outcome(latest.cell(id, session)))) {
                latest.setCell(id, session, ResultCell.of(ResultCell.EXCLUDED));
                soonest.setCell(id, session, ResultCell.of(ResultCell.EXCLUDED));
            }
        }
    }

    private static boolean isGood(int outcome) {
        return outcome != ResultCell.NOT_PLANNED && outcome != ResultCell.LOST && outcome != ResultCell.SKIPPED;
    }
}
