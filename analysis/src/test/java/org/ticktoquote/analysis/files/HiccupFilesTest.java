package org.ticktoquote.analysis.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.clock.ClockPair;

/** The files are read back with HdrHistogram's own reader. */
class HiccupFilesTest {
    private static final long S = 1_000_000_000;

    @TempDir
    private Path directory;

    /** One sample per second from second 500 of 1970, each with one late wake. */
    private static Audit audit(long... lateNs) {
        List<AuditSample> samples = new ArrayList<>();
        for (int i = 0; i < lateNs.length; i++) {
            samples.add(new AuditSample(
                    new ClockPair(i * S, (500 + i) * S, 0),
                    false,
                    "",
                    Map.of(),
                    List.of(),
                    HistogramText.of(of(lateNs[i]))));
        }
        return new Audit("clients", Optional.empty(), samples, "", false);
    }

    private static Histogram of(long value) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(value);
        return histogram;
    }

    @Test
    void haveAnIntervalForEachSampleExceptTheFirst() throws IOException {
        new HistogramFiles(directory, Instant.EPOCH).writeHiccups(audit(7, 20, 300), of(20));
        Path log = directory.resolve("hiccups-clients.hlog");
        assertThat(Files.readAllLines(log))
                .first()
                .asString()
                .isEqualTo("#hiccups of clients: delay of every scheduled wake, nanoseconds");
        assertThat(Files.readString(log))
                .contains("#[Histogram log format version", "\"StartTimestamp\",\"Interval_Length\"");
        HistogramLogReader reader = new HistogramLogReader(log.toFile());
        Histogram first = (Histogram) reader.nextIntervalHistogram();
        Histogram second = (Histogram) reader.nextIntervalHistogram();
        assertThat(first.getMaxValue()).isEqualTo(20);
        assertThat(second.getMaxValue()).isEqualTo(300);
        assertThat(first.getStartTimeStamp()).isEqualTo(500_000);
        assertThat((double) second.getStartTimeStamp()).isCloseTo(501_000, within(1.0));
        assertThat(reader.nextIntervalHistogram()).isNull();
        assertThat(reader.getStartTimeSec()).isEqualTo(500);
    }

    @Test
    void tableCoversTheMeasuredPart() throws IOException {
        new HistogramFiles(directory, Instant.EPOCH).writeHiccups(audit(7, 20, 300), of(42));
        assertThat(Files.readString(directory.resolve("hiccups-clients.hgrm")))
                .contains(
                        "42.000 1.000000000000",
                        "#[hiccups of clients: delay of every scheduled wake, nanoseconds, measured part]");
    }

    @Test
    void areNotWrittenWithoutAnInterval() throws IOException {
        new HistogramFiles(directory, Instant.EPOCH).writeHiccups(audit(7), of(7));
        assertThat(directory).isEmptyDirectory();
    }
}
