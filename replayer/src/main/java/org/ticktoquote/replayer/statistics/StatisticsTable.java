package org.ticktoquote.replayer.statistics;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Statistics as a table for people: a row a stream, the reference under the instruments that have one. */
public final class StatisticsTable {
    private static final String ABSENT = "-";
    private static final String LEGEND = """
            quiet: T0-30min..T0-5min; news: the first 10 s from T0 (var/mean of the counts per second: 60 s); peaks in sliding
            windows; spreads: medians in pips; repeated: ticks whose (bid, ask) the instrument had before; -: not covered
            """;

    private StatisticsTable() {}

    /** The whole table, ended by a line feed. */
    public static String text(RecordingStatistics statistics) {
        StringBuilder text = new StringBuilder();
        row(
                text,
                List.of(
                        "",
                        "",
                        "ticks/s",
                        "ticks/s",
                        "peak",
                        "peak",
                        "peak",
                        "var/mean",
                        "var/mean",
                        "spread",
                        "spread",
                        "",
                        "",
                        "",
                        ""));
        row(
                text,
                List.of(
                        "stream",
                        "ticks",
                        "quiet",
                        "news",
                        "10 ms",
                        "100 ms",
                        "1 s",
                        "quiet",
                        "news",
                        "quiet",
                        "news",
                        "repeated",
                        "1-sided",
                        "locked",
                        "crossed"));
        boolean referred = false;
        for (StreamFigures figures : statistics.instruments()) {
            row(text, cells(figures.stream(), figures));
            var reference = ReferenceFigures.of(figures.stream());
            reference.ifPresent(published -> row(text, cells("  reference", published)));
            referred |= reference.isPresent();
        }
        row(text, cells(statistics.all().stream(), statistics.all()));
        text.append(LEGEND);
        text.append(referred ? "reference: " + ReferenceFigures.SOURCE + "\n" : "");
        return text.toString();
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append(String.format(
                Locale.ROOT, "%-11s %9s %8s %8s %6s %6s %6s %8s %8s %8s %8s %8s %8s %7s %7s%n", cells.toArray()));
    }

    private static List<String> cells(String name, StreamFigures figures) {
        return List.of(
                name,
                String.format(Locale.ROOT, "%,d", figures.ticks()),
                decimal(figures.quietPerSecond(), 2),
                decimal(figures.newsPerSecond(), 1),
                Long.toString(figures.peakPer10Ms()),
                Long.toString(figures.peakPer100Ms()),
                Long.toString(figures.peakPerSecond()),
                decimal(figures.quietDispersion(), 1),
                decimal(figures.newsDispersion(), 1),
                decimal(figures.quietSpreadPips(), 1),
                decimal(figures.newsSpreadPips(), 1),
                percent(figures.repeatedShare()),
                percent(figures.ticks() == 0 ? 0 : (double) figures.oneSided() / figures.ticks()),
                String.format(Locale.ROOT, "%,d", figures.locked()),
                String.format(Locale.ROOT, "%,d", figures.crossed()));
    }

    private static String decimal(@Nullable Double value, int decimals) {
        return value == null ? ABSENT : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
