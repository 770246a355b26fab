package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AnnualText;
import org.ticktoquote.analysis.matrix.TimePerYear;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CaseOutliers.YearBeyond;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.PlotLabel;
import org.ticktoquote.report.plot.PlotName;

/**
 * Time per year of each case beyond one value, one below the other on a common logarithmic axis.
 *
 * @param rows one for each case
 * @param labels of the axis
 */
record YearPlot(List<Row> rows, List<PlotLabel> labels) {
    static final int WIDTH = 960;
    static final int ROW = 26;
    static final int TOP = 8;
    static final int LEFT = 190;
    static final int RIGHT = 700;
    private static final int AXIS = 26;
    private static final int LEAST_APART = 70;
    private static final double LEAST_SECONDS = 0.1;
    private static final double ROOM = 1.3;
    /** Seconds that people know: of a second, a minute, an hour, a day. */
    private static final double[] PLACES = {0.1, 1, 10, 60, 600, 3_600, 36_000, 86_400, 864_000, 8_640_000, 31_536_000};

    /**
     * A case.
     *
     * @param bounds path from the lower to the upper end of the interval; empty where there is none
     * @param estimate place of the figure; empty where too little was seen
     * @param text in words
     */
    record Row(String name, String bounds, String estimate, int y, String text) {}

    static YearPlot of(List<CaseOutliers> cases, Optional<Long> value) {
        if (value.isEmpty()) {
            return new YearPlot(List.of(), List.of());
        }
        List<YearBeyond> seen = cases.stream()
                .flatMap(one -> YearPage.beyond(one, value.get()).stream())
                .filter(year -> year.episodes() > 0)
                .toList();
        if (seen.isEmpty()) {
            return new YearPlot(List.of(), List.of());
        }
        LogScale axis = axis(seen.stream().map(YearBeyond::perYear).toList());
        List<Row> rows = new ArrayList<>();
        for (CaseOutliers one : cases) {
            rows.add(row(one, value.get(), axis, TOP + ROW * rows.size() + ROW / 2));
        }
        return new YearPlot(rows, labels(axis));
    }

    int height() {
        return bottom() + AXIS;
    }

    /** Where the rows end. */
    int bottom() {
        return TOP + ROW * rows.size();
    }

    private static LogScale axis(List<TimePerYear> times) {
        double low = times.stream()
                .flatMapToDouble(time -> DoubleStream.of(low(time), high(time) / 10))
                .filter(seconds -> seconds > 0)
                .min()
                .orElse(LEAST_SECONDS);
        double high = times.stream().mapToDouble(YearPlot::high).max().orElse(1);
        double least = Math.max(LEAST_SECONDS, low / ROOM);
        return new LogScale(least, Math.max(high * ROOM, least * 10), LEFT, RIGHT);
    }

    /** The lower end; of a single run the figure itself. */
    private static double low(TimePerYear time) {
        return first(time.quotesLowSeconds(), time.quotesSeconds(), 0);
    }

    /** The upper end; without one the figure itself, or what is bounded. */
    private static double high(TimePerYear time) {
        return first(time.quotesHighSeconds(), time.quotesSeconds(), time.timeAtMostSeconds());
    }

    private static double first(@Nullable Double end, @Nullable Double figure, double other) {
        return end != null ? end : figure != null ? figure : other;
    }

    private static Row row(CaseOutliers one, long valueNs, LogScale axis, int y) {
        Optional<YearBeyond> found = YearPage.beyond(one, valueNs).filter(year -> year.episodes() > 0);
        String name = PlotName.of(YearPage.name(one.testCase()));
        if (found.isEmpty()) {
            return new Row(name, "", "", y, YearPage.mostly(one, valueNs) ? "more often than not" : "not seen");
        }
        TimePerYear time = found.get().perYear();
        String high = Figures.pixel(axis.at(high(time)));
        if (!found.get().supported()) {
            return new Row(
                    name,
                    "M" + LEFT + "," + y + "H" + high + "m0,-5v10",
                    "",
                    y,
                    "at most " + AnnualText.of(time.timeAtMostSeconds()));
        }
        String low = Figures.pixel(axis.at(low(time)));
        return new Row(
                name,
                "M" + low + "," + (y - 5) + "v10M" + low + "," + y + "H" + high + "m0,-5v10",
                time.quotesSeconds() == null ? "" : Figures.pixel(axis.at(time.quotesSeconds())),
                y,
                AnnualText.ofNullable(time.quotesSeconds()));
    }

    private static List<PlotLabel> labels(LogScale axis) {
        List<PlotLabel> labels = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (double place : PLACES) {
            boolean inside = place >= axis.low() && place <= axis.high();
            if (inside && axis.at(place) - last >= LEAST_APART) {
                last = axis.at(place);
                labels.add(new PlotLabel(Figures.pixel(last), AnnualText.of(place)));
            }
        }
        return labels;
    }
}
