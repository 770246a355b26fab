package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.PlotName;

/**
 * Causes of the time beyond p99 of each case, as a bar that they share.
 *
 * @param rows one for each case
 * @param keys of the causes that some case has
 */
record CausePlot(List<Row> rows, List<Key> keys) {
    static final int WIDTH = 960;
    static final int ROW = 26;
    static final int LEFT = 190;
    private static final int RIGHT = 950;
    private static final int LEAST_LABELLED = 46;
    private static final double PER_CENT = 100;

    /** A case; without parts it says why there are none. */
    record Row(String name, int y, List<Part> parts, String absence) {}

    /** What one cause has of the bar. */
    record Part(String x, String width, String style, String middle, String label) {}

    /** A cause in the legend. */
    record Key(String style, String label) {}

    static CausePlot of(List<CaseOutliers> cases) {
        List<Row> rows = new ArrayList<>();
        for (CaseOutliers one : cases) {
            rows.add(row(one, rows.size() * ROW));
        }
        List<Key> keys = cases.stream()
                .flatMap(one -> one.causes().stream())
                .filter(cause -> has(cause.beyondP99()))
                .map(cause -> new Key("cause-" + cause.cause(), cause.label()))
                .distinct()
                .toList();
        return new CausePlot(rows, keys);
    }

    int height() {
        return rows.size() * ROW;
    }

    private static boolean has(@Nullable Double share) {
        return share != null && share > 0;
    }

    private static Row row(CaseOutliers one, int y) {
        List<Part> parts = new ArrayList<>();
        double from = 0;
        for (CauseFigures cause : one.causes()) {
            @Nullable Double share = cause.beyondP99();
            if (share != null && share > 0) {
                parts.add(part(cause, from, share));
                from += share;
            }
        }
        return new Row(PlotName.of(YearPage.name(one.testCase())), y, parts, parts.isEmpty() ? absence(one) : "");
    }

    private static String absence(CaseOutliers one) {
        return one.lost() > 0 ? "so much was lost that it cannot be said" : "nothing was late";
    }

    private static Part part(CauseFigures cause, double from, double share) {
        double width = share * (RIGHT - LEFT);
        double x = LEFT + from * (RIGHT - LEFT);
        return new Part(
                Figures.pixel(x),
                Figures.pixel(width),
                "cause-" + cause.cause(),
                Figures.pixel(x + width / 2),
                width < LEAST_LABELLED ? "" : String.format(Locale.ROOT, "%.0f %%", PER_CENT * share));
    }

    /** All texts of the legend, for those who cannot see the bars. */
    String words() {
        return Stream.of(
                        "Bars of what made the latest 1 % of quotes late:",
                        String.join(", ", keys.stream().map(Key::label).toList()))
                .reduce((one, other) -> one + " " + other)
                .orElse("");
    }
}
