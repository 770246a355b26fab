package org.ticktoquote.replayer.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;

/**
 * Formats statistics as a table with a row per stream, and a row of reference figures after each instrument that has them.
 */
public final class StatisticsTable {
    private static final String ABSENT = "-";
    private static final int LINE_LENGTH = 120;
    private static final List<Column> GROUPS =
            Column.all(",ticks/s,ticks/s,peak,peak,peak,var/mean,var/mean,spread,spread,,,,".split(",", -1));
    private static final Row COLUMNS = Row.numbers(
            "stream",
            "ticks,quiet,news,10 ms,100 ms,1 s,quiet,news,quiet,news,repeated,1-sided,locked,crossed".split(","));
    private static final String LEGEND = """
            quiet: T0-30min..T0-5min; news: the first 10 s from T0 (var/mean of the counts per second: 60 s); peaks: ticks in a
            sliding window; spreads: medians in pips; repeated: ticks with an earlier (bid, ask) of the instrument,
            or of the venue in a venue's row; -: not covered, or ticks without prices
            """;

    private StatisticsTable() {}

    /** Returns the whole table, ending with a line feed. */
    public static String text(RecordingStatistics statistics) {
        List<Row> rows = new ArrayList<>(List.of(COLUMNS));
        boolean referred = false;
        for (StreamFigures figures : statistics.instruments()) {
            rows.add(row(figures.stream(), figures));
            String venue = figures.stream() + '@';
            statistics.venues().stream()
                    .filter(each -> each.stream().startsWith(venue))
                    .forEach(each -> rows.add(row("  " + each.stream().substring(venue.length() - 1), each)));
            var reference = ReferenceFigures.of(figures.stream());
            reference.ifPresent(published -> rows.add(row("  reference", published)));
            referred |= reference.isPresent();
        }
        rows.add(row(statistics.all().stream(), statistics.all()));
        StringBuilder text = new StringBuilder();
        TextTable.wrapped(Table.of("", GROUPS, rows), LINE_LENGTH)
                .forEach(line -> text.append(line).append('\n'));
        text.append(LEGEND);
        text.append(referred ? "reference: " + ReferenceFigures.SOURCE.replace(", from ", ",\n  from ") + "\n" : "");
        return text.toString();
    }

    private static Row row(String name, StreamFigures figures) {
        return Row.numbers(
                name,
                String.format(Locale.ROOT, "%,d", figures.ticks()),
                decimal(figures.rates().quietPerSecond(), 2),
                decimal(figures.rates().newsPerSecond(), 1),
                Long.toString(figures.peaks().peakPer10Ms()),
                Long.toString(figures.peaks().peakPer100Ms()),
                Long.toString(figures.peaks().peakPerSecond()),
                decimal(figures.dispersion().quietDispersion(), 1),
                decimal(figures.dispersion().newsDispersion(), 1),
                decimal(figures.spreads().quietSpreadPips(), 1),
                decimal(figures.spreads().newsSpreadPips(), 1),
                percent(figures.repeatedShare()),
                of(figures.tops(), tops -> percent((double) tops.oneSided() / Math.max(1, figures.ticks()))),
                of(figures.tops(), tops -> String.format(Locale.ROOT, "%,d", tops.locked())),
                of(figures.tops(), tops -> String.format(Locale.ROOT, "%,d", tops.crossed())));
    }

    private static String decimal(@Nullable Double value, int decimals) {
        return value == null ? ABSENT : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String of(StreamFigures.@Nullable Tops tops, Function<StreamFigures.Tops, String> figure) {
        return tops == null ? ABSENT : figure.apply(tops);
    }

    private static String percent(@Nullable Double share) {
        return share == null ? ABSENT : String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
