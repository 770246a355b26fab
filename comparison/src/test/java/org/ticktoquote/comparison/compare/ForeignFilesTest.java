package org.ticktoquote.comparison.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.core.command.ProblemException;

/** Files written by HdrHistogram, intact and damaged. */
final class ForeignFilesTest {
    static final int VALUES = 30_000;
    static final int V2 = 0x1c849304;
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    @TempDir
    Path directory;

    static long[] values() {
        Random random = new Random(3);
        return LongStream.generate(() -> (long) (600_000 * Math.exp(0.6 * random.nextGaussian())))
                .limit(VALUES)
                .toArray();
    }

    private Path log(long[] values, String @Nullable ... tags) throws IOException {
        return log(directory.resolve("some.hlog"), values, tags);
    }

    static Path log(Path file, long[] values, String @Nullable ... tags) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(1_700_000_000_000L);
            writer.outputLegend();
            for (int from = 0; from < values.length; from += 1_000) {
                for (String tag : tags) {
                    Histogram interval = new Histogram(3_600_000_000_000L, 3);
                    interval.setTag(tag);
                    interval.setStartTimeStamp(1_700_000_000_000L + from);
                    interval.setEndTimeStamp(1_700_000_001_000L + from);
                    Arrays.stream(values, from, Math.min(values.length, from + 1_000))
                            .forEach(interval::recordValue);
                    writer.outputIntervalHistogram(interval);
                }
            }
        }
        return file;
    }

    private Path text(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static long exact(long[] values, double percentile) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(percentile * sorted.length / 100 - 1e-6) - 1];
    }

    private static HistogramValues read(Path log) {
        return read(log, null);
    }

    private static HistogramValues read(Path log, @Nullable String tag) {
        return HistogramLog.read(log, null, tag, false);
    }

    private static List<Compared> compared(String argument, @Nullable String tagOption) {
        return CompareArgument.parse(argument).read(Latency.LAST_CLIENT, null, tagOption, null);
    }

    @Test
    void percentilesOfALogAreExactToABucket() throws IOException {
        long[] values = values();
        Path log = log(values, (String) null);
        HistogramValues read = read(log);
        assertThat(read.count()).isEqualTo(VALUES);
        assertThat(read.assumed()).isEqualTo("values assumed in ns (the file has no unit)");
        for (double percentile : List.of(50.0, 90.0, 99.0, 99.9, 99.99, 100.0)) {
            long exact = exact(values, percentile);
            assertThat(read.percentileNs(percentile)).as("p%s", percentile).isBetween(exact, exact + exact / 1_000);
        }
        HistogramValues inUs = HistogramLog.read(log, ValueUnit.US, null, false);
        assertThat(inUs.percentileNs(50)).isEqualTo(US * read.percentileNs(50));
    }

    @Test
    void readsPercentilesFromTableRows() throws IOException {
        long[] values = values();
        Histogram all = new Histogram(3);
        Arrays.stream(values).forEach(all::recordValue);
        for (boolean csv : new boolean[] {false, true}) {
            Path file = directory.resolve("some.hgrm");
            try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
                out.println("Running 30s test @ http://127.0.0.1\n  Detailed Percentile spectrum:");
                all.outputPercentileDistribution(out, 5, 1e6, csv);
                out.println("----------------------------------------------------------\n  1 requests in 30s");
            }
            Files.writeString(file, Files.readString(file).replaceFirst("(?s)----.*", csv ? "" : "#[done]\n"));
            HistogramValues read = PercentileTable.read(file, null);
            assertThat(read.count()).isEqualTo(VALUES);
            assertThat(read.assumed()).startsWith("values assumed in ms");
            assertThat(read.percentileNs(50)).isBetween(exact(values, 50) - US, exact(values, 50) * 1_001 / 1_000 + US);
            assertThat(read.percentileNs(99)).isBetween(exact(values, 99) - US, exact(values, 99) * 1_200 / 1_000);
            assertThat(read.maxNs()).isBetween(exact(values, 100) - US, exact(values, 100) * 1_001 / 1_000 + US);
        }
    }

    @Test
    void logWithSeveralTagsNeedsATag() throws IOException {
        Path file = log(values(), "a", "b");
        assertRefused(() -> read(file), "several tags", "a, b");
        assertRefused(() -> read(file, "c"), "no line with tag 'c'");
        assertThat(read(file, "a").count()).isEqualTo(VALUES);
    }

    @Test
    void sameFileCanBeGivenTwiceWithDifferentTags() throws IOException {
        String file = log(values(), "a", "b").toString();
        assertThat(List.of(file + "#a", file + "#b:us"))
                .flatExtracting(each -> compared(each, "c"))
                .extracting(Compared::name)
                .containsExactly("some.hlog#a", "some.hlog#b");
        assertRefused(() -> compared(file + "#c", null), "no line with tag 'c'");
        assertRefused(() -> CompareArgument.parse(file + "#"), "no tag after '#'");
        assertRefused(() -> CompareArgument.parse("some.hgrm#a"), "expected FILE.hlog#TAG");
    }

    @Test
    void tagCanContainAnEqualsSign() throws IOException {
        String file = log(values(), "side=bid", "b").toString();
        CompareArgument named = CompareArgument.parse("mine=" + file + "#side=bid:ms");
        assertThat(named).isEqualTo(new CompareArgument("mine", Path.of(file), "side=bid", ValueUnit.MS));
        assertThat(compared(file + "#side=bid", null)).hasSize(1);
    }

    @Test
    void tagGivenForAFileMustExistInIt() throws IOException {
        String file = log(values(), (String) null).toString();
        assertRefused(() -> compared(file + "#a", null), "no line with tag 'a'", "expected no tag (the file has none)");
    }

    @Test
    void ignoresByteOrderMark() throws IOException {
        Path file = log(values(), (String) null);
        Files.writeString(file, "\uFEFF" + Files.readString(file));
        assertThat(read(file).count()).isEqualTo(VALUES);
    }

    /** --tag applies to all files and skips nothing in a file without tags. */
    @Test
    void tagOptionSkipsUntaggedLinesOfATaggedFileOnly() throws IOException {
        assertThat(read(log(values(), (String) null), "a").count()).isEqualTo(VALUES);
        Path tagged = log(values(), null, "a");
        assertThat(read(tagged, "a").count()).isEqualTo(VALUES);
        assertRefused(() -> read(tagged, "b"), "no line with tag 'b'");
    }

    @Test
    void lostTicksOfOwnFilesRankAboveEveryValue() throws IOException {
        HistogramValues table = PercentileTable.read(text("own.hgrm", """
                        Value     Percentile TotalCount 1/(1-Percentile)

                        100.000 0.500000000000 5 2.00
                        200.000 1.000000000000 9
                        #[response: of all, nanoseconds]
                        #[measured = 9, lost = 1, negative recorded as 0 = 0]
                        """), null);
        assertThat(table.assumed()).startsWith("values in ns, as stated in the file");
        assertThat(table.count()).isEqualTo(10);
        assertThat(table.percentileNs(50)).isEqualTo(100);
        assertThat(table.percentileNs(90)).isEqualTo(200);
        assertThat(table.percentileNs(99)).isNull();
        assertThat(table.maxNs()).isNull();
        assertThat(table.curve("x").points()).last().matches(CurvePoint::refused);
    }

    @Test
    void lostTicksOfConcatenatedLogsAreAdded() throws IOException {
        String one = Files.readString(log(values(), (String) null));
        String comment = "#measured = 9, lost = ";
        Path both = text("both.hlog", comment + "5\n" + one + comment + "0\n" + one);
        assertThat(read(both).count()).isEqualTo(2 * VALUES + 5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Value Percentile TotalCount 1/(1-Percentile)\n1.0 1.000000 10 2097152.00\n",
                "no table",
                "Value Percentile TotalCount\n1.0 0.5 10\n",
                "Value Percentile TotalCount\n1.0 0.5 10\n0.9 1.0 20\n",
                "Value Percentile TotalCount\n1.0 0.5 10\n2.0 1.0 5\n",
                "Value Percentile TotalCount\n1.0 0.5 -1\n2.0 1.0 5\n",
                "Value Percentile TotalCount\n1.0 7 1\n",
                "Value Percentile TotalCount\nNaN 1.0 1\n",
                "Value Percentile TotalCount\n99999999999999.0 1.0 1\n",
                "Value Percentile TotalCount\n1.0\u0000 1.0 1\n"
            })
    void incompleteTableIsRefusedWithItsLine(String content) throws IOException {
        Path file = text("damaged.hgrm", content);
        assertRefused(() -> PercentileTable.read(file, null), "damaged.hgrm:", "expected ");
    }

    @Test
    void damagedLogIsRefusedWithItsLine() throws IOException {
        String whole = Files.readString(log(values(), (String) null));
        for (String content : List.of(
                "",
                "hello\n",
                whole.substring(0, whole.length() - 40),
                whole.replaceFirst("HISTF", "XXXXX"),
                "1.0,1.0,5,not base64 at all\n",
                "Tag=a\n")) {
            Path file = text("damaged.hlog", content);
            assertRefused(() -> read(file), "damaged.hlog:", "expected ");
        }
    }

    @Test
    void decompressionBombIsNotUnpacked() throws IOException {
        Path file = text("bomb.hlog", "1.0,1.0,5," + packed(new byte[1 << 28]) + "\n");
        assertRefused(() -> read(file), "bomb.hlog:1: has no integer histogram");
    }

    @Test
    void histogramThatClaimsMoreThanItsContentIsRefused() throws IOException {
        ByteBuffer content = ByteBuffer.allocate(41);
        content.putInt(0x1c849313).putInt(1).putInt(0).putInt(3);
        content.putLong(1).putLong(1000).putDouble(1);
        content.put((byte) 3); // -2: two empty counts
        Path sound = text("one.hlog", "1.0,1.0,5," + packed(content.array()) + "\n");
        assertThat(read(sound).count()).isZero();
        for (int at : new int[] {4, 12, 16}) {
            byte[] other = content.array().clone();
            Arrays.fill(other, at, at + 4, (byte) 0x7f);
            Path file = text("claims.hlog", "1.0,1.0,5," + packed(other) + "\n");
            assertRefused(() -> read(file), "claims.hlog:");
        }
    }

    private static String packed(byte[] content) {
        return packed(content, V2);
    }

    static String packed(byte[] content, int cookie) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        deflater.setInput(content);
        deflater.finish();
        byte[] out = new byte[Math.max(content.length / 500, Math.min(content.length, 1 << 20)) + 200];
        int length = deflater.deflate(out);
        deflater.end();
        ByteBuffer all = ByteBuffer.allocate(8 + length);
        all.putInt(cookie + 0x10).putInt(length).put(out, 0, length);
        return Base64.getEncoder().encodeToString(all.array());
    }

    @Test
    void directoryInsteadOfAFileIsRefused() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder.hlog"));
        assertRefused(() -> read(folder), "cannot be read");
    }

    /** The file DIR/x=y.hlog exists. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            wrk2=/tmp/a=b.hgrm:us     | wrk2    | /tmp/a=b.hgrm  | -   | US
            results/latest            | ''      | results/latest | -   | -
            DIR/x=y.hlog              | ''      | DIR/x=y.hlog   | -   | -
            DIR/x=y.hlog#a=b          | ''      | DIR/x=y.hlog   | a=b | -
            one=two=DIR/x=y.hlog#a:us | one=two | DIR/x=y.hlog   | a   | US
            some/x=y.hlog#a=b         | ''      | some/x=y.hlog  | a=b | -
            y.hlog#a=b                | ''      | y.hlog         | a=b | -
            """)
    void parsesNameTagAndUnitOfAnArgument(
            String given, String name, String path, @Nullable String tag, @Nullable ValueUnit unit) throws IOException {
        text("x=y.hlog", "");
        String folder = directory.toString();
        assertThat(CompareArgument.parse(given.replace("DIR", folder)))
                .isEqualTo(new CompareArgument(name, Path.of(path.replace("DIR", folder)), tag, unit));
    }

    @Test
    void refusesAnArgumentWithoutANameOrWithAnUnknownUnit() {
        assertRefused(() -> CompareArgument.parse("=a.hlog"));
        assertThatThrownBy(() -> CompareArgument.parse("wrk2=a.hgrm:s"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("'wrk2=a.hgrm:s' has the unknown unit 's', expected ns, us or ms after the file name");
        assertThat(MS).isEqualTo(ValueUnit.MS.lengthNs());
    }
}
