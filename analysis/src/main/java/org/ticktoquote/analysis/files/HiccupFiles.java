package org.ticktoquote.analysis.files;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Writes {@code hiccups-ROLE.hlog} (one interval per audit sample, including the warm-up) and {@code hiccups-ROLE.hgrm}
 * (percentile table of the measured part), in HdrHistogram's formats, values in nanoseconds.
 */
public record HiccupFiles(Path directory) {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double NO_SCALING = 1.0;
    private static final double NS_PER_S = 1e9;

    /** Writes both files of a process, or none if its audit has no complete interval. */
    public void write(Audit audit, Histogram measured) throws IOException {
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
        double from = seconds(samples.get(0));
        writer.outputComment(what);
        writer.outputLogFormatVersion();
        // not outputStartTime: it prints the date in the reader's time zone
        writer.outputComment(String.format(Locale.ROOT, "[StartTime: %.3f (seconds since epoch)]", from));
        writer.outputLegend();
        for (int i = 1; i < samples.size(); i++) {
            Histogram interval = HistogramText.parse(samples.get(i).hiccups());
            writer.outputIntervalHistogram(seconds(samples.get(i - 1)), seconds(samples.get(i)), interval, NO_SCALING);
        }
    }

    private static double seconds(AuditSample sample) {
        return sample.clock().realtimeNs() / NS_PER_S;
    }
}
