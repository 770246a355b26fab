package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.summary.ConnectionSummary;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.HiccupFigures;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.core.run.RunManifest;

/** What a harness found out about itself: one stall of the clients, and smaller things. */
final class SampleAudit {
    private SampleAudit() {}

    /** Of sessions with these names. */
    static SelfAuditFigures of(List<String> sessions) {
        ShareFigures rest = new ShareFigures(250_000L, 500_000L, 1_100_000L, 4_000_000L, 7_000_000L, 9_000_000L);
        ShareFigures service = new ShareFigures(90_000L, 120_000L, 240_000L, 900_000L, 2_100_000L, 3_300_000L);
        NullResponse known = new NullResponse(
                1, "2026-11-20T14:02:03Z", "9f2c1d7be0a45833", "67d1c0b2a9e8f7d6", 237_000, service, service);
        return new SelfAuditFigures(
                List.of(
                        process("replayer", 2, 12_300_000),
                        process("fix-clients", 3, 501_000_000),
                        process("harness", 1, 62_000_000)),
                1_000_000,
                6,
                List.of(
                        new Stall("replayer", 11_200_000_000L, 12_300_000, "gc"),
                        new Stall("fix-clients", 30_050_000_000L, 501_000_000, "hiccup"),
                        new Stall("harness", 30_060_000_000L, 62_000_000, "hiccup")),
                new TailFigures(237, 230, true),
                IntStream.range(0, sessions.size())
                        .mapToObj(i -> new ConnectionSummary(
                                i, sessions.get(i), 9_271, 1_200 + i, 31, 17, 0, i % 3, 0, 0, 0, 0))
                        .toList(),
                new HarnessShare(known, rest, service));
    }

    private static HarnessProcess process(String role, int stalls, long longestNs) {
        HiccupFigures hiccups = new HiccupFigures(72_000, 61_000, 88_000, 412_000, 2_310_000, longestNs);
        return new HarnessProcess(
                role,
                hiccups,
                new HarnessProcess.Stalls((long) stalls, 2 * longestNs, longestNs),
                new HarnessProcess.Pauses(5L, 1_260_000L),
                new HarnessProcess.Usage(135_418L, 6_942L, 0L, 3_484_561_000L, 0L),
                "");
    }

    static RunManifest.WarmUp warmUp() {
        return new RunManifest.WarmUp(
                18_200,
                373,
                true,
                List.of(412_000L, 405_000L, 420_000L),
                0.25,
                List.of(801_000L, 790_000L, 822_000L),
                List.of(1L, 0L, 2L),
                2,
                List.of());
    }
}
