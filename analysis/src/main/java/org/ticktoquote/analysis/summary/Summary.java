package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.validity.Excused;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * {@code summary.json}: the machine-readable result of one run. Field names and order are stable; fields may be added.
 *
 * @param validity the worst verdict of the reasons, never better than DEGRADED in profile {@code dev}
 * @param reasons every rule that was touched, worst first; FAILED ones are listed in a VOID run too
 * @param excused what would accuse the application, but for what made the run VOID
 * @param identity of the run
 * @param ticks measured ticks in the journal
 * @param sessions planned
 * @param pairs that at least one session subscribes to
 * @param window what was replayed of the recording
 * @param matchedBy {@code id} or {@code price}
 * @param tickOutcomes where snapshots do not name their ticks, under the attribution that answers latest
 * @param tickOutcomesSoonest under the one that answers soonest; null where there is only one
 * @param tickOutcomesAtMost names of outcomes that are no fact about the application: at most so many are, for what made the
 *     run VOID may have made any of them
 * @param responsePublishedNs only directly published ticks; null unless the model is unknown
 * @param fanOutSkewNs last client less first client, per due tick
 * @param replayLagNs sent less intended, per tick
 * @param lastClientBounds what this run says of the percentiles of the last client; empty where no tick is attributed
 * @param stalenessNs age of prices, time-weighted
 * @param staleness the same for each session and pair
 * @param limits every numeric rule with its measured value
 * @param measuredPart how the measured part went as a whole
 * @param selfAudit its members stand in the file beside the others
 */
public record Summary(
        Verdict validity,
        List<Reason> reasons,
        List<Excused> excused,
        String runId,
        UUID identity,
        String startedAt,
        String product,
        String profile,
        long ticks,
        int sessions,
        int pairs,
        String recordingSha256,
        ReplayWindow window,
        String matchedBy,
        TickOutcomes tickOutcomes,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TickOutcomes tickOutcomesSoonest,
        List<String> tickOutcomesAtMost,
        SnapshotClasses snapshotClasses,
        LatencyFigures responseNs,
        @Nullable LatencyFigures responsePublishedNs,
        LatencyFigures serviceNs,
        LatencyFigures quoteAgeNs,
        LatencyFigures firstClientNs,
        LatencyFigures medianClientNs,
        LatencyFigures lastClientNs,
        LatencyFigures fanOutSkewNs,
        LatencyFigures replayLagNs,
        List<BoundFigure> lastClientBounds,
        StaleFigures stalenessNs,
        ModelFigures model,
        WarmUpFigures warmUp,
        SessionEvents sessionEvents,
        List<SessionSummary> perSession,
        List<PairSummary> perPair,
        List<LimitFigure> limits,
        List<StaleCell> staleness,
        MeasuredPart measuredPart,
        @JsonUnwrapped SelfAuditFigures selfAudit) {
    public Summary {
        reasons = List.copyOf(reasons);
        excused = List.copyOf(excused);
        lastClientBounds = List.copyOf(lastClientBounds);
        tickOutcomesAtMost = List.copyOf(tickOutcomesAtMost);
        perSession = List.copyOf(perSession);
        perPair = List.copyOf(perPair);
        limits = List.copyOf(limits);
        staleness = List.copyOf(staleness);
    }

    /** What stands before a count of an outcome, by its name in the file; where nothing was counted, at most 0 is 0. */
    public String atMost(String outcome, long counted) {
        return counted > 0 && tickOutcomesAtMost.contains(outcome) ? "at most " : "";
    }

    /** The latencies by their names in the file, in its order; absent ones are left out. */
    public Map<String, LatencyFigures> latencies() {
        Map<String, LatencyFigures> all = new LinkedHashMap<>();
        all.put("responseNs", responseNs);
        if (responsePublishedNs != null) {
            all.put("responsePublishedNs", responsePublishedNs);
        }
        all.put("serviceNs", serviceNs);
        all.put("quoteAgeNs", quoteAgeNs);
        all.put("firstClientNs", firstClientNs);
        all.put("medianClientNs", medianClientNs);
        all.put("lastClientNs", lastClientNs);
        all.put("fanOutSkewNs", fanOutSkewNs);
        all.put("replayLagNs", replayLagNs);
        return all;
    }
}
