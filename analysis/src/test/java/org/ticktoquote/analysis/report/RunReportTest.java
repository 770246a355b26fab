package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

class RunReportTest {
    private static final Pattern EXTERNAL =
            Pattern.compile("\\s(?:src|href|action)\\s*=\\s*[\"'](?!data:)|url\\(|@import|fetch\\(|XMLHttpRequest");

    private static final String VALID = RunReport.html(TinyRun.valid().data());
    private static final String BY_PRICE =
            RunReport.html(TinyRun.matchedByPrice().data());

    @Test
    void loadsNoExternalResources() {
        Matcher external = EXTERNAL.matcher(VALID);
        assertThat(external.results().map(found -> found.group()).toList()).isEmpty();
    }

    @Test
    void containsTheLicenceOfThePlotLibrary() {
        assertThat(VALID).contains("uPlot 1.6.32", "The MIT License (MIT)", "Copyright (c) 2022 Leon Sorokin");
    }

    @Test
    void escapesUntrustedText() {
        String hostile = "<script>alert(1)</script>\"'><img onerror=x>&<!--";
        Reason reason = new Reason("rule" + hostile, 1, 0, hostile, Verdict.FAILED);
        String page = RunReport.html(new TinyRun(Verdict.FAILED, List.of(reason), hostile).data());
        assertThat(page)
                .doesNotContain("<script>alert", "<img", "<!--")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .contains("\\u003cscript>alert(1)\\u003c/script>");
        assertThat(page.split("</script>", -1)).as("our five script elements").hasSize(6);
    }

    @Test
    void embedsCurveDataUnchanged() throws IOException {
        String hostile = "</script><script>alert(1)</script>";
        String page = RunReport.html(new TinyRun(Verdict.VALID, List.of(), hostile).data());
        JsonNode curves = json(page, "curves-data");
        assertThat(curves).as("a curve without points is omitted").hasSize(1);
        assertThat(curves.get(0).get("label").asText()).isEqualTo(hostile);
        assertThat(curves.get(0).get("count").asLong()).isEqualTo(10);
        assertThat(curves.get(0).get("points").toString())
                .isEqualTo("[[0.0,412345,1],[50.0,1234567,1],[90.0,9000000,0],[100.0,null,0]]");
        assertThat(json(page, "time-line-data").toString()).isEqualTo("[[0.0,12,9000000,500,0],[0.1,0,null,0,0]]");
    }

    @Test
    void latencyTableShowsRefusedUnsupportedAndIndependentTicks() {
        assertThat(row(VALID, "latencies", "response"))
                .contains("due ticks x sessions", "<td class=\"number\">10</td>")
                .contains("<td class=\"number\" data-ns=\"412345\">412 µs</td>")
                .contains("<td class=\"number\" data-ns=\"1234567\">1.23 ms"
                        + "<span class=\"hint\">12 episodes</span></td>")
                .contains(
                        "<td class=\"refused\">&gt; drain<span class=\"hint\">unsupported: 3\u00a0episodes</span></td>")
                .as("mean, three percentiles, max")
                .matches(cells -> cells.split("&gt; drain", -1).length == 6);
        assertThat(row(VALID, "latencies", "replay lag"))
                .contains("<td class=\"unsupported\" data-ns=\"9000000\">9.00 ms")
                .doesNotContain("&gt; drain");
    }

    @Test
    void startsWithQuotablePercentilesTheirLimitAndTheNextCommand() {
        assertThat(VALID)
                .containsSubsequence(
                        "<p>The response at the last client can be quoted: p50 1.23 ms, p90 2.50 ms.</p>",
                        "<p>Not p99 and beyond: it ranks among the lost ticks.</p>",
                        "<p class=\"next\">Next: <code>t2q outliers RUN</code>: shows which ticks were lost",
                        "<dt>last client p50</dt>",
                        "supported by 12 independent episodes",
                        ": replay lag up to 10 % of p99 response, stalls of the clients up to ");
    }

    @Test
    void showsStallsAndUsageOfTheHarness() throws IOException {
        assertThat(json(VALID, "time-line-stalls").toString()).isEqualTo("[[\"fix-clients\",1.25,0.501,\"hiccup\"]]");
        assertThat(row(VALID, "stalls", "fix-clients")).contains("1.25 s").contains("501 ms");
        assertThat(row(VALID, "harness-processes", "fix-clients")).contains("70,000", "501 ms");
        assertThat(row(VALID, "harness-share", "harness, at most")).contains("123 µs");
        assertThat(VALID).contains("Harness delays of 1.00 ms or more overlap 93 of the 95 slowest");
        assertThat(row(VALID, "connections", "CLIENT-00")).contains("25.00 %").contains("3.00 ms");
    }

    @Test
    void showsDriftOfTheLastClientWithTheLoad() {
        assertThat(VALID)
                .contains("id=\"over-tenths\"")
                .contains(
                        "p50 of the last client was 2.00 ms in the first third of the ticks and 5.00 ms in the last, 2.50 times that.");
        assertThat(row(VALID, "drift", "1")).contains(">120<", "232.5", "data-ns=\"2000000\"", "data-ns=\"4000000\"");
        assertThat(row(VALID, "drift", "2")).contains("1.25 s", "411", "data-ns=\"5000000\"", "&gt; drain");
    }

    @Test
    void countsSnapshotsWithoutAPriceBySession() {
        assertThat(row(VALID, "sessions", "CLIENT-00")).contains(">17<");
        assertThat(VALID).contains("17 snapshots with only levels of size 0");
    }

    @Test
    void intervalsShowBothBoundsWithALineBreakOpportunity() {
        assertThat(row(BY_PRICE, "latencies", "response"))
                .contains("<td class=\"number interval\">0..<wbr>1</td>")
                .contains("<td class=\"number interval\" data-bounds=\"400000..412345\">400..<wbr>412\u00a0µs</td>")
                .contains("<td class=\"number\" data-ns=\"1234567\">1.23 ms<")
                .contains("data-bounds=\"2000000..2500000\">2.00..<wbr>2.50\u00a0ms<span class=\"hint\">11 episodes<")
                .contains(
                        "<td class=\"refused interval\" data-bounds=\"8000000..\">8.00\u00a0ms..<wbr>&gt;\u00a0drain");
        assertThat(row(BY_PRICE, "outcomes", "lost")).contains("0..<wbr>1<").contains("0.00..<wbr>0.08\u00a0%");
        assertThat(row(BY_PRICE, "outcomes", "unchanged")).contains(">1,200<");
        assertThat(row(BY_PRICE, "sessions", "CLIENT-00")).contains("9..<wbr>10<");
        assertThat(BY_PRICE)
                .contains("low..high: the ticks reflected by a snapshot")
                .contains("<dt>matched by</dt><dd>price; quoting learned, order of venues total</dd>")
                .contains(
                        "<dt>certainty</dt><dd>75 % of due ticks x sessions certain, 10 % of snapshots (without initial ones)"
                                + " ambiguous</dd>")
                .contains("spreads, skew and rounding learned");
        assertThat(VALID).doesNotContain("low..high").doesNotContain("<wbr>").doesNotContain("Band:");
    }

    @Test
    void bandsUseTheSoonestAttribution() throws IOException {
        JsonNode soonest = json(BY_PRICE, "curves-data").get(0).get("soonest");
        assertThat(soonest.get("points").toString())
                .isEqualTo("[[0.0,400000,1],[50.0,1234567,1],[90.0,8000000,1],[100.0,8000000,0]]");
        JsonNode staleness = json(BY_PRICE, "stale-time-data").get(0);
        assertThat(staleness.get("points").toString()).isEqualTo("[[1000,740000000],[5009408,5000000],[10000000,0]]");
        assertThat(staleness.get("soonest").get("points").toString())
                .isEqualTo("[[1000,740000000],[5009408,1000000],[6000000,0]]");
        assertThat(BY_PRICE).contains("Band: ambiguous ticks");
        assertThat(json(VALID, "curves-data").get(0).get("soonest").isNull()).isTrue();
    }

    @Test
    void showsStalenessByAgeThresholdPairAndSession() {
        assertThat(row(BY_PRICE, "staleness", "all sessions and pairs"))
                .contains("data-ns=\"1500000000\">1.50 s<", ">50 %<")
                .contains("data-bounds=\"6000000..\">&gt;=\u00a06.00..<wbr>10.0\u00a0ms<");
        assertThat(row(BY_PRICE, "worse-than", "5 ms"))
                .contains("&gt;=\u00a00.1..<wbr>0.42\u00a0%", ">10..<wbr>20\u00a0%")
                .contains("&gt;=\u00a01.50..<wbr>6.30\u00a0ms");
        assertThat(BY_PRICE).doesNotContain("<th scope=\"row\">10 ms<").doesNotContain("&gt; 10 ms");
        assertThat(row(BY_PRICE, "stale-pairs", "EUR/USDCLIENT-00")).contains("0.1..<wbr>0.42\u00a0%");
        assertThat(row(BY_PRICE, "stale-sessions", "all")).contains("0.1..<wbr>0.42\u00a0%");
        assertThat(VALID).contains("<table id=\"stale-sessions\"");
        assertThat(row(VALID, "staleness", "all sessions and pairs")).doesNotContain("&gt;=");
    }

    @Test
    void listsLearnedPricesWithSupportRefusedFirst() {
        assertThat(BY_PRICE)
                .contains("<h2>Learned prices</h2><span class=\"hint\">Accepted for 1 of 2 session x pair.</span>")
                .contains("<details class=\"fold\" id=\"learned-prices\" open>");
        assertThat(row(BY_PRICE, "learned", "USD/JPY")).contains("refused").contains("36.7 %");
        assertThat(row(BY_PRICE, "learned", "EUR/USDCLIENT-00"))
                .contains("-0.00003<", "0.00004<", "0.00001<", "99.5 %")
                .contains("<td class=\"text\">CLIENT-00<");
        String rows = BY_PRICE.substring(BY_PRICE.indexOf("id=\"learned\""));
        assertThat(rows.indexOf("<th scope=\"row\">USD/JPY")).isLessThan(rows.indexOf("<th scope=\"row\">EUR/USD"));
        assertThat(VALID).doesNotContain("id=\"learned\"");
    }

    @Test
    void outcomesAddUp() {
        assertThat(row(VALID, "outcomes", "unchanged")).contains("1,200");
        assertThat(row(VALID, "outcomes", "sum")).contains("1,212").contains("100.00 %");
    }

    @Test
    void showsFactsOfTheRun() {
        assertThat(VALID)
                .contains("<dt>speed</dt><dd>2.5 x real time</dd>")
                .contains("1970-01-01 00:00:00.000 to 1970-01-01 00:00:01.500 UTC, 1.50 s")
                .contains("<dt>recording sha256</dt><dd>abc123</dd>")
                .contains("<dt>matched by</dt><dd>id, tag 278, decimal</dd>")
                .contains("OpenJDK 17CLIENT-00");
    }

    @Test
    void validRunHasNoWatermark() {
        assertThat(VALID).contains("<p class=\"badge valid\">VALID</p>").doesNotContain("<div class=\"watermark\"");
    }

    @Test
    void showsVerdictAndReasonsOnceWithUnits() {
        String page = RunReport.html(
                TinyRun.of(Verdict.VOID, "steal", "CPU steal was 6.1 %").data());
        assertThat(page)
                .containsOnlyOnce("<p class=\"badge void\">VOID</p>")
                .containsOnlyOnce("All figures are diagnostic only: CPU steal was 6.1 %")
                .contains("<div class=\"watermark\" aria-hidden=\"true\">VOID: diagnostics only</div>")
                .contains("<td class=\"word\">VOID</td>")
                .contains("<td class=\"number\">0.061 %</td>", "<td class=\"number\">0.05 %</td>");
    }

    @Test
    void showsSummaryFirstAndFoldsDetails() {
        String page =
                RunReport.html(TinyRun.of(Verdict.DEGRADED, "gc-pause", "long").data());
        assertThat(page)
                .containsSubsequence(
                        "class=\"verdict degraded\"",
                        "data-chart=\"percentile-curves\"",
                        "class=\"headlines\"",
                        "class=\"environment hint\"",
                        "<details class=\"fold\" id=\"why\" open>",
                        "<details class=\"fold\" id=\"all-latencies\">",
                        "<details class=\"fold\" id=\"over-time\">",
                        "<details class=\"fold\" id=\"machine\">");
        assertThat(page.substring(0, page.indexOf("<details"))).doesNotContain("<div class=\"table\"");
    }

    @Test
    void marksTheAnnouncementInTheTimeLine() {
        TinyRun run = TinyRun.valid();
        assertThat(RunReport.html(run.data()))
                .contains("data-announcement=\"\"")
                .doesNotContain("T0: the");
        assertThat(RunReport.html(run.announcedAt(1_000_000_000).data()))
                .as("at speed 2.5")
                .contains("data-announcement=\"0.4\"", "1.50 s (T0-1 s to T0+0.5 s)")
                .contains("T0: the announcement.");
    }

    @Test
    void writesThePageWithoutTemporaryFiles(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("report.html");
        RunReport.write(TinyRun.valid().data(), file);
        assertThat(file).hasContent(VALID);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    private static String row(String page, String table, String title) {
        int from = page.indexOf("<th scope=\"row\">" + title + "<", page.indexOf("<table id=\"" + table + "\""));
        assertThat(from).as("row %s of table %s", title, table).isPositive();
        return page.substring(from, page.indexOf("</tr>", from));
    }

    private static JsonNode json(String page, String id) throws IOException {
        String start = "<script type=\"application/json\" id=\"" + id + "\">";
        int from = page.indexOf(start) + start.length();
        return new JsonMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
    }
}
