package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Excused;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.RunManifest;

/**
 * {@code summary.json}: the machine-readable result of one run. Field names and order are stable; fields may be added.
 *
 * <p>The members of the groups stand in the file beside the others.
 *
 * @param findings whether the figures can be trusted, and what is held against the application
 * @param about which run it is
 * @param measured what the figures are about
 * @param counts of ticks and snapshots
 * @param figures how late ticks were, and how old prices
 * @param behaviour what else is known of the application
 * @param parts the same for each session and for each pair
 * @param limits every numeric rule with its measured value
 * @param staleness for each session and pair
 * @param execution how the run went
 */
public record Summary(
        @JsonUnwrapped Findings findings,
        @JsonUnwrapped About about,
        @JsonUnwrapped Measured measured,
        @JsonUnwrapped Counts counts,
        @JsonUnwrapped Figures figures,
        @JsonUnwrapped Behaviour behaviour,
        @JsonUnwrapped Parts parts,
        List<LimitFigure> limits,
        List<StaleCell> staleness,
        @JsonUnwrapped Execution execution) {
    /**
     * What the run is worth.
     *
     * @param validity the worst verdict of the reasons; VALID without any
     * @param reasons every rule that was touched, worst first; FAILED ones are listed in a VOID run too
     * @param excused what would accuse the application, but for what made the run VOID
     * @param serviceLevels that the run is held to, and what became of them
     */
    public record Findings(
            Verdict validity, List<Reason> reasons, List<Excused> excused, List<LevelOutcome> serviceLevels) {
        public Findings {
            reasons = List.copyOf(reasons);
            excused = List.copyOf(excused);
            serviceLevels = List.copyOf(serviceLevels);
        }

        /** Of a run that is held to no service level. */
        public Findings(Verdict validity, List<Reason> reasons, List<Excused> excused) {
            this(validity, reasons, excused, List.of());
        }

        /** The reason, if there is one, by which the declared model of the application does not hold. */
        public Optional<Reason> mismatch() {
            return reasons.stream()
                    .filter(reason -> Rule.ofDeclaration(reason.rule()))
                    .findFirst();
        }

        /** Whether a service level came to a state. */
        public boolean any(LevelState state) {
            return serviceLevels.stream().anyMatch(level -> level.state() == state);
        }
    }

    /**
     * Which run it is.
     *
     * @param identity of the run
     */
    public record About(String runId, UUID identity, String startedAt, String product, String profile) {}

    /**
     * What was measured.
     *
     * @param ticks measured ones in the journal
     * @param sessions planned
     * @param pairs that at least one session subscribes to
     * @param window what was replayed of the recording
     * @param matchedBy {@code id} or {@code price}
     * @param annual of which hours of a year it speaks
     */
    public record Measured(
            long ticks,
            int sessions,
            int pairs,
            String recordingSha256,
            ReplayWindow window,
            String matchedBy,
            AnnualHours annual) {}

    /**
     * What became of ticks, and what the snapshots were.
     *
     * @param tickOutcomes where snapshots do not name their ticks, under the attribution that answers latest
     * @param tickOutcomesSoonest under the one that answers soonest; null where there is only one
     * @param tickOutcomesAtMost names of outcomes that are no fact about the application: at most so many are. What made
     *     the run VOID may have made any of them, or ticks count as due that call for no quote, as the declared model does
     *     not hold
     */
    public record Counts(
            TickOutcomes tickOutcomes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            TickOutcomes tickOutcomesSoonest,

            List<String> tickOutcomesAtMost,
            SnapshotClasses snapshotClasses) {
        public Counts {
            tickOutcomesAtMost = List.copyOf(tickOutcomesAtMost);
        }

        /** What stands before a count of an outcome, by its name in the file; where nothing was counted, at most 0 is 0. */
        public String atMost(String outcome, long counted) {
            return counted > 0 && tickOutcomesAtMost.contains(outcome) ? "at most " : "";
        }
    }

    /**
     * The figures of the run as a whole.
     *
     * @param latencies of ticks
     * @param stalenessNs age of prices, time-weighted
     */
    public record Figures(@JsonUnwrapped RunLatencies latencies, StaleFigures stalenessNs) {}

    /**
     * What else is known of the application.
     *
     * @param model how far it does what it is declared to do
     * @param warmUp how it answered before the measured part, as the manifest has it
     * @param sessionEvents what else the clients saw of it
     */
    public record Behaviour(ModelFigures model, RunManifest.WarmUp warmUp, SessionEvents sessionEvents) {}

    /** The run's figures of one session, and of one pair, each. */
    public record Parts(List<SessionSummary> perSession, List<PairSummary> perPair) {
        public Parts {
            perSession = List.copyOf(perSession);
            perPair = List.copyOf(perPair);
        }
    }

    /**
     * How the run went.
     *
     * @param measuredPart as a whole
     * @param selfAudit what the harness found out about itself
     */
    public record Execution(
            MeasuredPart measuredPart, @JsonUnwrapped SelfAuditFigures selfAudit) {}

    public Summary {
        limits = List.copyOf(limits);
        staleness = List.copyOf(staleness);
    }
}
