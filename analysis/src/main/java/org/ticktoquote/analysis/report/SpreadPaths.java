package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.gate.ticks.TickDifferences.Slice;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.SignedScale;

/**
 * Slices of time as paths in steps, each as wide as it is long; where slices are missing, so are the paths.
 *
 * @param band from the lowest to the highest difference of each slice
 * @param line the median of each
 */
record SpreadPaths(String band, String line) {
    static SpreadPaths of(List<Slice> slices, SignedScale y, double width) {
        StringBuilder band = new StringBuilder();
        StringBuilder line = new StringBuilder();
        for (List<Slice> stretch : stretches(slices)) {
            List<String> x = new ArrayList<>();
            stretch.forEach(slice -> x.add(x(slice.number(), width)));
            x.add(x(stretch.get(stretch.size() - 1).number() + 1, width));
            band.append('M')
                    .append(x.get(0))
                    .append(highest(stretch, x, y))
                    .append(lowest(stretch, x, y))
                    .append('Z');
            line.append('M').append(x.get(0)).append(median(stretch, x, y));
        }
        return new SpreadPaths(band.toString(), line.toString());
    }

    /** Slices without a gap between them. */
    private static List<List<Slice>> stretches(List<Slice> slices) {
        List<List<Slice>> stretches = new ArrayList<>();
        int next = -1;
        for (Slice slice : slices) {
            if (slice.number() != next) {
                stretches.add(new ArrayList<>());
            }
            stretches.get(stretches.size() - 1).add(slice);
            next = slice.number() + 1;
        }
        return stretches;
    }

    private static String x(int number, double width) {
        return Figures.pixel(DifferencePicture.LEFT + number * width);
    }

    private static String highest(List<Slice> stretch, List<String> x, SignedScale y) {
        return forth(stretch.stream().map(slice -> slice.spread().highestNs()).toList(), x, y);
    }

    private static String median(List<Slice> stretch, List<String> x, SignedScale y) {
        return forth(stretch.stream().map(slice -> slice.spread().medianNs()).toList(), x, y);
    }

    /** From left to right. */
    private static String forth(List<Long> values, List<String> x, SignedScale y) {
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            steps.add(Figures.pixel(y.at(values.get(i))) + "H" + x.get(i + 1));
        }
        return "," + steps.stream().collect(Collectors.joining("V"));
    }

    /** From right to left. */
    private static String lowest(List<Slice> stretch, List<String> x, SignedScale y) {
        StringBuilder steps = new StringBuilder();
        for (int i = stretch.size() - 1; i >= 0; i--) {
            double lowestNs = (double) stretch.get(i).spread().lowestNs();
            steps.append('V').append(Figures.pixel(y.at(lowestNs))).append('H').append(x.get(i));
        }
        return steps.toString();
    }
}
