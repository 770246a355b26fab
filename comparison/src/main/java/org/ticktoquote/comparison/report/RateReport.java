package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.LatencyCell;
import org.ticktoquote.analysis.report.ServiceLevelTables;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.rate.OfferedRate;
import org.ticktoquote.comparison.rate.RateAnswer;
import org.ticktoquote.comparison.rate.RateFigure;
import org.ticktoquote.comparison.rate.RateOutcome;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.comparison.rate.RateResult;
import org.ticktoquote.comparison.rate.RateRun;
import org.ticktoquote.comparison.rate.RateSearch;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Formats the outcome of a rate search as a report. Its page links to the reports of the runs. */
public final class RateReport {
    /** File name of the page. */
    public static final String FILE = "rate.html";

    private static final Map<RateAnswer, String> MARKS = Map.of(
            RateAnswer.FOUND, "pass",
            RateAnswer.HOLDS_THROUGHOUT, "pass",
            RateAnswer.BROKEN_AT_LOWEST, "fail",
            RateAnswer.VOID_AT_LOWEST, "refused");

    private final RateResult result;

    RateReport(RateResult result) {
        this.result = result;
    }

    /** Returns the report. The same runs yield the same report. */
    public static Report of(RateResult result) {
        return new RateReport(result).report();
    }

    private Report report() {
        String answer = result.answer().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        List<Block> verdict = new ArrayList<>(List.of(new Block.Text("strong", sentence())));
        remarks().forEach(remark -> verdict.add(Block.Text.of(remark)));
        List<Section> sections = new ArrayList<>();
        sections.add(Section.plain(
                "", "Service levels", new Block.Items(result.plan().levels())));
        List<Block> rates = new ArrayList<>();
        RatePlot.of(result).ifPresent(plot -> rates.add(Block.Pictures.of("curve", plot)));
        rates.add(Block.Tables.of(rates()));
        rates.add(new Block.Items(List.of(made(), assumption())));
        sections.add(
                new Section("", "Response of the last client over the offered rate", "", Section.Form.PLAIN, rates));
        if (!result.runs().isEmpty()) {
            sections.add(Section.plain("", "Runs in execution order", Block.Tables.of(runs()))
                    .onPage());
        }
        return new Report(
                "rate · " + answer,
                "gate rate",
                "Rate search",
                List.of(result.startedUtc() + ", " + result.product()),
                new Report.Verdict(answer, MARKS.getOrDefault(result.answer(), "inconclusive"), "", verdict),
                sections);
    }

    /** Describes the outcome of one run: {@code speed 8, run 1: 4,337 ticks/s offered; MET p99 of response < 5 ms: ...}. */
    public static String line(RateRun run) {
        String offered = run.offered() == null ? "nothing was measured" : offered(run.offered()) + " offered";
        String levels = run.levels().stream().map(ServiceLevelTables::line).collect(Collectors.joining("; "));
        String said = run.outcome() == RateOutcome.VOID
                ? "does not count: " + (run.reason().isEmpty() ? "interrupted" : run.reason())
                : Stream.of(failed(run) ? "FAILED: " + run.reason() : "", levels)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; "));
        return "speed " + RateSearch.text(run.speed()) + ", run " + run.repeat()
                + (run.attempt() == 1 ? "" : " attempt " + run.attempt()) + ": " + offered + "; " + said;
    }

    /** Returns a note that the window ends the search before the highest speed; otherwise empty. */
    public static Optional<String> limit(RatePlan plan) {
        return plan.shortened()
                ? Optional.of("the highest speed tried is " + RateSearch.text(plan.highest())
                        + ", as higher speeds replay the window in less than " + length(plan))
                : Optional.empty();
    }

    private static String length(RatePlan plan) {
        return Figures.round(plan.leastNs());
    }

    /** Returns the answer in words. */
    String sentence() {
        @Nullable RateFigure holds = result.holds();
        @Nullable RateFigure above = result.above();
        return switch (result.answer()) {
            case FOUND ->
                "All levels hold up to " + at(need(holds)) + ". At " + speed(need(above)) + " they do not: "
                        + why(need(above)) + ".";
            case HOLDS_THROUGHOUT ->
                "All levels hold up to " + at(need(holds)) + ", the highest rate of the search. The limit is higher.";
            case AT_LEAST ->
                "All levels hold at " + at(need(holds)) + ". The limit is unknown. "
                        + (above == null
                                ? "Higher speeds would replay the window in less than " + length(result.plan())
                                        + ". Use a longer --window."
                                : unknown(above));
            case BROKEN_AT_LOWEST ->
                "The levels do not hold at " + at(need(above)) + ", the lowest rate: " + why(need(above))
                        + ". Use a lower --from.";
            case UNDECIDED_AT_LOWEST, VOID_AT_LOWEST -> "No result. " + unknown(need(above));
            case UNFINISHED -> "Not finished. " + soFar(holds, above);
        };
    }

    private static RateFigure need(@Nullable RateFigure rate) {
        return Objects.requireNonNull(rate);
    }

    private String soFar(@Nullable RateFigure holds, @Nullable RateFigure above) {
        if (holds == null && above == null) {
            return "No rate has all of its runs yet.";
        }
        return "So far "
                + Stream.of(
                                holds == null ? "" : "all levels hold at " + at(holds),
                                above == null ? "" : "they do not at " + speed(above) + ": " + why(above))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; "))
                + ".";
    }

    private String unknown(RateFigure rate) {
        return rate.outcome() == RateOutcome.VOID
                ? "At " + speed(rate) + " " + why(rate) + ". A VOID run does not measure the application."
                : "At " + speed(rate) + " the levels are undecided: " + why(rate)
                        + ". Use a longer --window for more ticks.";
    }

    private static String speed(RateFigure rate) {
        return "speed " + RateSearch.text(rate.speed());
    }

    private static String at(RateFigure rate) {
        return speed(rate) + (rate.offered() == null ? "" : " (" + offered(rate.offered()) + ")");
    }

    private static String offered(OfferedRate rate) {
        Double peak = rate.peakPerSecond();
        return perSecond(rate.perSecond()) + " ticks/s"
                + (peak == null ? "" : ", peak " + perSecond(peak) + "/s over 100 ms");
    }

    private static String perSecond(double rate) {
        return rate < 10 ? Figures.number(rate) : String.format(Locale.ROOT, "%,.0f", rate);
    }

    /** Describes why the levels do not hold at a rate. */
    String why(RateFigure rate) {
        List<RateRun> runs = result.runs(rate.speed()).toList();
        if (rate.outcome() == RateOutcome.VOID) {
            String reason = runs.stream()
                    .filter(run -> run.outcome() == RateOutcome.VOID)
                    .map(RateRun::reason)
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .orElse("reason unknown");
            return (rate.counted() == 0
                            ? "no run counts"
                            : "only " + rate.counted() + " of " + runs.size() + " runs count")
                    + ": " + bare(reason);
        }
        RateRun first = runs.stream()
                .filter(run -> run.outcome() == rate.outcome())
                .findFirst()
                .orElseThrow();
        int so = rate.outcome() == RateOutcome.BROKEN ? rate.broken() : rate.undecided();
        return bare(
                        failed(first)
                                ? "the application FAILED: " + first.reason()
                                : first.levels().stream()
                                        .filter(level -> level.state()
                                                .word()
                                                .equals(Objects.requireNonNull(rate.outcome())
                                                        .word()))
                                        .findFirst()
                                        .map(ServiceLevelTables::describe)
                                        .orElse("nothing was measured"))
                + " (" + so + " of " + CountText.of(rate.counted(), "run") + ")";
    }

    private static boolean failed(RateRun run) {
        return run.outcome() == RateOutcome.BROKEN && run.validity() == Verdict.FAILED;
    }

    /** Removes the period at the end. */
    private static String bare(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Returns the reservations on the answer. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!result.contradictions().isEmpty()) {
            remarks.add("The limit is not sharp: " + String.join("; ", result.contradictions()) + ".");
        }
        return remarks;
    }

    /** Describes the number of runs and the window that they replay. */
    String made() {
        long voids = result.runs().stream()
                .filter(run -> run.outcome() == RateOutcome.VOID)
                .count();
        return CountText.of(result.runs().size(), "run") + " at "
                + CountText.of(result.rates().size(), "rate")
                + (voids == 0 ? "" : " (" + CountText.of(voids, "does", "do") + " not count)")
                + ". Each replays the same "
                + DurationText.format(result.plan().windowNs()) + " of the recording.";
    }

    /** Returns the assumption that makes it unnecessary to try every rate. */
    String assumption() {
        return "Assumption: levels that hold at a rate also hold at every lower rate, as for a single server that gets the"
                + " same ticks faster. Rates in between were not tried.";
    }

    /** Returns a row for each rate. */
    Table rates() {
        return Columns.of("rate", RateReport::speed)
                .add("ticks/s", rate -> offered(rate, OfferedRate::perSecond))
                .add("peak/s", "over 100 ms", rate -> offered(rate, OfferedRate::peakPerSecond))
                .add("p50", "last client, lowest to highest run", rate -> latency(rate, RateRun.Response::p50Ns))
                .add("p99", rate -> latency(rate, RateRun.Response::p99Ns))
                .add("p99.9", rate -> latency(rate, RateRun.Response::p999Ns))
                .add("max", rate -> latency(rate, RateRun.Response::maxNs))
                .add("met", "runs", rate -> Cell.count(rate.met()))
                .add("broken", "runs", rate -> Cell.count(rate.broken()))
                .add("undecided", "runs", rate -> Cell.count(rate.undecided()))
                .add("not counted", "runs", rate -> Cell.count(rate.voids()))
                .add(
                        "levels",
                        rate -> Cell.word(
                                rate.outcome() == null ? "open" : rate.outcome().word()))
                .table("", "", "", result.rates());
    }

    private static Cell offered(RateFigure rate, Function<OfferedRate, @Nullable Double> figure) {
        @Nullable Double value = rate.offered() == null ? null : figure.apply(rate.offered());
        return value == null ? Cell.NONE : Cell.number(perSecond(value));
    }

    /** Returns a figure from the lowest to the highest run that counts. */
    private Cell latency(RateFigure rate, Function<RateRun.Response, @Nullable Long> figure) {
        List<RateRun.Response> counted = result.runs(rate.speed())
                .filter(run -> run.outcome() != RateOutcome.VOID)
                .map(RateRun::lastClient)
                .filter(Objects::nonNull)
                .toList();
        if (counted.isEmpty()) {
            return Cell.NONE;
        }
        List<@Nullable Long> values =
                counted.stream().<@Nullable Long>map(figure).toList();
        if (values.contains(null)) {
            return new Cell(LatencyCell.REFUSED, Cell.Kind.REFUSED);
        }
        return Cell.duration(
                values.stream().mapToLong(Long::longValue).min().orElseThrow(),
                values.stream().mapToLong(Long::longValue).max().orElseThrow());
    }

    /** Returns a row for each run; its title links to the report of the run. */
    private Table runs() {
        Columns<RateRun> columns = Columns.of("run", RateRun::directory)
                .add("levels", run -> Cell.word(run.outcome().word()))
                .add(
                        "validity",
                        run -> Cell.text(Stream.of(
                                        run.validity() == null
                                                ? ""
                                                : run.validity().toString(),
                                        run.outcome() == RateOutcome.VOID ? "does not count" : "",
                                        bare(run.reason()))
                                .filter(text -> !text.isEmpty())
                                .collect(Collectors.joining(": "))))
                .add(
                        "level by level",
                        run -> Cell.text(run.levels().stream()
                                .map(ServiceLevelTables::line)
                                .collect(Collectors.joining("\n"))));
        return columns.withRows(
                "runs",
                "",
                "",
                result.runs().stream()
                        .map(run ->
                                columns.row(run).linked(run.offered() == null ? "" : run.directory() + "/report.html"))
                        .toList());
    }
}
