package org.ticktoquote.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.ticktoquote.comparison.compare.HistogramLog;
import org.ticktoquote.comparison.compare.HistogramValues;
import org.ticktoquote.comparison.compare.PercentileTable;

/** HdrHistogram files read by {@code t2q compare}. */
enum HistogramTarget implements FuzzTarget {
    LOG {
        @Override
        HistogramValues values(Path file) {
            return HistogramLog.read(file, null, null, false);
        }

        @Override
        void write(Histogram values, PrintStream out) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            values.setStartTimeStamp(0);
            values.setEndTimeStamp(1_000);
            writer.outputIntervalHistogram(values);
            writer.outputIntervalHistogram(values);
        }
    },
    TABLE {
        @Override
        HistogramValues values(Path file) {
            return PercentileTable.read(file, null);
        }

        @Override
        void write(Histogram values, PrintStream out) {
            values.outputPercentileDistribution(out, 1, 1.0);
            out.print("#[measured = 4, lost = 1, negative recorded as 0 = 0]\n");
        }
    };

    abstract HistogramValues values(Path file);

    abstract void write(Histogram values, PrintStream out);

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        HistogramValues values = values(Files.write(folder.resolve("fuzz.txt"), input));
        long before = 0;
        for (double percentile : new double[] {0, 50, 99, 99.99, 100}) {
            Long found = values.percentileNs(percentile);
            if (found != null && found < before) {
                throw new AssertionError("p" + percentile + " is " + found + ", below " + before);
            }
            before = found == null ? before : found;
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Histogram values = new Histogram(2);
        values.recordValue(1);
        values.recordValueWithCount(70, 3);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            write(values, out);
        }
        return Map.of("sound", bytes.toByteArray());
    }
}
