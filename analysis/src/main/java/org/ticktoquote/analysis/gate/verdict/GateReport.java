package org.ticktoquote.analysis.gate.verdict;

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
import org.ticktoquote.analysis.gate.GatePolicy;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.gate.GateVerdict;
import org.ticktoquote.analysis.gate.StatisticResult;
import org.ticktoquote.core.run.JsonFile;

/**
 * {@code gate.json}: a verdict, and everything that it rests on. All other forms are made of it.
 *
 * <p>It holds no time of its own: the same runs, history and ledger give the same bytes.
 *
 * <p>The members of the groups {@code decision}, {@code conditions} and {@code memory} stand in the file beside the others.
 *
 * @param formatVersion of the file
 * @param decision what the gate says
 * @param policy by which it was decided
 * @param baseline the runs of the one side
 * @param candidate the runs of the other
 * @param statistics one each, candidate over baseline; empty before the first look
 * @param conditions whether the runs can be compared
 * @param memory what earlier gates and runs have to do with it
 * @param duet the pairs of a duet; null for a gate of solo runs
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
    "duet"
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
        Memory memory,

        @Nullable Duet duet) {
    public static final int FORMAT_VERSION = 2;
    public static final String INCONCLUSIVE = "inconclusive";
    /** Its name in a directory. */
    public static final String FILE = "gate.json";

    private static final JsonFile<GateReport> CONTENT = JsonFile.withNulls(
            GateReport.class,
            "a verdict of a gate",
            Set.of(
                    "golden",
                    "ledger",
                    "duet",
                    "signFlip",
                    "ratio",
                    "low",
                    "high",
                    "margin",
                    "latestNs",
                    "lost",
                    "vetoLatestNs",
                    "vetoLost",
                    "alarmsPerYear"));

    /**
     * What the gate says.
     *
     * @param inconclusiveAs what INCONCLUSIVE counts as: {@code pass}, {@code fail}, or {@link #INCONCLUSIVE}
     * @param look runs a side at which it was decided; 0 before the first look
     * @param nextLook runs a side at which it can be decided next; 0 where there is none
     * @param reasons in words; empty for a PASS
     */
    public record Decision(GateVerdict verdict, String inconclusiveAs, int look, int nextLook, List<String> reasons) {
        public Decision {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * Whether the runs of both sides were made under the same conditions.
     *
     * @param differences conditions that do not agree
     * @param mayDiffer conditions that were declared not to have to
     * @param forced whether differences were overruled
     */
    public record Conditions(List<String> differences, List<String> mayDiffer, boolean forced) {
        public Conditions {
            differences = List.copyOf(differences);
            mayDiffer = List.copyOf(mayDiffer);
        }
    }

    /**
     * What is remembered of earlier gates and runs.
     *
     * @param history earlier accepted runs of the same fingerprint
     * @param golden the comparison with the pinned release; null without one
     * @param ledger the gates of this baseline, candidate and policy; null for a gate that is not entered
     */
    public record Memory(
            History history,
            @Nullable Golden golden,
            @Nullable Ledger ledger) {}

    /**
     * Earlier accepted runs.
     *
     * @param fingerprint of the conditions, as one word
     * @param runs how many there are
     * @param smallest the smallest effects that the last look finds; empty with fewer than two runs
     * @param changes between which accepted runs a statistic changed; advisory
     */
    public record History(String fingerprint, int runs, List<Effect> smallest, List<String> changes) {
        public History {
            smallest = List.copyOf(smallest);
            changes = List.copyOf(changes);
        }
    }

    /**
     * What a gate can find.
     *
     * @param effect the smallest one that the last look finds in 95 of 100 gates: 0.08 is 8 % more
     * @param runs a side at which one as large as the margin is found so often
     */
    public record Effect(GateStatistic statistic, double effect, double margin, long runs) {}

    /** The candidate against the pinned release, at twice the margins; advisory. */
    public record Golden(String release, GateVerdict verdict, List<String> reasons, List<StatisticResult> statistics) {
        public Golden {
            reasons = List.copyOf(reasons);
            statistics = List.copyOf(statistics);
        }
    }

    /**
     * All gates of one baseline, candidate and policy.
     *
     * @param key of the three and of the fingerprint, as one word
     * @param entries in the order made, this gate among them
     * @param gates of all releases under this policy and fingerprint
     * @param days from the first of them to this one
     * @param alarmsPerYear how many equal releases fail in a year, on average, at most, if gates go on at that pace; null
     *     within the first week
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
     * Runs of both releases that were made at once.
     *
     * @param solo runs a side that were made beside them, one after the other
     * @param nextSolo solo runs a side that are wanted next; 0 where there are none
     * @param pairs that count, in the order made
     */
    public record Duet(int solo, int nextSolo, List<Pair> pairs) {
        public Duet {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * A run of each release, made at once.
     *
     * @param baseline name of the run; empty where the failure of the other ended it
     * @param candidate likewise
     * @param ratios candidate over baseline, by statistic
     */
    public record Pair(String baseline, String candidate, Map<GateStatistic, Double> ratios) {
        public Pair {
            ratios = ratios.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(ratios));
        }
    }

    /** A gate: when its last run began, how many runs each side had, and what it said. */
    public record Entry(String at, int baseline, int candidate, int look, GateVerdict verdict) {}

    public GateReport {
        statistics = List.copyOf(statistics);
    }

    /** As the members stand in the file. */
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
            @JsonProperty("golden") @Nullable Golden golden,
            @JsonProperty("ledger") @Nullable Ledger ledger,
            @JsonProperty("duet") @Nullable Duet duet) {
        return new GateReport(
                formatVersion,
                new Decision(verdict, inconclusiveAs, look, nextLook, reasons),
                policy,
                baseline,
                candidate,
                statistics,
                new Conditions(differences, mayDiffer, forced),
                new Memory(history, golden, ledger),
                duet);
    }

    /** What the gate says, in one word. */
    public GateVerdict verdict() {
        return decision.verdict();
    }

    /** The same with what was entered. */
    public GateReport with(@Nullable Ledger entered) {
        return with(decision, new Memory(memory.history(), memory.golden(), entered));
    }

    /** The same where INCONCLUSIVE counts as something else. */
    public GateReport inconclusiveAs(String other) {
        return with(
                new Decision(decision.verdict(), other, decision.look(), decision.nextLook(), decision.reasons()),
                memory);
    }

    private GateReport with(Decision otherDecision, Memory otherMemory) {
        return new GateReport(
                formatVersion, otherDecision, policy, baseline, candidate, statistics, conditions, otherMemory, duet);
    }

    /** Those on which the verdict rests. */
    public List<StatisticResult> gated() {
        return statistics.stream().filter(StatisticResult::gated).toList();
    }

    /** Baseline and candidate. */
    public List<GateSide> sides() {
        return new ArrayList<>(List.of(baseline, candidate));
    }

    /** Writes the file whole or not at all, with its checksum. */
    public void write(Path file) {
        CONTENT.writeSealed(file, this);
    }

    /** As JSON, without checksum. */
    public String json() {
        return CONTENT.text(this);
    }

    /** Reads the file; refuses one that is damaged or of another format version. */
    public static GateReport read(Path file) {
        CONTENT.requireVersion(file, FORMAT_VERSION);
        return CONTENT.readSealed(file);
    }
}
