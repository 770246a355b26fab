package org.ticktoquote.analysis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.slo.HarnessDelays;
import org.ticktoquote.analysis.slo.LevelJudge;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.validity.Judgement;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.RunManifest;

/**
 * The service levels of a run and their outcomes. A run whose figures cannot be trusted decides nothing, nor does one of which it
 * is not known what ticks are due.
 */
record RunServiceLevels(RunManifest manifest, MatchedRun run, RunAudit audit, List<ServiceLevel> levels) {
    /** The outcomes, in the order of the levels. */
    List<LevelOutcome> outcomes(
            Judgement judgement, List<SessionSummary> sessions, SelfAuditFigures selfAudit, Workers workers) {
        if (judgement.verdict() == Verdict.VOID) {
            return LevelJudge.ofVoid(levels);
        }
        Optional<Reason> mismatch = judgement.reasons().stream()
                .filter(reason -> reason.verdict() == Verdict.FAILED && Rule.ofDeclaration(reason.rule()))
                .findFirst();
        if (mismatch.isPresent()) {
            return LevelJudge.undecided(
                    levels,
                    "which ticks call for a quote is not known: the declared model does not hold ("
                            + mismatch.get().rule() + ")");
        }
        if (!run.ordered()) {
            return LevelJudge.undecided(
                    levels,
                    "the application does not take the ticks of all venues in the order sent, as --venue-order total"
                            + " says");
        }
        RunManifest.Replay replay = manifest.replay();
        long partNs = (long) Math.ceil((replay.toNs() - replay.fromNs()) / replay.speed());
        HarnessDelays harness = new HarnessDelays(audit.clientStalls(), selfAudit.tail());
        return new LevelJudge(part(run.latest()), part(run.soonest()), partNs, sessions, harness)
                .outcomes(levels, workers);
    }

    private static LevelJudge.Part part(MeasuredBound bound) {
        return new LevelJudge.Part(
                bound.results(),
                (latency, share) -> Objects.requireNonNull(
                                bound.measures().latencies().get(latency))
                        .independent(share));
    }
}
