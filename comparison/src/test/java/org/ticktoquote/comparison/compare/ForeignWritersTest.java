package org.ticktoquote.comparison.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.distribution.Latency;

/** Files of HdrHistogram ports and other tools that differ from those of Java's HdrHistogram. */
final class ForeignWritersTest {
    @TempDir
    Path directory;

    private Path log(String @Nullable ... tags) throws IOException {
        return ForeignFilesTest.log(directory.resolve("some.hlog"), ForeignFilesTest.values(), tags);
    }

    private Path text(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static HistogramValues read(Path log) {
        return HistogramLog.read(log, null, null, false);
    }

    /** wrk2 and other C tools print six decimals, so that several last rows have 1.000000. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2308.095 1.000000 606234 inf\n#[Mean = 11.113]\n",
                "2308.095 1.000000 606234 inf\n",
                "2308.095 1.000000 606234 +Inf\n",
                "2308.095 1.000000 606234\n",
                "2308.095 1.000000 606234 67108864.00\n#[Mean = 11.113]\n",
                "2308.095 1.000000 606234 67108864.00\n----------\n  606234 requests in 30s\n 1 1 1\n",
            })
    void readsTableWithSeveralRowsAtPercentileOne(String end) throws IOException {
        Path file = text("wrk2.hgrm", """
                  Latency Distribution (HdrHistogram - Recorded Latency)
                 50.000%   10.01ms
                  Detailed Percentile spectrum:
                       Value   Percentile   TotalCount 1/(1-Percentile)

                       0.921     0.000000            1         1.00
                      10.007     0.500000       303117         2.00
                      60.031     1.000000       606233   2097152.00
                      60.031     1.000000       606233   4194304.00
                """ + end);
        HistogramValues read = PercentileTable.read(file, null);

        assertThat(read.maxNs()).isEqualTo(2_308_095_000L);
        assertThat(read.count()).isEqualTo(606_234);
        assertThat(read.percentileNs(99)).isEqualTo(60_031_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "HdrHistogram - Recorded Latency); OPEN; ''",
                "HdrHistogram - Uncorrected Latency (measured without ...)); CLOSED; percentiles omit waiting time",
                "anything else); UNKNOWN; set --loop",
            })
    void closedLoopTableIsReportedToOmitWaitingTime(String title, LoadLoop loop, String note) throws IOException {
        Path file = text(
                "some.hgrm",
                "Latency Distribution (" + title + "\nValue Percentile TotalCount\n1.0 1.0 10\n"
                        + "Latency Distribution (HdrHistogram - Uncorrected Latency\n");

        assertThat(PercentileTable.read(file, null).loop()).isEqualTo(loop);
        assertThat(note(file, null)).contains(note).endsWith(loop.note());
        assertThat(note(file, LoadLoop.OPEN)).doesNotContain("loop");
        assertThat(note(file, LoadLoop.CLOSED)).contains("percentiles omit waiting time");
    }

    private static String note(Path file, @Nullable LoadLoop asked) {
        return CompareArgument.parse(file.toString())
                .read(Latency.LAST_CLIENT, null, null, asked)
                .get(0)
                .note();
    }

    /** YCSB states the operation in a comment. */
    @ParameterizedTest
    @CsvSource({"READ, CLOSED", "Intended-READ, OPEN"})
    void loopOfAYcsbLogFollowsFromItsName(String name, LoadLoop loop) throws IOException {
        Path file = log((String) null);
        Files.writeString(file, "#[Logging for: " + name + "]\n" + Files.readString(file));

        assertThat(read(file).loop()).isEqualTo(loop);
    }

    @Test
    void untaggedLinesCanBeSelectedByName() throws IOException {
        Path both = log(null, "a");
        assertThat(untagged(both).count()).isEqualTo(ForeignFilesTest.VALUES);
        Files.writeString(both, Files.readString(both).replaceAll("(?m)^Tag=a,.*\\n", ""));
        assertThat(untagged(both).count()).isEqualTo(ForeignFilesTest.VALUES);
        Path tagged = log("a");
        assertThatThrownBy(() -> untagged(tagged)).hasMessageContaining("no line with tag '(none)'");
    }

    private static HistogramValues untagged(Path log) {
        return HistogramLog.read(log, null, "(none)", true);
    }

    /** Java's reader accepts negative times, which other writers produce. */
    @Test
    void acceptsNegativeTimes() throws IOException {
        Path file = log((String) null);
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^1700", "-1700"));
        assertThat(read(file).count()).isEqualTo(ForeignFilesTest.VALUES);
    }

    /** HdrHistogramJS writes an index offset of 1 into each header, which does not change the values for Java. */
    @Test
    void indexOffsetInTheHeaderDoesNotChangeValues() throws Exception {
        Histogram written = new Histogram(3_600_000_000_000L, 3);
        Arrays.stream(ForeignFilesTest.values()).forEach(written::recordValue);
        ByteBuffer plain = ByteBuffer.allocate(written.getNeededByteBufferCapacity());
        int length = written.encodeIntoByteBuffer(plain);
        byte[] content = Arrays.copyOf(plain.array(), length);
        ByteBuffer.wrap(content).putInt(8, 1);
        Histogram java = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(content), 0);

        String line = "0.0,1.0,5," + ForeignFilesTest.packed(content, ForeignFilesTest.V2) + "\n";
        HistogramValues read = read(text("js.hlog", line));

        assertThat(read.count()).isEqualTo(java.getTotalCount()).isEqualTo(ForeignFilesTest.VALUES);
        for (double percentile : new double[] {50, 99, 100}) {
            assertThat(read.percentileNs(percentile)).isEqualTo(java.getValueAtPercentile(percentile));
        }
    }

    /** Counts of fixed width, as written by HdrHistogram 1, 2.0 and early 2.1. */
    @ParameterizedTest
    @CsvSource({"0, 2", "0, 4", "0, 8", "1, 2", "1, 4", "1, 8"})
    void readsOlderEncodings(int version, int wordSize) throws IOException {
        Histogram values = new Histogram(1, 1_000_000, 2);
        values.recordValueWithCount(7, 3);
        values.recordValueWithCount(90_000, 2);
        ByteBuffer content = ByteBuffer.allocate(1 << 16);
        content.putInt((version == 0 ? 0x1c849308 : 0x1c849301) + (wordSize << 4));
        if (version == 1) {
            content.putInt(0).putInt(0);
        }
        content.putInt(2).putLong(1).putLong(1_000_000);
        if (version == 0) {
            content.putLong(5);
        } else {
            content.putDouble(1);
        }
        int from = content.position();
        List<Long> counts = new ArrayList<>();
        values.allValues().forEach(each -> counts.add(each.getCountAtValueIteratedTo()));
        for (long count : counts) {
            switch (wordSize) {
                case 2 -> content.putShort((short) count);
                case 4 -> content.putInt((int) count);
                default -> content.putLong(count);
            }
        }
        if (version == 1) {
            content.putInt(4, content.position() - from);
        }
        byte[] plain = Arrays.copyOf(content.array(), content.position());
        String line = "0.0,1.0,5," + ForeignFilesTest.packed(plain, version == 0 ? 0x1c849309 : 0x1c849302) + "\n";
        HistogramValues read = read(text("old.hlog", line));

        assertThat(read.count()).isEqualTo(5);
        assertThat(read.percentileNs(60)).isEqualTo(7);
        assertThat(read.maxNs()).isEqualTo(values.highestEquivalentValue(90_000));
    }
}
