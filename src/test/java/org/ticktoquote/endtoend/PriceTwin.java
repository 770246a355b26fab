package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ticktoquote.analysis.Analysis;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * A run matched by echoed ids and matched again by price without the ids: compares the
 * truth with the results by price.
 *
 * @param due ticks x sessions that are due
 * @param certain due ticks x sessions whose interval is a single value
 * @param wrong certain ticks x sessions with a wrong value
 * @param outside ticks x sessions whose true value is not in the interval
 * @param medianWidthNs median width of the other intervals; 0 if there are none
 * @param summary of the twin
 */
record PriceTwin(long due, long certain, long wrong, long outside, long medianWidthNs, Summary summary) {
    private static final long NEVER = Long.MAX_VALUE;
    private static final double OF_THE_ORACLE = 0.9;

    /** Analyses the run by price in a sibling directory. */
    static PriceTwin of(Path run, String quoting) throws IOException {
        Path twin = run.resolveSibling(run.getFileName() + "-by-price-" + quoting);
        Files.createDirectory(twin);
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.toList()) {
                if (file.toString().contains(".journal")) {
                    Files.createSymbolicLink(twin.resolve(file.getFileName()), file.toAbsolutePath());
                }
            }
        }
        byPrice(RunManifest.read(new RunDirectory(run).manifest()), quoting).write(new RunDirectory(twin).manifest());
        Summary summary = Analysis.of(twin).result().summary();
        return compared(run, twin, summary);
    }

    private static RunManifest byPrice(RunManifest from, String quoting) {
        return new RunManifest(
                from.formatVersion(),
                from.about(),
                from.recording(),
                from.replay(),
                from.sessions(),
                new RunManifest.Declared(
                        Matching.byPrice(quoting),
                        from.declared().model(),
                        from.declared().conflation()),
                from.warmUp(),
                from.observed(),
                from.time());
    }

    private static PriceTwin compared(Path run, Path twin, Summary summary) {
        long due = 0;
        long certain = 0;
        long wrong = 0;
        long outside = 0;
        List<Long> widths = new ArrayList<>();
        try (TickResults truth = TickResults.open(run.resolve("tick-results.bin"));
                TickResults latest = TickResults.open(twin.resolve("tick-results.bin"));
                TickResults soonest = TickResults.open(twin.resolve("tick-results-soonest.bin"))) {
            for (long tick = 1; tick <= truth.ticks(); tick++) {
                for (int session = 0; session < truth.sessions(); session++) {
                    long value = response(truth.cell(tick, session));
                    long low = response(soonest.cell(tick, session));
                    long high = response(latest.cell(tick, session));
                    boolean counted = ResultCell.due(truth.cell(tick, session));
                    due += counted ? 1 : 0;
                    if (ResultCell.outcome(latest.cell(tick, session)) == ResultCell.EXCLUDED) {
                        continue; // not analysed
                    }
                    certain += counted && low == high ? 1 : 0;
                    wrong += low == high && value != low ? 1 : 0;
                    outside += value < low || value > high ? 1 : 0;
                    if (low != high) {
                        widths.add(high == NEVER ? NEVER : high - low);
                    }
                }
            }
        }
        widths.sort(null);
        return new PriceTwin(
                due, certain, wrong, outside, widths.isEmpty() ? 0 : widths.get(widths.size() / 2), summary);
    }

    private static long response(long cell) {
        if (ResultCell.answered(cell)) {
            return ResultCell.responseNs(cell);
        }
        return ResultCell.outcome(cell) == ResultCell.LOST ? NEVER : Long.MIN_VALUE;
    }

    /** Matches the run by price, declared and learned, and compares both with its ids and with the oracle. */
    static void assertHonest(Path run) throws IOException {
        long oracle = PriceOracle.certain(run);
        for (String quoting : List.of(Matching.DECLARED, Matching.LEARNED)) {
            PriceTwin twin = of(run, quoting).assertRight();
            System.out.println(
                    "by price, " + quoting + ": " + twin + ", of which an exhaustive search leaves " + oracle);
            assertThat(twin.summary().model().overflowed()).isZero();
            assertThat(twin.certain()).as(twin.toString()).isBetween((long) (OF_THE_ORACLE * oracle), oracle);
        }
    }

    /** Asserts that certain matches are right and intervals contain the truth. */
    PriceTwin assertRight() {
        assertThat(due).isPositive();
        assertThat(wrong).as(toString()).isZero();
        assertThat(outside).as(toString()).isZero();
        return this;
    }

    double certainShare() {
        return (double) certain / Math.max(1, due);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d due, certain %.2f %%, wrong %d, outside %d, width of the rest p50 %s, snapshots %s",
                due,
                100 * certainShare(),
                wrong,
                outside,
                medianWidthNs == NEVER ? "open" : String.format(Locale.ROOT, "%.2f ms", medianWidthNs / 1e6),
                summary.counts().snapshotClasses());
    }
}
