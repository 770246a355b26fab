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
import org.HdrHistogram.HistogramLogWriter;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.Seconds;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.measures.RunSeconds;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Writes an {@code .hlog} per latency, in HdrHistogram's format, values in nanoseconds, with an interval for each second
 * that has values. Seconds without values are omitted, because HdrHistogram's tools show an empty interval as a latency of
 * 0.
 *
 * <p>The log has only measured values. Its comment lines include those of the {@code .hgrm}.
 *
 * @param start time of the first intended tick
 */
public record IntervalLogs(Path directory, Instant start) {
    private static final double NO_SCALING = 1.0;
    private static final double MILLISECONDS = 1e3;
    private static final double SECOND = 1.0;
    private static final String INTERVALS =
            "intervals: 1 s of the intended times of ticks, from the first tick; seconds without a value have no"
                    + " interval";

    /**
     * Returns one task per latency that writes its file under one attribution. Tasks can run on any threads and throw if the
     * file cannot be written.
     */
    public List<Runnable> of(
            Map<Latency, SupportedDistribution> latencies, Attribution attribution, RunSeconds seconds) {
        List<Runnable> files = new ArrayList<>();
        latencies.forEach((latency, values) -> {
            Path file = directory.resolve(latency.file() + attribution.suffix() + ".hlog");
            List<String> comments = HistogramFiles.comments(attribution, values.figures());
            files.add(() -> writeOrFail(file, comments, seconds.of(latency)));
        });
        return files;
    }

    private void writeOrFail(Path file, List<String> comments, Seconds seconds) {
        try {
            write(file, comments, seconds);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be written", e).failure(e);
        }
    }

    void write(Path file, List<String> comments, Seconds seconds) throws IOException {
        AtomicFile.write(file, out -> {
            try (PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8)) {
                HistogramLogWriter writer = begun(print, comments);
                double zero = start.toEpochMilli() / MILLISECONDS;
                seconds.each((values, second) ->
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
}
