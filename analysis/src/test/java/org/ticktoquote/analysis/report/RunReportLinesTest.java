package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.HiccupFigures;
import org.ticktoquote.analysis.summary.LearnedFigures;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.report.Report;

class RunReportLinesTest extends RunReportScene {
    @Test
    void printsWindowAndSpeed() {
        assertThat(lines(summary(Verdict.VALID, 0, List.of())))
                .contains("2026-11-06 13:29:55.000 to 13:30:30.000 UTC at speed 1");
    }

    @Test
    void printsThreadPlacementOnlyWithAPlan() {
        Summary summary = summary(Verdict.VALID, 0, List.of());
        String text = "managed (shared): 214 threads in 2 sets, 0 outside";
        assertThat(RunReport.lines(summary, Map.of("threads", text), "RUN")).contains("threads: " + text);
        assertThat(lines(summary)).noneMatch(line -> line.startsWith("threads"));
    }

    @Test
    void reportsThatEveryTickIsDueWithoutADeclaredModel() {
        String words = "response and service count every tick as due, as no model is declared (--composite)";
        LatencyFigures figures = latency(0, 9 * MS);
        assertThat(lines(summary(Verdict.VALID, 0, List.of(), figures, figures, null, List.of(), NO_AUDIT)))
                .contains(words)
                .anyMatch(line -> line.startsWith("response (published)"));
        assertThat(lines(summary(Verdict.VALID, 0, List.of()))).doesNotContain(words);
    }

    @Test
    void namesEveryOutcomeWithItsPopulation() {
        assertThat(table(summary(Verdict.VALID, 10, List.of())))
                .contains("outcomes of 1,000 ticks x sessions: published 980, conflated 4, skipped 3, unchanged 2,")
                .contains("lost 10, excluded 1");
    }

    @Test
    void refusesFiguresThatRankAmongLostTicks() {
        List<String> rows = lines(summary(Verdict.FAILED, 10, List.of()));
        assertThat(rows)
                .filteredOn(row -> row.startsWith("response "))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsSubsequence(
                                "1,000", "10", "2.00 ms", "2.00 ms", "3.00 ms*", "> drain*", "> drain*", "> drain"));
    }

    @Test
    void explainsUnsupportedFiguresAndMissingInterval() {
        assertThat(valid())
                .contains("\n* unsupported: fewer than 10 independent episodes lie beyond it\n"
                        + "last client: no interval from a single run; use at least 5 runs (repeats: 5 in a matrix,"
                        + " or t2q compare)\n")
                .doesNotContain("1.99..2.01", "95 %");
    }

    /** For the highest supported percentile. The page also shows bounds of unseen episodes. */
    @Test
    void printsTimePerYearOfThisRunOnly() {
        late = late(0.49);
        assertThat(valid()).as("35 s are too short for a year").doesNotContain("looked like this replay");
        late = late(0.5);
        assertThat(valid().replaceAll("\\s+", " "))
                .contains(
                        "last client: in 1 run (0.5 h of this replay) 12 episodes above 5.00 ms.",
                        " (one run: no interval) of quotes")
                .doesNotContain("nothing above", "above 3.00 ms");
        annual = new AnnualHours("fx-week", "payroll hour", 12);
        assertThat(valid().replaceAll("\\s+", " "))
                .contains("(0.5 h of this payroll hour) 12 episodes above 5.00 ms. If the 12 such hours of a year");
    }

    @Test
    void voidRunIsNotExtrapolatedToAYear() {
        late = late(1);
        Summary diagnostic = summary(Verdict.VOID, 0, List.of());
        assertThat(table(diagnostic) + new Latencies(diagnostic).section(false))
                .doesNotContain("looked like", "12 episodes above");
    }

    @Test
    void maximumOnTheWireIsLostIfATickIs() {
        WireFigures.Joined joined = new WireFigures.Joined(100, 0, 0);
        WireFigures.Row row = new WireFigures.Row("response", 100, 1, 0, 0, MS, Map.of("p50", 2 * MS), 9 * MS);
        WireFigures wire = new WireFigures(
                1, new UUID(0, 0), "a.pcap", "hardware", "same clock", 100, joined, joined, List.of(row), List.of());
        List<String> lines =
                RunReport.lines(summary(Verdict.FAILED, 1, List.of()), Map.of(), "RUN", Optional.of(wire), false);
        assertThat(lines)
                .anyMatch(line -> line.matches("response +100 +1 .*2.00 ms .* lost"))
                .noneMatch(line -> line.contains("100 ") && line.endsWith("9.00 ms"));
    }

    @Test
    void chartHintNamesTheFloorOfTheScript() throws IOException {
        String script;
        try (InputStream file = Objects.requireNonNull(Report.class.getResourceAsStream("drawing.js"))) {
            script = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        Matcher floor = Pattern.compile("logFloorNs = (\\d+);").matcher(script);
        assertThat(floor.find()).isTrue();
        String duration = DurationText.format(Long.parseLong(floor.group(1)));
        assertThat(new Latencies(summary(Verdict.VALID, 0, List.of()))
                        .section(false)
                        .content())
                .anyMatch(block -> block.toString().contains("below " + duration + " are drawn at " + duration + "."));
    }

    private static List<LateShare> late(double hours) {
        return List.of(
                new LateShare(3_000_000, 1, hours, 40, 0.01, null, null, 0.001, 0.004, 40, 6_000, 100_000_000),
                new LateShare(5_000_000, 1, hours, 12, 0.001, null, null, 0.0001, 0.0004, 12, 2_000, 100_000_000),
                new LateShare(9_000_000, 1, hours, 0, 0, null, null, 0, 0, 0, 300, 100_000_000));
    }

    @Test
    void refusesEveryFigureIfNothingWasAnswered() {
        LatencyFigures lost = unanswered(5);
        assertThat(lines(summary(Verdict.FAILED, 5, List.of(), lost, null, null, List.of(), NO_AUDIT)))
                .filteredOn(row -> row.startsWith("response "))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("> drain*").doesNotContain("- "));
    }

    @Test
    void printsIntervalsIfAttributionsDiffer() {
        List<String> rows = lines(matchedByPrice(List.of()));
        assertThat(rows)
                .filteredOn(row -> row.startsWith("response "))
                .first()
                .satisfies(row ->
                        assertThat(row).containsSubsequence("1,000", "0..10", "1.80..2.00 ms", "950 us..3.00 ms*"));
        assertThat(String.join("\n", rows))
                .contains("950 us..> drain*", "8.00 ms..> drain")
                .contains("published 980..990, conflated 4, skipped 3, unchanged 2, lost 0..10, excluded 1")
                .contains(
                        "ambiguous 1.4 % of snapshots (without initial ones); certain 98.2 % of due ticks x sessions; 2 times the");
    }

    @Test
    void explainsWhyFiguresAreIntervals() {
        assertThat(table(matchedByPrice(List.of()))).contains("low..high: a price can match several ticks");
        matchedByInIntervals = "id";
        assertThat(table(matchedByPrice(List.of()))).contains("low..high: with --venue-order per-venue, ");
        assertThat(valid()).doesNotContain("low..high", "--venue-order");
    }

    @Test
    void omitsPriceMatchingIfSnapshotsNameTheirTicks() {
        String exact = valid();
        assertThat(exact.substring(exact.indexOf("500 ticks"), exact.indexOf("staleness")))
                .doesNotContain("ambiguous", "learned", "..");
    }

    @Test
    void reportsLearnedPricesAndUpToFiveRefusedOnes() {
        List<LearnedFigures> all = new ArrayList<>();
        all.add(learned(0, 1_000));
        all.add(learned(1, 998));
        assertThat(table(matchedByPrice(all)))
                .contains(
                        "prices learned for 2 of 2 session x pair, at least 99.8 % of samples explained; see summary.json")
                .doesNotContain("refused:");
        IntStream.range(2, 9).forEach(session -> all.add(learned(session, 712)));
        assertThat(table(matchedByPrice(all)))
                .contains("prices learned for 2 of 9 session x pair")
                .contains("  refused: session 2 EUR/USD, 71.2 % of 1,000 samples explained")
                .contains("  refused: session 6 EUR/USD")
                .doesNotContain("session 7")
                .contains("  and 2 more");
    }

    @Test
    void printsStalenessByTime() {
        assertThat(valid())
                .contains("staleness over 100 s of sessions x pairs, 2..3 % of it with an old price")
                .containsPattern(
                        "age of prices +0 ns +0 ns +>= 1.20..1.35 ms +>= 9.00 ms +>= 40.0 ms +>= 80.0..90.0 ms +>= 100 us")
                .contains("never renewed: 0..0.5 % of time; these ages are lower bounds, as they end with the drain")
                .contains("worse than 1 ms: >= 0.42 % of time, 0.8..1.1 % of ticks")
                .doesNotContain("worse than 500 ms");
    }

    @Test
    void runWithoutReasonsIsValidInItsProfile() {
        assertThat(valid())
                .startsWith(
                        "some-run  VALID in profile dev\nThe response at the last client can be quoted: p50 2.00 ms,"
                                + " p90 2.00 ms.\nNot p99 and beyond: only 4 independent episodes lie beyond it, 10 are needed.\n"
                                + "next: t2q run --window 2026-11-06T13:29:55Z..2026-11-06T13:32:15Z  # 4 times as long")
                .doesNotContain("DEGRADED");
    }

    @Test
    void printsTheVerdictBeforeTheTableAndReasonsAfterIt() {
        Reason steal = new Reason("steal", 7.5, 5, "7.5 % was stolen.", Verdict.VOID);
        assertThat(table(summary(Verdict.VOID, 0, List.of(steal))))
                .startsWith("some-run  VOID in profile dev\nAll figures are diagnostic only: ")
                .containsSubsequence(
                        "All figures are diagnostic only: 7.5 % was stolen.", "\nresponse ", "VOID     steal:");
    }

    @Test
    void printsEveryReasonWithItsLimit() {
        Reason lag = new Reason("replay-lag-max", 170e6, 100e6, "The largest replay lag is 170 ms.", Verdict.VOID);
        Reason steal = new Reason("steal", 7.5, 5, "7.5 % was stolen.", Verdict.VOID);
        Reason unsteady = new Reason("warm-up-unsteady", 1, 0, "Unsteady.", Verdict.DEGRADED);
        assertThat(table(summary(Verdict.VOID, 0, List.of(lag, steal, unsteady))))
                .contains("VOID     replay-lag-max: The largest replay lag is 170 ms. Limit: 100 ms.")
                .contains("VOID     steal: 7.5 % was stolen. Limit: 5 %.")
                .endsWith("DEGRADED warm-up-unsteady: Unsteady.");
    }

    private static HarnessProcess process(String role, long stalls, long longestNs) {
        HiccupFigures hiccups = new HiccupFigures(1_000, 1, 1, 1, 1, longestNs);
        return new HarnessProcess(role, hiccups, stalls, longestNs, longestNs, 0L, 0L, 0L, 0L, 0L, 0L, 0L, "");
    }

    private Summary audited(HarnessShare share) {
        SelfAuditFigures audit = new SelfAuditFigures(
                List.of(
                        process("replayer", 1_234, 33 * MS),
                        process("fix-clients", 1, 501 * MS),
                        process("harness", 0, 0)),
                MS,
                1_235,
                List.of(),
                new TailFigures(95, 93, true),
                List.of(),
                share);
        return summary(Verdict.VOID, 0, List.of(), audit);
    }

    private Summary known(long responses, ShareFigures shares) {
        NullResponse known = new NullResponse(
                NullResponse.FORMAT_VERSION, "2026-11-20T14:12:00Z", "h", "l", responses, shares, shares);
        return audited(new HarnessShare(known, shares, shares));
    }

    private Summary unknown() {
        return audited(new HarnessShare(null, ShareFigures.NONE, ShareFigures.NONE));
    }

    @Test
    void printsHarnessShareBelowTheResponse() {
        assertThat(table(known(474_550, new ShareFigures(MS / 5, MS / 4, MS / 3, MS / 2, 2 * MS, 3 * MS))))
                .containsPattern("\nresponse .*\n  null responder +200 us +250 us +333 us +500 us +2.00 ms +3.00 ms\n"
                        + "  harness, at most +200 us +250 us +333 us +500 us +2.00 ms +3.00 ms\n")
                .contains(
                        "\nat least 1.80 ms of p50, 2.67 ms of p99, 2.50 ms of p99.9 of the response is due to the application,")
                .containsPattern(
                        "by the null\\s+responder\\s+of\\s+2026-11-20,\\s+474,550\\s+responses\\s+under\\s+the\\s+same\\s+load");
    }

    @Test
    void harnessShareDoesNotChangeTheOtherFigures() {
        Summary all = known(474_550, new ShareFigures(2 * MS, 2 * MS, 3 * MS, 9 * MS, 9 * MS, 9 * MS));
        Summary with = summary(Verdict.VALID, 0, List.of(), all.selfAudit());
        Summary without = summary(Verdict.VALID, 0, List.of(), unknown().selfAudit());
        assertThat(table(with))
                .contains("no part of the response is certainly due to the application, by the null responder");
        assertThat(lines(with).subList(0, 4)).isEqualTo(lines(without).subList(0, 4));
    }

    @Test
    void explainsHowToMeasureAnUnknownHarnessShare() {
        assertThat(table(unknown()))
                .doesNotContainPattern("\n +harness, at most")
                .contains(
                        "\nharness, at most: unknown on this host under this load; t2q run --harness-share measures it");
    }

    @Test
    void reportsStallsOfTheHarness() {
        assertThat(table(unknown()))
                .contains("\ncollections in the measured part: replayer ")
                .contains("harness stalls of 1.00 ms and more: replayer 1,234 (longest 33.0 ms),"
                        + " fix-clients 1 (longest 501 ms), harness 0")
                .contains("Harness delays of 1.00 ms or more overlap 93 of the 95 slowest responses")
                .contains("(beyond p99.9), including the maximum: part of");
    }

    @Test
    void shortFormFitsOneScreen() {
        List<String> lines = RunReport.lines(unknown(), Map.of(), "RUN", Optional.empty(), false);
        assertThat(lines)
                .hasSizeLessThan(23) // three lines follow: a blank one and both files
                .noneMatch(line -> line.startsWith("staleness") || line.startsWith("harness stalls"));
        assertThat(lines(unknown()))
                .containsAll(lines)
                .anyMatch(line -> line.startsWith("staleness"))
                .anyMatch(line -> line.startsWith("harness stalls"));
    }

    @Test
    void fitsIn120Columns() {
        Summary wide = known(474_550_000, new ShareFigures(998 * MS, 998 * MS, 998 * MS, 998 * MS, 998 * MS, 998 * MS));
        for (Summary run :
                List.of(wide, summary(Verdict.VALID, 10, List.of()), matchedByPrice(List.of(learned(0, 3))))) {
            assertThat(lines(run)).allSatisfy(line -> assertThat(line).hasSizeLessThan(121));
        }
    }
}
