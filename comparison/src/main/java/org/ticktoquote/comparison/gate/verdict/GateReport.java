package org.ticktoquote.comparison.gate.verdict;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.core.run.JsonFile;

/**
 * Contents of {@code gate.json}: a verdict with its complete basis, from which all other formats are generated.
 *
 * <p>It omits the time of the decision, so that the same runs, history and ledger yield the same bytes.
 *
 * <p>Members of the groups {@code decision}, {@code conditions} and {@code memory} are written to the file without nesting.
 *
 * @param formatVersion version of the file format
 * @param decision verdict and its reasons
 * @param policy margins, looks and error levels
 * @param baseline runs of the baseline
 * @param candidate runs of the candidate
 * @param statistics candidate over baseline; empty before the first look
 * @param conditions whether the runs can be compared
 * @param memory earlier gates and runs
 * @param duet pairs of a duet; null for a gate of solo runs
 * @param needed runs needed for a decision; null unless the gate is INCONCLUSIVE with defined statistics
 * @param pulse {@link #PULSE_USED}, or the reason why the pulse of the host was not used; null if no run has one
 */
@JsonIgnoreProperties("sha256")
@JsonPropertyOrder({
    "formatVersion",
    "decision",
    "policy",
    "baseline",
    "candidate",
    "statistics",
    "conditions",
    "memory",
    "duet",
    "needed",
    "pulse"
})
public record GateReport(
        int formatVersion,

        @JsonUnwrapped @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        Decision decision,

        GatePolicy policy,
        GateSide baseline,
        GateSide candidate,
        List<StatisticResult> statistics,

        @JsonUnwrapped @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        Conditions conditions,

        @JsonUnwrapped @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        EarlierGates memory,

        @Nullable Duet duet,
        @Nullable NeededRuns needed,
        @Nullable String pulse) {
    public static final int FORMAT_VERSION = 2;
    public static final String INCONCLUSIVE = "inconclusive";
    public static final String PULSE_USED = "used";
    /** File name. */
    public static final String FILE = "gate.json";

    private static final JsonFile<GateReport> CONTENT = JsonFile.withNulls(
            GateReport.class,
            "a verdict of a gate",
            Set.of(
                    "golden",
                    "ledger",
                    "duet",
                    "late",
                    "spread",
                    "needed",
                    "pulse",
                    "pulseGain",
                    "signFlip",
                    "ratio",
                    "low",
                    "high",
                    "margin",
                    "latestNs",
                    "lost",
                    "vetoLatestNs",
                    "vetoLost",
                    "alarmsPerYear",
                    "secondsPerRun",
                    "window",
                    "baselineIdleCpu",
                    "candidateIdleCpu"));

    /**
     * Decision of the gate.
     *
     * @param inconclusiveAs how INCONCLUSIVE counts: {@code pass}, {@code fail}, or {@link #INCONCLUSIVE}
     * @param look runs per side at which it was decided; 0 before the first look
     * @param nextLook runs per side at the next look; 0 if there is none
     * @param reasons sentences for users; empty for a PASS
     */
    public record Decision(GateVerdict verdict, String inconclusiveAs, int look, int nextLook, List<String> reasons) {
        public Decision {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * Comparison of the conditions of both sides.
     *
     * @param differences conditions that differ
     * @param mayDiffer conditions that the user allowed to differ
     * @param forced whether differences were overruled
     */
    public record Conditions(List<String> differences, List<String> mayDiffer, boolean forced) {
        public Conditions {
            differences = List.copyOf(differences);
            mayDiffer = List.copyOf(mayDiffer);
        }
    }

    /**
     * Earlier gates and runs.
     *
     * @param history earlier accepted runs of the same fingerprint
     * @param golden comparison with the pinned release; null without one
     * @param ledger gates of this baseline, candidate and policy; null for a gate that was not entered
     */
    public record EarlierGates(
            History history,
            @Nullable PinnedComparison golden,
            @Nullable Ledger ledger) {}

    /**
     * Earlier accepted runs.
     *
     * @param fingerprint digest of the conditions
     * @param runs number of runs
     * @param smallest smallest effects that the last look detects; empty with fewer than two runs
     * @param changes changes of a statistic between accepted runs; advisory
     */
    public record History(String fingerprint, int runs, List<SmallestEffect> smallest, List<String> changes) {
        public History {
            smallest = List.copyOf(smallest);
            changes = List.copyOf(changes);
        }
    }

    /** Comparison of the candidate with the pinned release, at twice the margins; advisory. */
    public record PinnedComparison(
            String release, GateVerdict verdict, List<String> reasons, List<StatisticResult> statistics) {
        public PinnedComparison {
            reasons = List.copyOf(reasons);
            statistics = List.copyOf(statistics);
        }
    }

    /**
     * All gates of one baseline, candidate and policy.
     *
     * @param key fingerprint, policy, baseline and candidate
     * @param entries gates in execution order, including this one
     * @param gates number of gates of all releases under this policy and fingerprint
     * @param days days from the first of these gates to this one
     * @param alarmsPerYear upper bound on the mean number of equal releases that fail per year at that pace; null within
     * the first week
     */
    public record Ledger(
            String key,
            List<Entry> entries,
            int gates,
            double days,
            @Nullable Double alarmsPerYear) {
        public Ledger {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Concurrent pairs of a duet, and its solo runs.
     *
     * @param solo number of additional sequential runs per side
     * @param nextSolo solo runs per side needed next; 0 if none
     * @param pairs pairs that count, in execution order
     */
    public record Duet(int solo, int nextSolo, List<Pair> pairs) {
        public Duet {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * Two concurrent runs, one of each release.
     *
     * @param baseline name of the run; empty if the candidate's failure ended it
     * @param candidate name of the run; empty if the baseline's failure ended it
     * @param ratios candidate over baseline, by statistic
     * @param baselineIdleCpu share of a CPU that the baseline used in the candidate's turns; null without turns
     * @param candidateIdleCpu share of a CPU that the candidate used in the baseline's turns; null without turns
     */
    public record Pair(
            String baseline,
            String candidate,
            Map<GateStatistic, Double> ratios,
            @Nullable Double baselineIdleCpu,
            @Nullable Double candidateIdleCpu) {
        public Pair {
            ratios = ratios.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(ratios));
        }
    }

    /** Gate in a ledger: start of its last run, runs of each side, deciding look, and verdict. */
    public record Entry(String at, int baseline, int candidate, int look, GateVerdict verdict) {}

    public GateReport {
        statistics = List.copyOf(statistics);
    }

    /** Creates a report from the members of the file. */
    @JsonCreator
    static GateReport of(
            @JsonProperty("formatVersion") int formatVersion,
            @JsonProperty("verdict") GateVerdict verdict,
            @JsonProperty("inconclusiveAs") String inconclusiveAs,
            @JsonProperty("look") int look,
            @JsonProperty("nextLook") int nextLook,
            @JsonProperty("reasons") List<String> reasons,
            @JsonProperty("policy") GatePolicy policy,
            @JsonProperty("baseline") GateSide baseline,
            @JsonProperty("candidate") GateSide candidate,
            @JsonProperty("statistics") List<StatisticResult> statistics,
            @JsonProperty("differences") List<String> differences,
            @JsonProperty("mayDiffer") List<String> mayDiffer,
            @JsonProperty("forced") boolean forced,
            @JsonProperty("history") History history,
            @JsonProperty("golden") @Nullable PinnedComparison golden,
            @JsonProperty("ledger") @Nullable Ledger ledger,
            @JsonProperty("duet") @Nullable Duet duet,
            @JsonProperty("needed") @Nullable NeededRuns needed,
            @JsonProperty("pulse") @Nullable String pulse) {
        return new GateReport(
                formatVersion,
                new Decision(verdict, inconclusiveAs, look, nextLook, reasons),
                policy,
                baseline,
                candidate,
                statistics,
                new Conditions(differences, mayDiffer, forced),
                new EarlierGates(history, golden, ledger),
                duet,
                needed,
                pulse);
    }

    public GateVerdict verdict() {
        return decision.verdict();
    }

    public GateReport with(@Nullable Ledger entered) {
        return with(decision, new EarlierGates(memory.history(), memory.golden(), entered));
    }

    /** Returns a copy in which INCONCLUSIVE counts as another verdict. */
    public GateReport inconclusiveAs(String other) {
        return with(
                new Decision(decision.verdict(), other, decision.look(), decision.nextLook(), decision.reasons()),
                memory);
    }

    private GateReport with(Decision otherDecision, EarlierGates otherMemory) {
        return new GateReport(
                formatVersion,
                otherDecision,
                policy,
                baseline,
                candidate,
                statistics,
                conditions,
                otherMemory,
                duet,
                needed,
                pulse);
    }

    /** Returns the statistics that the verdict depends on. */
    public List<StatisticResult> gated() {
        return statistics.stream().filter(StatisticResult::gated).toList();
    }

    /** Returns baseline and candidate. */
    public List<GateSide> sides() {
        return new ArrayList<>(List.of(baseline, candidate));
    }

    /** Writes the file atomically, with its checksum. */
    public void write(Path file) {
        CONTENT.writeSealed(file, this);
    }

    /** Returns the JSON without checksum. */
    public String json() {
        return CONTENT.text(this);
    }

    /** Reads the file; rejects a damaged file or another format version. */
    public static GateReport read(Path file) {
        CONTENT.requireVersion(file, FORMAT_VERSION);
        return CONTENT.readSealed(file);
    }
}
