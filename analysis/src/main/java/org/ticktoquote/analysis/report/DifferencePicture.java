package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.gate.ticks.DifferenceSpread;
import org.ticktoquote.analysis.gate.ticks.TickDifferences;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.PlotLabel;
import org.ticktoquote.report.plot.SignedScale;

/**
 * Differences over time: the median of each slice as a line, from its lowest to its highest as a band.
 *
 * @param label the picture in words
 * @param slice length of a slice
 * @param times labels of the axis below
 * @param differences labels of the axis beside
 */
record DifferencePicture(
        String label, String slice, SpreadPaths paths, List<PlotLabel> times, List<PlotLabel> differences) {
    static final int WIDTH = 960;
    static final int HEIGHT = 260;
    static final int LEFT = 84;
    static final int RIGHT = 940;
    static final int TOP = 12;
    static final int BOTTOM = 226;
    static final String ZERO = "0";
    private static final double ROOM = 1.15;
    private static final int LINE = 20;
    private static final int MOST_TIMES = 8;
    private static final double[] STEPS = {1, 2, 5, 10};
    private static final double DECADE = 10;
    private static final double NS_PER_S = 1e9;
    private static final double LEAST_KNEE_NS = 1_000;

    static DifferencePicture of(TickDifferences found, DifferenceSpread all, String label) {
        SignedScale y = scale(found, all);
        return new DifferencePicture(
                label,
                Figures.duration(found.sliceNs()),
                SpreadPaths.of(found.slices(), y, (double) (RIGHT - LEFT) / found.count()),
                times(found.count() * found.sliceNs() / NS_PER_S),
                y.labels(LINE).stream().map(value -> label(y, value)).toList());
    }

    /** The medians of half of the slices stand in the linear part. */
    private static SignedScale scale(TickDifferences found, DifferenceSpread all) {
        double usual = found.slices().stream()
                .mapToDouble(slice -> Math.abs((double) slice.spread().medianNs()))
                .sorted()
                .skip(found.slices().size() / 2)
                .findFirst()
                .orElse(0);
        double knee = Math.max(LEAST_KNEE_NS, usual);
        return new SignedScale(
                Math.min(-knee, ROOM * all.lowestNs()), Math.max(knee, ROOM * all.highestNs()), knee, BOTTOM, TOP);
    }

    private static PlotLabel label(SignedScale y, double value) {
        String text = value == 0 ? ZERO : signed(Math.round(value)).replaceFirst("\\.0+ ", " ");
        return new PlotLabel(Figures.pixel(y.at(value)), text);
    }

    private static List<PlotLabel> times(double lengthS) {
        double decade = Math.pow(DECADE, Math.floor(Math.log10(lengthS / MOST_TIMES)));
        double step = decade;
        for (int i = 0; i < STEPS.length && lengthS / step > MOST_TIMES; i++) {
            step = decade * STEPS[i];
        }
        List<PlotLabel> labels = new ArrayList<>();
        for (int i = 0; i * step <= lengthS; i++) {
            labels.add(new PlotLabel(
                    Figures.pixel(LEFT + i * step / lengthS * (RIGHT - LEFT)), Figures.number(i * step) + " s"));
        }
        return labels;
    }

    /** A difference with its sign. */
    static String signed(long ns) {
        return (ns > 0 ? "+" : "") + Figures.duration(ns);
    }
}
