package org.ticktoquote.analysis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.slo.HarnessDelays;
import org.ticktoquote.analysis.slo.LevelJudge;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.validity.Judgement;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.RunManifest;

/** Evaluates the service levels of a run. All are undecided if the run is VOID or its declarations do not hold. */
record RunServiceLevels(RunManifest manifest, MatchedRun run, RunAudit audit, List<ServiceLevel> levels) {
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
        HarnessDelays harness =
                new HarnessDelays(audit.clientStalls(), TailFigures.doubt(selfAudit.tail(), manifest.scheduled()));
        List<LevelOutcome> outcomes = new LevelJudge(part(run.latest()), part(run.soonest()), partNs, sessions, harness)
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
