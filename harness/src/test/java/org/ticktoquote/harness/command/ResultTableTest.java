package org.ticktoquote.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.HiccupFigures;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.summary.WarmUpFigures;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

class ResultTableTest {
    private static final long MS = 1_000_000;

    private static LatencyFigures latency(long censored, @Nullable Long maxNs) {
        PercentileFigure sound = new PercentileFigure(2 * MS, 2 * MS, true, 40);
        PercentileFigure thin = new PercentileFigure(3 * MS, 3 * MS, false, 4);
        PercentileFigure refused = new PercentileFigure(3 * MS, null, false, 1);
        PercentileFigure tail = censored > 0 ? refused : thin;
        return new LatencyFigures("", 990, censored, 0, MS, maxNs, maxNs, null, sound, sound, thin, tail, tail);
    }

    private static Summary summary(Verdict verdict, long lost, List<Reason> reasons) {
        return summary(verdict, lost, reasons, SelfAuditFigures.NONE);
    }

    private static Summary summary(Verdict verdict, long lost, List<Reason> reasons, SelfAuditFigures audit) {
        LatencyFigures figures = latency(lost, lost > 0 ? null : Long.valueOf(9 * MS));
        return new Summary(
                verdict,
                reasons,
                "some-run",
                "2026-01-01T00:00:00Z",
                "t2q",
                "dev",
                500,
                2,
                3,
                "ab",
                "id",
                new TickOutcomes(980, 4, 3, 2, lost, 1),
                null,
                new SnapshotClasses(980, 6, 0, 0, 0, 0),
                figures,
                null,
                figures,
                figures,
                figures,
                figures,
                figures,
                figures,
                figures,
                StaleFigures.NONE,
                new ModelFigures(true, "single", "none", 0, 500, 1000, 0, 0, List.of()),
                new WarmUpFigures(0, 0, true, List.of(), 0.5),
                new SessionEvents(2, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                audit);
    }

    private static String table(Summary summary) {
        return String.join("\n", ResultTable.of(summary));
    }

    @Test
    void saysThatAVoidRunsFiguresAreNoResults() {
        assertThat(table(summary(Verdict.VOID, 0, List.of()))).startsWith("some-run  VOID: the figures below are diag");
    }

    @Test
    void saysThatTheApplicationFailed() {
        assertThat(table(summary(Verdict.FAILED, 10, List.of())))
                .startsWith("some-run  FAILED: the application did it");
    }

    @Test
    void namesEveryOutcomeWithItsPopulation() {
        assertThat(table(summary(Verdict.VALID, 10, List.of())))
                .contains("outcomes of 1,000 ticks x sessions: published 980, conflated 4, skipped 3, unchanged 2,")
                .contains("lost 10, excluded 1");
    }

    @Test
    void refusesWhatRanksAmongTheLost() {
        List<String> rows = ResultTable.of(summary(Verdict.FAILED, 10, List.of()));
        assertThat(rows)
                .filteredOn(row -> row.startsWith("response "))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsSubsequence(
                                "1,000", "10", "2.00 ms", "2.00 ms", "3.00 ms*", "> drain*", "> drain*", "> drain"));
    }

    @Test
    void explainsTheMarkOfUnsupportedPercentiles() {
        assertThat(table(summary(Verdict.VALID, 0, List.of()))).contains("* unsupported: fewer than 10 episodes");
    }

    @Test
    void givesEveryReasonWithItsLimit() {
        Reason lag = new Reason("replay-lag-max", 170e6, 100e6, "The largest replay lag is 170 ms.", Verdict.VOID);
        Reason steal = new Reason("steal", 7.5, 5, "7.5 % was stolen.", Verdict.VOID);
        Reason profile = new Reason("profile", 1, 0, "Wide.", Verdict.DEGRADED);
        assertThat(table(summary(Verdict.VOID, 0, List.of(lag, steal, profile))))
                .contains("VOID     replay-lag-max: The largest replay lag is 170 ms. Limit: 100 ms.")
                .contains("VOID     steal: 7.5 % was stolen. Limit: 5.")
                .endsWith("DEGRADED profile: Wide.");
    }

    private static HarnessProcess process(String role, long stalls, long longestNs) {
        HiccupFigures hiccups = new HiccupFigures(1_000, 1, 1, 1, 1, longestNs);
        return new HarnessProcess(role, hiccups, stalls, longestNs, longestNs, 0, 0, 0, 0, 0, 0, 0, "");
    }

    private static Summary audited(HarnessShare share) {
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

    @Test
    void setsTheHarnessShareBesideTheTail() {
        ShareFigures shares = new ShareFigures(MS / 5, MS / 4, MS / 3, MS / 2, 2 * MS, 3 * MS);
        NullResponse known = new NullResponse(1, "2026-11-20T14:12:00Z", "h", "l", 474_550, shares, shares);
        assertThat(table(audited(new HarnessShare(known, shares, shares))))
                .contains("harness share, at most: p50 200 us, p90 250 us, p99 333 us, p99.9 500 us,"
                        + " p99.99 2.00 ms, max 3.00 ms")
                .contains("of p99.9 = 3.00 ms at most 500 us is the harness (null responder of 2026-11-20, 474,550");
    }

    @Test
    void saysHowToGetTheHarnessShare() {
        assertThat(table(audited(new HarnessShare(null, ShareFigures.NONE, ShareFigures.NONE))))
                .contains("harness share: unknown on this host under this load; t2q run --harness-share measures it");
    }

    @Test
    void tellsStallsOfTheHarnessFromTheApplications() {
        assertThat(table(audited(new HarnessShare(null, ShareFigures.NONE, ShareFigures.NONE))))
                .contains("harness stalls of 1.00 ms and more: replayer 1,234 (longest 33.0 ms),"
                        + " fix-clients 1 (longest 501 ms), harness 0")
                .contains(
                        "of 95 responses beyond p99.9, 93 left 1.00 ms late or met a stall of the clients; the maximum did too");
    }

    @Test
    void fitsAHundredAndTwentyColumns() {
        ShareFigures wide = new ShareFigures(998 * MS, 998 * MS, 998 * MS, 998 * MS, 998 * MS, 998 * MS);
        NullResponse known = new NullResponse(1, "2026-11-20T14:12:00Z", "h", "l", 474_550_000, wide, wide);
        assertThat(ResultTable.of(audited(new HarnessShare(known, wide, wide))))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(121));
        assertThat(ResultTable.of(summary(Verdict.VALID, 10, List.of())))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(121));
    }
}
