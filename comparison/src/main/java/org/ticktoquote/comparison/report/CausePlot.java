package org.ticktoquote.comparison.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.Svg;

/** Draws the causes of the time beyond p99, one stacked bar per case. */
final class CausePlot {
    private static final int WIDTH = 960;
    private static final int ROW = 26;
    private static final int LEFT = 190;
    private static final int RIGHT = 950;
    private static final int MIN_LABELLED = 46;
    private static final int MAX_LETTERS = 24;

    private CausePlot() {}

    static Picture of(List<CaseOutliers> cases) {
        List<Block.Key> keys = cases.stream()
                .flatMap(one -> one.causes().stream())
                .filter(cause -> share(cause) > 0)
                .map(cause -> new Block.Key("cause-" + cause.cause(), cause.label()))
                .distinct()
                .toList();
        String words = keys.stream().map(Block.Key::label).collect(Collectors.joining(", "));
        Svg svg = Svg.of(WIDTH, cases.size() * ROW, "Bars of the causes of the latest 1 % of quotes: " + words);
        int y = 0;
        for (CaseOutliers one : cases) {
            svg.label(LEFT - 10, y + 13, "end", Axes.shortened(YearReport.name(one.testCase()), MAX_LETTERS));
            bar(svg, one, y);
            y += ROW;
        }
        return Picture.of(svg.end(), "").with(keys);
    }

    private static void bar(Svg svg, CaseOutliers one, int y) {
        double x = LEFT;
        for (CauseFigures cause : one.causes()) {
            double width = share(cause) * (RIGHT - LEFT);
            if (width > 0) {
                svg.rect("cause-" + cause.cause(), x, y + 3.0, width, ROW - 6, cause.label());
            }
            if (width >= MIN_LABELLED) {
                String text = String.format(Locale.ROOT, "%.0f %%", 100 * share(cause));
                svg.text(x + width / 2, y + 17, "middle", text, "class", "in");
            }
            x += width;
        }
        if (x == LEFT) {
            svg.label(LEFT, y + 13, "start", one.lost() > 0 ? "too many lost quotes" : "nothing was late");
        }
    }

    private static double share(CauseFigures cause) {
        @Nullable Double share = cause.beyondP99();
        return share == null ? 0 : share;
    }
}
