package org.ticktoquote.analysis.files;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Writes the {@code .hgrm} (percentile table) of a latency, in HdrHistogram's format, values in nanoseconds.
 *
 * <p>The table has only measured values. Comment lines give the censored values, the refused and the unsupported
 * percentiles, and the independent ticks beyond each.
 */
public record HistogramFiles(Path directory) {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double NO_SCALING = 1.0;

    /** Writes the file of a latency under one attribution. */
    public void write(Latency latency, Attribution attribution, Distribution distribution, LatencyFigures figures)
            throws IOException {
        String name = latency.file() + attribution.suffix();
        List<String> comments = comments(attribution, figures);
        AtomicFile.write(directory.resolve(name + ".hgrm"), out -> {
            try (PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8)) {
                distribution.histogram().outputPercentileDistribution(print, TICKS_PER_HALF_DISTANCE, NO_SCALING);
                comments.forEach(comment -> print.print("#[" + comment + "]\n"));
            }
        });
    }

    /** Returns the comment lines, which qualify the values. */
    static List<String> comments(Attribution attribution, LatencyFigures figures) {
        List<String> comments = new ArrayList<>();
        comments.add(figures.label() + ", nanoseconds");
        if (!attribution.meaning().isEmpty()) {
            comments.add("attribution: " + attribution.meaning());
        }
        comments.add("measured = " + figures.measured() + ", lost = " + figures.censored()
                + ", negative recorded as 0 = " + figures.negative());
        comments.add("refused: " + refused(figures));
        comments.add("unsupported: " + rows(figures, figure -> figures.count() > 0 && !figure.supported(), "none"));
        comments.add("independent ticks beyond: "
                + figures.percentiles().entrySet().stream()
                        .map(row -> row.getKey() + " = " + row.getValue().independent())
                        .collect(Collectors.joining(", ")));
        return comments;
    }

    private static String refused(LatencyFigures figures) {
        if (figures.censored() == 0) {
            return "none";
        }
        String rows = rows(figures, figure -> figure.high() == null, "");
        return rows + (rows.isEmpty() ? "" : " ") + "max mean (> drain: lost values rank above all)";
    }

    private static String rows(LatencyFigures figures, Predicate<PercentileFigure> which, String none) {
        String rows = figures.percentiles().entrySet().stream()
                .filter(row -> which.test(row.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
        return rows.isEmpty() ? none : rows;
    }
}
