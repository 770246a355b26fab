package org.ticktoquote.analysis.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.gate.GatePolicy;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.gate.GateVerdict;
import org.ticktoquote.analysis.gate.StatisticResult;
import org.ticktoquote.analysis.gate.StatisticResult.Label;
import org.ticktoquote.analysis.gate.verdict.GateReport;
import org.ticktoquote.analysis.gate.verdict.GateSide;

/** A verdict of made-up runs: ABBA, the candidate slower, with bounds near and far and one statistic that is undefined. */
final class SampleVerdict {
    private static final int RUNS = 5;
    private static final int USED = 3;
    private static final long MINUTES = 60;
    private static final int TICKS = 20_000;

    private SampleVerdict() {}

    /** With a text from outside in every place that has one. */
    static GateReport of(GateVerdict verdict, String text) {
        return new GateReport(
                GateReport.FORMAT_VERSION,
                new GateReport.Decision(
                        verdict,
                        GateReport.INCONCLUSIVE,
                        USED,
                        0,
                        List.of("p50 is 1.150 times the baseline's (at least 1.108), limit 1.050", text)),
                GatePolicy.RELEASE,
                side("baseline", text, 1),
                side("candidate", text, 1.15),
                statistics(),
                new GateReport.Conditions(List.of("fingerprint.governor: " + text), List.of("applicationJava"), false),
                new GateReport.Memory(
                        new GateReport.History(
                                "5d89145925ed8771",
                                12,
                                List.of(new GateReport.Effect(GateStatistic.P50, 0.03, 0.05, 2)),
                                List.of(text)),
                        new GateReport.Golden("0123456789ab", GateVerdict.PASS, List.of(), List.of()),
                        ledger(verdict)),
                null);
    }

    private static GateReport.Ledger ledger(GateVerdict verdict) {
        return new GateReport.Ledger(
                "5d89145925ed8771/0123456789ab/" + "one-other",
                List.of(
                        new GateReport.Entry("2026-11-20T14:00:00Z", 2, 2, 0, GateVerdict.INCONCLUSIVE),
                        new GateReport.Entry("2026-11-20T15:00:00Z", RUNS, RUNS, USED, verdict)),
                2,
                0.1,
                null);
    }

    private static List<StatisticResult> statistics() {
        return List.of(
                result(GateStatistic.P50, Label.FAIL, 1.15, 1.108, 1.168, 1.05),
                result(GateStatistic.P99, Label.INCONCLUSIVE, 1.08, 0.94, 1.22, 1.1),
                result(GateStatistic.TAIL, Label.INCONCLUSIVE, 1.2, 0.05, 29, 1.2),
                result(GateStatistic.SHARE, Label.PASS, 1, 1, 1, 1.5),
                new StatisticResult(GateStatistic.P90, false, Label.FAIL, 1.15, 1.1, 1.2, null, true),
                new StatisticResult(GateStatistic.MAX, false, Label.UNRESOLVED, null, null, null, null, false));
    }

    private static StatisticResult result(
            GateStatistic statistic, Label label, double ratio, double low, double high, double margin) {
        return new StatisticResult(statistic, true, label, ratio, low, high, margin, true);
    }

    private static GateSide side(String name, String text, double factor) {
        List<GateSide.Run> runs = new ArrayList<>();
        boolean baseline = name.equals("baseline");
        int[] places = baseline ? new int[] {0, 3, 5, 6, 8} : new int[] {1, 2, 4, 7, 9};
        for (int i = 0; i < RUNS; i++) {
            runs.add(run(name + "/run-" + (i + 1), places[i], i < USED, factor * (1 + 0.01 * ((i * 7) % 5 - 2))));
        }
        return new GateSide(
                "java -jar " + text,
                baseline ? "341aa138af94" : "e7bb23c8c330",
                runs,
                List.of(new GateSide.Unused(name + "/run-1-attempt-1", text)),
                List.of());
    }

    private static GateSide.Run run(String name, int place, boolean used, double factor) {
        Map<GateStatistic, Double> values = new EnumMap<>(GateStatistic.class);
        values.put(GateStatistic.P50, 1_200_000 * factor);
        values.put(GateStatistic.P90, 2_000_000 * factor);
        values.put(GateStatistic.P99, 2_180_000 * factor);
        values.put(GateStatistic.SHARE, 0.000025);
        if (place != 9) {
            values.put(GateStatistic.TAIL, 2_190_000 * factor * factor);
        }
        List<GateSide.Point> curve = new ArrayList<>();
        for (double beyond = 1; beyond <= TICKS; beyond *= 1.3) {
            curve.add(new GateSide.Point(1 / beyond, Math.round(600_000 * factor * (1 + Math.log(beyond)))));
        }
        return new GateSide.Run(
                name,
                "id of " + name,
                Instant.parse("2026-11-20T14:00:00Z")
                        .plusSeconds(MINUTES * place)
                        .toString(),
                used,
                TICKS,
                0L,
                Math.round(9_000_000 * factor),
                values,
                curve);
    }
}
