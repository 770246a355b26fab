package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.validity.ExcusedCharge;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.Seal;

/**
 * Contents of {@code summary.json}: the machine-readable result of one run. Field names and order are stable; fields can be
 * added.
 *
 * <p>Members of groups are written to the file without nesting.
 *
 * @param findings validity and charges against the application
 * @param about identity of the run
 * @param measured scope of the figures
 * @param counts numbers of ticks and snapshots
 * @param latencies tick latencies
 * @param lastClientLate share of quotes and of time later at the last client, for each supported percentile from p99 on and
 *     for the largest value; empty if no tick is attributed
 * @param stalenessNs age of prices, time-weighted
 * @param model agreement of the application with its declared model
 * @param warmUp answers of the application during the warm-up, from the manifest
 * @param sessionEvents other events seen by the clients
 * @param limits every numeric rule with its measured value
 * @param staleness staleness figures by session and pair
 * @param measuredPart course of the measured part
 * @param selfAudit audit of the harness
 */
public record Summary(
        @JsonUnwrapped Findings findings,
        @JsonUnwrapped About about,
        @JsonUnwrapped Measured measured,
        @JsonUnwrapped Counts counts,
        @JsonUnwrapped RunLatencies latencies,
        List<LateShare> lastClientLate,
        StaleFigures stalenessNs,
        ModelFigures model,
        RunManifest.WarmUp warmUp,
        SessionEvents sessionEvents,
        List<SessionSummary> perSession,
        List<PairSummary> perPair,
        List<LimitFigure> limits,
        List<StaleCell> staleness,
        MeasuredPart measuredPart,
        @JsonUnwrapped SelfAuditFigures selfAudit) {
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer(printer());

    /**
     * Validity of the run.
     *
     * @param validity worst verdict of the reasons; VALID without any
     * @param reasons every rule with an exceeded limit, worst first; a VOID run lists FAILED ones, too
     * @param excused charges against the application that the cause of a VOID run excuses
     * @param serviceLevels service levels with their results
     */
    public record Findings(
            Verdict validity, List<Reason> reasons, List<ExcusedCharge> excused, List<LevelOutcome> serviceLevels) {
        public Findings {
            reasons = List.copyOf(reasons);
            excused = List.copyOf(excused);
            serviceLevels = List.copyOf(serviceLevels);
        }

        /** Returns the reason why the declared model of the application does not hold, if any. */
        public Optional<Reason> mismatch() {
            return reasons.stream()
                    .filter(reason -> Rule.ofDeclaration(reason.rule()))
                    .findFirst();
        }

        public boolean any(LevelState state) {
            return serviceLevels.stream().anyMatch(level -> level.state() == state);
        }
    }

    /**
     * Identity of the run.
     *
     * @param identity the run's identity
     */
    public record About(String runId, UUID identity, String startedAt, String product, String profile) {}

    /**
     * Scope of the measurement.
     *
     * @param ticks measured ticks in the journal
     * @param sessions number of planned sessions
     * @param pairs number of pairs with at least one subscription
     * @param window replayed part of the recording
     * @param matchedBy {@code id} or {@code price}
     * @param annual hours of a year that the run represents
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
     * Outcomes of ticks and classes of snapshots.
     *
     * @param tickOutcomes counts of the latest attribution, or the only one
     * @param tickOutcomesSoonest counts of the soonest attribution; null if there is only one
     * @param tickOutcomesAtMost names of outcomes whose counts are upper bounds: the cause of a VOID run can account for
     * them, or the declared model does not hold. In the second case, ticks that call for no quote can count as due
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

        /** Returns the prefix of an outcome's count if it is an upper bound above 0, by its name in the file; else empty. */
        public String atMost(String outcome, long counted) {
            return counted > 0 && tickOutcomesAtMost.contains(outcome) ? "at most " : "";
        }
    }

    public Summary {
        lastClientLate = List.copyOf(lastClientLate);
        perSession = List.copyOf(perSession);
        perPair = List.copyOf(perPair);
        limits = List.copyOf(limits);
        staleness = List.copyOf(staleness);
    }

    private static DefaultPrettyPrinter printer() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        return printer;
    }

    /** Writes the file atomically. Its last member is a checksum of all preceding bytes. */
    public void write(Path file) throws IOException {
        AtomicFile.write(file, Seal.put(WRITER.writeValueAsString(this)));
    }

    /** Rejects a {@code summary.json}, or another sealed file, that was modified after it was written. */
    public static void requireSealed(Path file) {
        try {
            Seal.check(file);
        } catch (ProblemException changed) {
            throw changed.with(problem -> problem.fault(problem.fault() + writtenAgain(file)));
        }
    }

    /** Returns advice on how to recreate a derived file. */
    public static String writtenAgain(Path file) {
        return "; recreate it with t2q analyze " + file.getParent();
    }
}
