package org.ticktoquote.harness.cli;

import java.util.List;
import org.ticktoquote.analysis.report.IntervalText;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.StaleFigures.Beyond;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.TextTable;

/** For how long prices were old, and how old; nothing where no time passed. */
final class StaleLines {
    private final StaleFigures staleness;

    private StaleLines(StaleFigures staleness) {
        this.staleness = staleness;
    }

    static StaleLines of(Summary summary) {
        return new StaleLines(summary.stalenessNs());
    }

    void writeTo(TextLines lines) {
        long total = staleness.totalNs().high();
        if (total == 0) {
            return;
        }
        lines.blank();
        lines.add(
                "staleness over %s of sessions x pairs, %s of it with an old price",
                DurationText.format(total), share(staleness.staleNs(), total));
        lines.add(table());
        if (staleness.unansweredNs().high() > 0) {
            lines.add(
                    "never renewed: %s of time; such an age ends where the waiting ended: ages are at least these",
                    share(staleness.unansweredNs(), total));
        }
        staleness.worseThan().stream()
                .filter(StaleLines::exceeded)
                .forEach(beyond -> lines.add(
                        "worse than %s: %s of time, %s of ticks",
                        DurationText.format(beyond.thresholdNs()).replaceFirst("\\.0+ ", " "),
                        timeShare(beyond),
                        IntervalText.share(beyond.tickShareLow(), beyond.tickShareHigh())));
    }

    private TextTable table() {
        TextTable table =
                new TextTable(TextLines.LENGTH, List.of("", "p50", "p90", "p99", "p99.9", "p99.99", "max", "mean"));
        table.row(List.of(
                "age of prices",
                age(staleness.p50()),
                age(staleness.p90()),
                age(staleness.p99()),
                age(staleness.p999()),
                age(staleness.p9999()),
                age(staleness.max()),
                age(staleness.mean())));
        return table;
    }

    private String timeShare(Beyond beyond) {
        return staleness.lowerBound()
                ? IntervalText.shareAtLeast(beyond.timeShareLow(), beyond.timeShareHigh())
                : IntervalText.share(beyond.timeShareLow(), beyond.timeShareHigh());
    }

    private String age(Interval age) {
        return staleness.lowerBound()
                ? IntervalText.durationAtLeast(age.low(), age.high())
                : IntervalText.duration(age.low(), age.high());
    }

    private static String share(Interval part, long total) {
        return IntervalText.share((double) part.low() / total, (double) part.high() / total);
    }

    private static boolean exceeded(Beyond beyond) {
        return beyond.timeShareHigh() > 0 || beyond.tickShareHigh() > 0;
    }
}
