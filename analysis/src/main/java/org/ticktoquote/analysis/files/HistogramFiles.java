package org.ticktoquote.analysis.files;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.measures.RunSeconds;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Writes values in HdrHistogram's formats, in nanoseconds: {@code .hgrm} (percentile table) and {@code .hlog} (intervals) of
 * each latency, and of the hiccups of each process.
 *
 * <p>Files of a latency have only its measured values. Comment lines give the censored values, the refused and the unsupported
 * percentiles, and the independent ticks beyond each.
 *
 * @param start time of the first intended tick
 */
public record HistogramFiles(Path directory, Instant start) {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double NO_SCALING = 1.0;
    private static final double MILLISECONDS = 1e3;
    private static final double SECOND = 1.0;
    private static final double NS_PER_S = 1e9;
    private static final String INTERVALS =
            "intervals: 1 s of the intended times of ticks, from the first tick; seconds without a value have no"
                    + " interval";

    /** Writes the percentile table of a latency under one attribution. */
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

    /**
     * Returns one task per latency that writes its {@code .hlog} under one attribution. Tasks can run on any threads and throw if the
     * file cannot be written.
     */
    public List<Runnable> logs(
            Map<Latency, SupportedDistribution> latencies, Attribution attribution, RunSeconds seconds) {
        List<Runnable> files = new ArrayList<>();
        latencies.forEach((latency, values) -> {
            Path file = directory.resolve(latency.file() + attribution.suffix() + ".hlog");
            List<String> comments = comments(attribution, values.figures());
            files.add(() -> writeLogOrFail(file, comments, seconds.of(latency)));
        });
        return files;
    }

    private void writeLogOrFail(Path file, List<String> comments, Consumer<ObjLongConsumer<Histogram>> seconds) {
        try {
            writeLog(file, comments, seconds);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be written", e).failure(e);
        }
    }

    /** Writes an interval for each second that has values: HdrHistogram's tools show an empty one as a latency of 0. */
    void writeLog(Path file, List<String> comments, Consumer<ObjLongConsumer<Histogram>> seconds) throws IOException {
        AtomicFile.write(file, out -> {
            try (PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8)) {
                HistogramLogWriter writer = begun(print, comments);
                double zero = start.toEpochMilli() / MILLISECONDS;
                seconds.accept((values, second) ->
                        writer.outputIntervalHistogram(zero + second, zero + second + SECOND, values, NO_SCALING));
            }
        });
    }

    private HistogramLogWriter begun(PrintStream print, List<String> comments) {
        HistogramLogWriter writer = new HistogramLogWriter(print);
        comments.forEach(writer::outputComment);
        writer.outputComment(INTERVALS);
        writer.outputLogFormatVersion();
        // not outputStartTime: it prints the date in the reader's time zone
        writer.outputComment(String.format(
                Locale.ROOT,
                "[StartTime: %.3f (seconds since epoch), %s]",
                start.toEpochMilli() / MILLISECONDS,
                start));
        writer.outputLegend();
        return writer;
    }

    /**
     * Writes {@code hiccups-ROLE.hlog}, with an interval per audit sample, and {@code hiccups-ROLE.hgrm} of the measured part;
     * neither if the audit has no complete interval.
     */
    public void writeHiccups(Audit audit, Histogram measured) throws IOException {
        if (audit.samples().size() < 2) {
            return;
        }
        String what = "hiccups of " + audit.role() + ": delay of every scheduled wake, nanoseconds";
        AtomicFile.write(directory.resolve("hiccups-" + audit.role() + ".hlog"), out -> {
            try (PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8)) {
                log(print, what, audit.samples());
            }
        });
        AtomicFile.write(directory.resolve("hiccups-" + audit.role() + ".hgrm"), out -> {
            try (PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8)) {
                measured.outputPercentileDistribution(print, TICKS_PER_HALF_DISTANCE, NO_SCALING);
                print.print("#[" + what + ", measured part]\n");
            }
        });
    }

    private static void log(PrintStream print, String what, List<AuditSample> samples) {
        HistogramLogWriter writer = new HistogramLogWriter(print);
        double from = secondsOf(samples.get(0));
        writer.outputComment(what);
        writer.outputLogFormatVersion();
        // not outputStartTime: it prints the date in the reader's time zone
        writer.outputComment(String.format(Locale.ROOT, "[StartTime: %.3f (seconds since epoch)]", from));
        writer.outputLegend();
        for (int i = 1; i < samples.size(); i++) {
            Histogram interval = HistogramText.parse(samples.get(i).hiccups());
            writer.outputIntervalHistogram(
                    secondsOf(samples.get(i - 1)), secondsOf(samples.get(i)), interval, NO_SCALING);
        }
    }

    private static double secondsOf(AuditSample sample) {
        return sample.clock().realtimeNs() / NS_PER_S;
    }
}
