package org.ticktoquote.comparison.gate.verdict;

import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.DuetResult;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Sentences and tables of a verdict, shared by all formats for users. */
public record VerdictText(GateReport report) {
    private static final double PERCENT = 100;
    private static final String CLOSE = "none; the ratio is close to its margin, where further runs decide little";
    /** Solo runs per side that check a duet. */
    private static final int CHECK = 2;

    /** Returns the verdict in one sentence. */
    public String sentence() {
        String policy = "by policy " + report.policy().name();
        String runs =
                report.decision().look() == 0 ? "" : ", at " + report.decision().look() + unit();
        return switch (report.verdict()) {
            case PASS -> "The candidate is not worse than the margins allow, " + policy + runs + ".";
            case FAIL -> "The candidate is worse, " + policy + runs + ".";
            case INCONCLUSIVE -> "The runs do not show whether the candidate is worse, " + policy + runs + "." + next();
            case REFUSED -> "The runs cannot be compared: their conditions differ.";
        };
    }

    /**
     * Returns advice on continuing an undecided gate; empty if there is no further look.
     *
     * @param unfinished directory of a gate that its time limit ended; null if all of its runs are used
     */
    public String further(@Nullable Path unfinished) {
        if (report.verdict() != GateVerdict.INCONCLUSIVE) {
            return "";
        }
        if (unfinished != null) {
            return "the time is up (--time). Continue with: t2q gate run --resume " + unfinished;
        }
        return report.decision().nextLook() > 0
                ? "all runs of this directory are used. To add runs, repeat t2q gate run: it continues this sequence in the ledger"
                : "";
    }

    /** Returns the undecided statistics, the runs they need, and the next step; empty if the gate is decided. */
    public List<String> outlook() {
        NeededRuns needed = report.needed();
        if (needed == null) {
            return List.of();
        }
        String runs = report.duet() == null ? "runs a side" : "pairs";
        return List.of(
                "undecided: "
                        + needed.undecided().stream()
                                .map(each -> String.format(
                                        Locale.ROOT,
                                        "%s (differs by %.1f %% from run to run, needs %d %s)",
                                        name(each.statistic()),
                                        PERCENT * each.spread(),
                                        each.runs(),
                                        runs))
                                .collect(Collectors.joining(", ")),
                String.format(
                        Locale.ROOT,
                        "needed: about %d %s%s%s: 80 of 100 equal releases pass, 95 of 100 worse by twice a margin fail",
                        needed.runs(),
                        runs,
                        needed.secondsPerRun() == null
                                ? ""
                                : " (" + minutes(needed.secondsPerRun(), needed.runs()) + ")",
                        longerWindows(needed.window())),
                "next: " + step(needed, runs));
    }

    private String longerWindows(NeededRuns.@Nullable Window window) {
        return window == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", or %d with windows %s times as long (%s)",
                        window.runs(),
                        new DecimalFormat("0.#", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(window.times()),
                        minutes(window.secondsPerRun(), window.runs()));
    }

    private String step(NeededRuns needed, String runs) {
        int most = report.policy().looks().get(report.policy().looks().size() - 1);
        int next = report.decision().nextLook();
        if (next > 0 && needed.runs() <= most && report.statistics().stream().noneMatch(this::isClose)) {
            return "continue to " + next + " " + runs
                    + (needed.secondsPerRun() == null
                            ? ""
                            : ", "
                                    + minutes(
                                            needed.secondsPerRun(),
                                            next - report.decision().look()) + " more");
        }
        String margins = needed.undecided().stream()
                .filter(each -> each.runs() > most)
                .map(each -> String.format(
                        Locale.ROOT, "%s: %.0f %%", each.statistic().text(), Math.ceil(PERCENT * each.reachable())))
                .collect(Collectors.joining(", "));
        if (margins.isEmpty()) {
            return CLOSE;
        }
        return report.duet() == null
                ? "t2q gate run --duet=turns"
                        + (needed.secondsPerRun() == null
                                ? ""
                                : " (at most " + minutes(needed.secondsPerRun(), most + CHECK) + ")")
                        + "; or margins that " + most + " " + runs + " can decide: {" + margins + "}"
                : "margins that " + most + " " + runs + " can decide: {" + margins + "}, or a quieter host";
    }

    private boolean isClose(StatisticResult result) {
        GatePolicy policy = report.policy();
        return NeededRuns.isClose(report.duet() == null ? policy : policy.ofDuet(), result);
    }

    private String minutes(double secondsPerRun, long runs) {
        int sides = report.duet() == null ? 2 : 1;
        return String.format(Locale.ROOT, "%.0f min", Math.max(1, sides * runs * secondsPerRun / 60));
    }

    private String unit() {
        return report.duet() == null ? " runs a side" : " pairs of a duet";
    }

    private String next() {
        if (report.decision().nextLook() > 0) {
            return " The next look is at " + report.decision().nextLook() + unit() + ".";
        }
        return report.duet() != null && report.duet().nextSolo() > 0
                ? " The next look is at " + CountText.of(report.duet().nextSolo(), "solo run") + " a side."
                : " This was the last look.";
    }

    /** Returns qualifications of the verdict, such as a duet, a forced comparison or the use of the pulse; can be empty. */
    public List<String> marks() {
        List<String> marks = new ArrayList<>();
        if (report.duet() != null) {
            marks.add("Duet: both releases ran at the same time on the same ticks" + byTurns(report.duet())
                    + ". It compares them and does not show how fast either"
                    + " is alone. " + CountText.of(report.duet().pairs().size(), "pair") + ", "
                    + CountText.of(report.duet().solo(), "solo run") + " a side.");
        }
        if (!report.decision().inconclusiveAs().equals(GateReport.INCONCLUSIVE)) {
            marks.add("INCONCLUSIVE counts as "
                    + report.decision().inconclusiveAs().toUpperCase(Locale.ROOT) + " (--inconclusive).");
        }
        if (report.conditions().forced()) {
            marks.add("The comparison was forced (--force-compare) and cannot pass.");
        }
        report.statistics().stream()
                .filter(result -> result.gated() && result.label() == StatisticResult.Label.TOO_FEW)
                .map(StatisticResult::late)
                .filter(Objects::nonNull)
                .forEach(late -> marks.add(name(GateStatistic.SHARE) + " is not compared: "
                        + CountText.of(late.baseline() + late.candidate(), "late episode") + " on both sides ("
                        + late.candidate() + " of the candidate), at least 10 needed."));
        if (report.pulse() != null) {
            marks.add(pulse(report.pulse()));
        }
        if (!report.conditions().mayDiffer().isEmpty()) {
            marks.add("Conditions that may differ: "
                    + String.join(", ", report.conditions().mayDiffer()) + ".");
        }
        return marks;
    }

    private String pulse(String used) {
        String gains = report.statistics().stream()
                .filter(result -> result.pulseGain() != null)
                .map(result -> String.format(Locale.ROOT, "%s by %.1f", name(result.statistic()), result.pulseGain()))
                .collect(Collectors.joining(", "));
        if (!used.equals(GateReport.PULSE_USED)) {
            return "The pulse of the host is not used: " + used + ".";
        }
        return gains.isEmpty()
                ? "The pulse of the host is not used: no statistic correlates with it."
                : "The pulse of the host is used; it divides the variance of " + gains + ".";
    }

    /** Returns the largest CPU shares of idle applications; empty for a duet without turns. */
    private static String byTurns(GateReport.Duet duet) {
        OptionalDouble before = most(duet, GateReport.Pair::baselineIdleCpu);
        OptionalDouble now = most(duet, GateReport.Pair::candidateIdleCpu);
        return before.isEmpty() || now.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", by turns. Outside its turns the baseline used up to %.1f %% of a CPU and the candidate %.1f %%",
                        100 * before.getAsDouble(),
                        100 * now.getAsDouble());
    }

    private static OptionalDouble most(GateReport.Duet duet, Function<GateReport.Pair, @Nullable Double> of) {
        return duet.pairs().stream()
                .map(of)
                .flatMap(Stream::ofNullable)
                .mapToDouble(Double::doubleValue)
                .max();
    }

    public static String runs(String name, GateSide side) {
        long lost = side.runs().stream()
                .filter(run -> run.lost() == null || run.lost() > 0)
                .count();
        return name + ": " + CountText.of(side.runs().size(), "run") + ", "
                + side.runs().stream().filter(GateSide.Run::used).count() + " used; "
                + (lost == 0 ? "no tick lost" : "ticks lost in " + CountText.of(lost, "run")) + "; "
                + side.voids().size() + " VOID"
                + (side.leftOut().isEmpty() ? "" : "; " + side.leftOut().size() + " left out")
                + (side.application().isEmpty()
                        ? ""
                        : "; " + (isUnknown(side) ? "release unknown" : side.release()) + " '" + side.application()
                                + "'");
    }

    /** Returns the runs that do not count, one per line. */
    public static List<String> unused(GateSide side) {
        List<String> lines = new ArrayList<>();
        side.voids().forEach(run -> lines.add(run.name() + " does not count: VOID" + behind(run.why())));
        side.leftOut().forEach(run -> lines.add(run.name() + " does not count" + behind(run.why())));
        return lines;
    }

    private static String behind(String why) {
        return why.isEmpty() ? "" : ": " + why;
    }

    /** Returns the ratios with their bounds. */
    public Table statistics(List<StatisticResult> results) {
        Columns<StatisticResult> columns = Columns.<StatisticResult>of("", result -> name(result.statistic()))
                .add("ratio", "candidate over baseline", result -> ratio(result.ratio()))
                .add("at least", "one-sided, for FAIL", result -> ratio(result.low()))
                .add("at most", "one-sided, for PASS", result -> ratio(result.high()))
                .add("margin", "", result -> result.margin() == null ? Cell.word("none") : ratio(result.margin()));
        columns = report.duet() == null ? means(columns) : pairs(columns);
        return columns.add("result", "", result -> Cell.word(text(result))).table("", "", "", results);
    }

    private Columns<StatisticResult> means(Columns<StatisticResult> columns) {
        return columns.add("baseline", "geometric mean", result -> mean(report.baseline(), result.statistic()))
                .add("candidate", "geometric mean", result -> mean(report.candidate(), result.statistic()));
    }

    private static Columns<StatisticResult> pairs(Columns<StatisticResult> columns) {
        return columns.add("gain", "variance without pairing over variance with pairing", result -> gain(result.duet()))
                .add(
                        "sign flip",
                        "share of sign changes with at least as large a mean",
                        result -> signFlip(result.duet()))
                .add(
                        "by",
                        "",
                        result -> result.duet() == null
                                ? Cell.NONE
                                : Cell.word(result.duet().solo() ? "solo" : "pairs"));
    }

    private static Cell gain(@Nullable DuetResult pairs) {
        return pairs == null ? Cell.NONE : Cell.number(String.format(Locale.ROOT, "%.1f", pairs.gain()));
    }

    private static Cell signFlip(@Nullable DuetResult pairs) {
        return pairs == null || pairs.signFlip() == null
                ? Cell.NONE
                : Cell.number(String.format(Locale.ROOT, "%.4f", pairs.signFlip()));
    }

    /** Returns the ratios of each pair of a duet; no rows for a gate of solo runs. */
    public Table pairs() {
        List<GateReport.Pair> pairs =
                report.duet() == null ? List.of() : report.duet().pairs();
        return Columns.<GateReport.Pair>of("baseline", GateReport.Pair::baseline)
                .add("candidate", pair -> Cell.word(pair.candidate()))
                .addEach(
                        report.statistics().stream()
                                .map(StatisticResult::statistic)
                                .toList(),
                        statistic -> Table.Column.of(name(statistic), ""),
                        (pair, statistic) -> ratio(pair.ratios().get(statistic)))
                .table("pairs", "Pairs", "Candidate over baseline, in execution order.", pairs);
    }

    /** Returns the result of a statistic in words. */
    public static String text(StatisticResult result) {
        String label = result.label().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return result.gated() ? label : label + ", not gated";
    }

    /** Returns the name of a statistic; the share includes its threshold. */
    public String name(GateStatistic statistic) {
        return statistic == GateStatistic.SHARE
                ? "share > " + DurationText.format(report.policy().thresholdNs())
                : statistic.text();
    }

    private static Cell ratio(@Nullable Double ratio) {
        return ratio == null ? Cell.NONE : Cell.number(number(ratio));
    }

    /** Formats a ratio with three decimals, or with three significant digits from 1,000. */
    public static String number(double ratio) {
        return ratio >= 1_000 ? String.format(Locale.ROOT, "%.3g", ratio) : String.format(Locale.ROOT, "%.3f", ratio);
    }

    /** Returns the geometric mean over the runs used. */
    private static Cell mean(GateSide side, GateStatistic statistic) {
        List<Double> values = side.runs().stream()
                .filter(GateSide.Run::used)
                .map(run -> run.values().get(statistic))
                .filter(Objects::nonNull)
                .toList();
        if (values.isEmpty()) {
            return Cell.NONE;
        }
        double mean =
                StrictMath.exp(values.stream().mapToDouble(StrictMath::log).sum() / values.size());
        return Cell.number(value(statistic, mean));
    }

    /** Formats a value of a statistic with its unit. */
    public static String value(GateStatistic statistic, double value) {
        return statistic == GateStatistic.SHARE
                ? String.format(Locale.ROOT, "%.3g %%", PERCENT * value)
                : DurationText.format(Math.round(value));
    }

    public List<String> history() {
        GateReport.History history = report.memory().history();
        if (history.fingerprint().isEmpty()) {
            return List.of("No run was measured, so there is no fingerprint and no history.");
        }
        if (!unknownReleases().isEmpty()) {
            return List.of("The history is not used, because a release is unknown.");
        }
        List<String> lines = new ArrayList<>();
        lines.add("History of fingerprint " + history.fingerprint() + ": "
                + CountText.of(history.runs(), "accepted run") + (lent() ? " (spread used)" : "") + ".");
        history.smallest().forEach(effect -> lines.add(effect.text() + "."));
        history.changes().forEach(change -> lines.add("Change in the history (advisory): " + change + "."));
        return lines;
    }

    private boolean lent() {
        return report.statistics().stream().anyMatch(StatisticResult::withHistory);
    }

    /** Describes the pinned release; empty without one. */
    public List<String> golden() {
        GateReport.PinnedComparison golden = report.memory().golden();
        if (golden == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("Against the pinned release " + golden.release() + " at twice the margins (advisory): "
                + golden.verdict() + ".");
        lines.addAll(golden.reasons());
        return lines;
    }

    /** Returns the sides whose release is unknown, as in {@code the baseline and the candidate}; empty if there is none. */
    private String unknownReleases() {
        return Stream.of(
                        isUnknown(report.baseline()) ? "the baseline" : "",
                        isUnknown(report.candidate()) ? "the candidate" : "")
                .filter(side -> !side.isEmpty())
                .collect(Collectors.joining(" and "));
    }

    private static boolean isUnknown(GateSide side) {
        return !side.application().isEmpty() && side.release().equals(GatedRun.UNKNOWN_RELEASE);
    }

    /** Describes the ledger and its false alarms, or states that there is no entry, with the reason if a release is unknown. */
    public List<String> ledger() {
        GateReport.Ledger ledger = report.memory().ledger();
        if (ledger == null) {
            String unknown = unknownReleases();
            return List.of("This gate has no ledger entry"
                    + (unknown.isEmpty()
                            ? "."
                            : ": the release of " + unknown + " is unknown (" + GatedRun.WHY_UNKNOWN + ")."));
        }
        List<String> lines = new ArrayList<>();
        lines.add("Ledger " + ledger.key() + ": "
                + CountText.of(ledger.entries().size(), "gate") + " of this baseline, candidate and policy."
                + " Further runs continue the same sequence with the same error.");
        double level = report.policy().failLevel();
        lines.add(String.format(
                Locale.ROOT,
                "False alarms: a gate fails an equal release in at most %.2f %% of cases, %.2f a year at one gate per working day.%s",
                PERCENT * level,
                level * 250,
                ledger.alarmsPerYear() == null
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " At the pace so far (%s in %.0f days): %.2f a year.",
                                CountText.of(ledger.gates(), "gate"),
                                ledger.days(),
                                ledger.alarmsPerYear())));
        return lines;
    }
}
