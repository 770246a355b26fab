package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Excerpts of logs written by JDK 17.0 and 25.0 for a small program with each collector. */
class JvmLogTest {
    private static final String G1 = "g1-17.log";
    private static final long FROM_NS = Long.MIN_VALUE / 4;
    private static final long TO_NS = Long.MAX_VALUE / 4;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            serial-17     ; 5; 2.64 ms; GC(0) Pause Young (Allocation Failure)              ; GC(163) Pause Full (System.gc())     ; 3.27 ms
            serial-25     ; 6; 2.64 ms; GC(0) Pause Young (Allocation Failure)              ; GC(122) Pause Full (System.gc())     ; 24.7 ms
            parallel-17   ; 5; 1.64 ms; GC(0) Pause Young (Allocation Failure)              ; GC(189) Pause Full (System.gc())     ; 12.2 ms
            parallel-25   ; 5; 13.1 ms; GC(0) Pause Young (Allocation Failure)              ; GC(105) Pause Full (System.gc())     ; 16.0 ms
            g1-17         ; 5; 1.54 ms; GC(0) Pause Young (Normal) (G1 Evacuation Pause)    ; GC(172) Pause Full (System.gc())     ; 6.82 ms
            g1-25         ; 4; 2.31 ms; GC(0) Pause Young (Normal) (G1 Evacuation Pause)    ; GC(67) Pause Full (System.gc())      ; 22.2 ms
            z-17          ; 3; 66.2 us; GC(0) Pause Mark Start                              ; GC(0) Pause Mark End                 ; 32.2 us
            z-25          ; 3; 1.13 ms; GC(0) Pause Mark Start (Major)                      ; GC(0) Pause Mark End                 ; 115 us
            shenandoah-17 ; 3; 139 us ; GC(0) Pause Init Mark (unload classes); GC(0) Pause Final Mark (unload classes); 158 us
            shenandoah-25 ; 3; 156 us ; GC(0) Pause Init Mark (unload classes); GC(0) Pause Final Mark (unload classes); 226 us
            genshen-25    ; 4; 55.5 us; GC(0) Pause Init Mark (Young)                       ; GC(23) Pause Final Update Refs       ; 33.0 us
            epsilon-17    ; 1; 72.7 us; safepoint ThreadDump                                ; safepoint ThreadDump                 ; 72.7 us
            epsilon-25    ; 1; 51.0 us; safepoint ThreadDump                                ; safepoint ThreadDump                 ; 51.0 us
            """)
    void findsTheStopsOfEveryCollector(
            String name, int count, String firstLength, String first, String other, String otherLength)
            throws Exception {
        JvmLog log = read(recorded(name + ".log"));
        assertThat(log.stops()).hasSize(count);
        assertThat(log.stops().get(0).text()).startsWith(first + " " + firstLength + ", of which ");
        assertThat(log.stops()).anySatisfy(stop -> assertThat(stop.text()).startsWith(other + " " + otherLength));
        assertThat(log.stops().get(count - 1).what()).isEqualTo("safepoint ThreadDump");
        assertThat(log.reservation()).isEmpty();
    }

    /** HotSpot formats numbers by locale. In the fixtures only decimals have a point between digits. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            serial-17     ; ,
            parallel-25   ; ,
            g1-17         ; ,
            g1-25         ; \u066b
            z-25          ; ,
            shenandoah-17 ; ,
            genshen-25    ; ,
            """)
    void readsDecimalsOfAnyLocale(String name, String point) throws Exception {
        String recorded = Files.readString(recorded(name + ".log"));
        String local = recorded.replaceAll("(?<=\\d)\\.(?=\\d+(ms|%| seconds))", point);
        assertThat(local).isNotEqualTo(recorded);
        Path log = Files.writeString(folder.resolve("gc.log"), local);
        assertThat(read(log)).isEqualTo(read(recorded(name + ".log")));
    }

    /** No fixture contains a stall or pacing. */
    @Test
    void readsStallsAndPacingWithDecimalComma() throws Exception {
        JvmLog log = written(
                "[9000000ns][8000000ns][7][gc      ] GC(1) Allocation Stall (io) 1,500ms",
                "[300000000ns][299000000ns][7][gc,ergo] Allocation pacing accrued:",
                "[300000000ns][299000000ns][7][gc,ergo]      56 of   260 ms ( 21,6%): io-1");

        assertThat(log.stops()).containsExactly(new JvmStop(7_500_000, 9_000_000, 0, "allocation stall", "io"));
        assertThat(log.pacing()).extracting(EvidenceInterval::mostNs).containsExactly(56_000_000L);
    }

    @Test
    void stopLastsFromItsRequestToItsEnd() throws Exception {
        JvmLog log = read(recorded("z-25.log"));
        JvmStop stop = log.stops().get(0);
        assertThat(stop.text()).endsWith(" 1.13 ms, of which 1.08 ms to reach the safepoint");
        assertThat(stop.toNs()).isBetween(27663909287972L - 5_000, 27663909287972L);
        assertThat(List.of(stop.lengthNs(), stop.reachingNs())).containsExactly(1134801L, 1080961L);
        assertThat(stop.thread()).isEmpty();
    }

    @Test
    void lateLogLineDoesNotMoveItsStop() throws Exception {
        JvmLog log = written(
                "[1000000ns][900000ns][7][gc] GC(0) Pause Young (Normal) 1M->1M(2M) 0.100ms",
                safepoint(9_000_000, 7, 500_000, 2_000, 110_000),
                safepoint(9_300_000, 7, 8_000_000, 1_000, 290_000));
        assertThat(log.stops())
                .extracting(JvmStop::fromNs, JvmStop::toNs)
                .containsExactly(tuple(900_000L, 1_010_000L), tuple(9_010_000L, 9_300_000L));
    }

    @Test
    void countsDuplicatedStopsOnce() throws Exception {
        String once = Files.readString(recorded(G1));
        JvmLog log = read(Files.writeString(folder.resolve("gc.log"), once + once));

        assertThat(log.stops()).isEqualTo(read(recorded(G1)).stops());
        assertThat(log.reservation()).isEqualTo("gc.log holds 5 stops more than once; each counts once");
    }

    @Test
    void reportsFolderAsNoFile() throws Exception {
        Path log = Files.createDirectory(folder.resolve("gc.log"));
        assertThat(read(log).absence()).isEqualTo("gc.log is not a file");
    }

    @Test
    void reportsRotationDuringReading() throws Exception {
        Path log = folder.resolve("gc.log");
        write("gc.log", safepoint(1_000_000, 7, 1_000, 10, 1_000));
        write("gc.log.0", safepoint(500_000, 7, 1_000, 10, 1_000));

        JvmLog read = JvmLog.read(log, FROM_NS, TO_NS, true, this::rotate);

        assertThat(read.reservation()).contains("gc.log was rotated while it was read: stops may be missing");
        assertThat(read(log).reservation()).doesNotContain("rotated");
    }

    private void rotate() {
        try {
            Files.delete(folder.resolve("gc.log.0"));
            Files.move(folder.resolve("gc.log"), folder.resolve("gc.log.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void keepsStopsOfTwoJvmsInOneFileApart() throws Exception {
        JvmLog log = written(
                safepoint(1_000_000, 7, 1_000, 10, 1_000),
                safepoint(1_001_000, 8, 500_000, 10, 1_000),
                safepoint(2_000_000, 7, 998_000, 10, 1_000));
        assertThat(log.stops()).extracting(JvmStop::toNs).containsExactly(1_000_000L, 1_001_000L, 2_000_000L);
    }

    @Test
    void pauseWithoutASafepointIsAStop() throws Exception {
        JvmLog log = written("[5000000ns][4000000ns][7][gc] GC(3) Pause Full (System.gc()) 9M->1M(12M) 1.500ms");
        assertThat(log.stops())
                .containsExactly(new JvmStop(3_500_000, 5_000_000, 0, "GC(3) Pause Full (System.gc())", ""));
        assertThat(log.reservation()).isEqualTo("it reports pauses of the collector only, no other stops");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[7]", "[info]", "[7][info ]", "[host-1][4711][7][info]"})
    void acceptsAnyDecorationsAfterTheTimes(String decorations) throws Exception {
        JvmLog log = written(
                safepoint(5_000_000, 7, 9, 1_000, 2_000).replace("[7]", decorations),
                "[9000000ns][8000000ns]" + decorations + "[gc      ] GC(1) Allocation Stall (io) 1.500ms",
                stats(300_000_000, 7, "Allocation pacing accrued:").replace("[7]", decorations),
                stats(300_000_000, 7, "     56 of   260 ms ( 21.6%): io-1").replace("[7]", decorations),
                "[9000000ns][8000000ns]" + decorations + "[gc      ] [GC New 1 1 0 ]");
        assertThat(log.stops())
                .extracting(JvmStop::toNs, JvmStop::lengthNs)
                .containsExactly(tuple(5_000_000L, 2_000L), tuple(9_000_000L, 1_500_000L));
        assertThat(log.pacing()).extracting(EvidenceInterval::who).containsExactly("io-1");
        assertThat(log.reservation()).isEqualTo("1 line has an unknown format");
    }

    /** Format of HotSpot before 13 and of Azul's documentation. */
    @Test
    void countsUnnamedStops() throws Exception {
        JvmLog log = written(
                stopped(1_500_000, "0.0002500"), stopped(1_700_000, "0.0004000"), stopped(9_000_000, "0.0010000"));
        assertThat(log.stops())
                .containsExactly(
                        new JvmStop(1_050_000, 1_300_000, 50_000, "safepoint", ""),
                        new JvmStop(1_300_000, 1_700_000, 50_000, "safepoint", ""),
                        new JvmStop(8_000_000, 9_000_000, 50_000, "safepoint", ""));
        assertThat(log.reservation()).isEmpty();
    }

    @Test
    void countsRecordsOfUnknownFormat() throws Exception {
        JvmLog log = written(
                "[1000000ns][900000ns][7][gc          ] [GCHH : Zing name : Zing 64-Bit Tiered VM ]",
                "[1200000ns][900000ns][7][gc          ] [GC New 1 1 0 1 2048 512 0.001 0.002 ]",
                stopped(1_500_000, "0.0002500"));
        assertThat(log.stops()).hasSize(1);
        assertThat(log.reservation()).isEqualTo("1 line has an unknown format");
    }

    private static String stopped(long stampNs, String seconds) {
        return "[" + stampNs + "ns][0ns][7][safepoint   ] Total time for which application threads were stopped: "
                + seconds + " seconds, Stopping threads took: 0.0000500 seconds";
    }

    @Test
    void namesThreadOfAnAllocationStall() throws Exception {
        JvmLog log =
                written("[27655267699754ns][288746599ns][9580][gc          ] Allocation Stall (io (2) x) 12.566ms");
        assertThat(log.stops())
                .extracting(JvmStop::text, stop -> stop.evidence().who(), JvmStop::lengthNs)
                .containsExactly(tuple("allocation stall 12.6 ms of thread io (2) x", "io (2) x", 12_566_000L));
    }

    /** JDK 25 logged that the main thread waited 4 of 31 ms. */
    @Test
    void shenandoahPacingHasADurationButNoExactTime() throws Exception {
        JvmLog log = read(recorded("shenandoah-25.log"));
        assertThat(log.pacing())
                .containsExactly(new EvidenceInterval(
                        27_666_262_717_529L,
                        27_666_293_717_529L,
                        4_000_000,
                        "main",
                        "main waited 4 ms of it for memory (allocation pacing)"));
        assertThat(log.pacing().get(0).isWhole()).isFalse();
        assertThat(read(recorded("shenandoah-17.log")).pacing()).isEmpty();
    }

    @Test
    void pacingLongerThanItsPeriodIsLimitedToThePeriod() throws Exception {
        JvmLog log = written(
                stats(900_000_000, 7, "Allocation pacing accrued:"),
                stats(900_000_100, 7, "      0 of   600 ms (  0.0%): idle"),
                stats(900_000_200, 7, "    750 of   600 ms (125.0%): io (2) of 3 ms (x)"),
                stats(900_000_300, 8, "     50 of   600 ms (  8.3%): of another JVM"),
                stats(900_000_400, 7, "    750 of   600 ms (125.0%): <total>"),
                stats(950_000_000, 7, "Allocation pacing accrued:"),
                stats(950_000_100, 7, "     20 of 999999999 ms (  0.0%): late"));
        assertThat(log.pacing())
                .extracting(EvidenceInterval::who, EvidenceInterval::fromNs, EvidenceInterval::mostNs)
                .containsExactly(
                        tuple("io (2) of 3 ms (x)", 300_000_000L, 599_999_999L),
                        tuple("late", 950_000_000L - 999_999_999_000_000L, 0L));
    }

    private static String stats(long stampNs, long thread, String message) {
        return "[" + stampNs + "ns][0ns][" + thread + "][gc,stats    ] " + message;
    }

    @Test
    void readsRotatedFilesInOrder() throws Exception {
        List<String> lines = Files.readAllLines(recorded(G1));
        Path whole = folder.resolve("whole.log");
        Files.write(whole, lines);
        Files.write(folder.resolve("gc.log.4"), lines.subList(0, 20));
        Files.write(folder.resolve("gc.log.0"), lines.subList(20, 40));
        Files.write(folder.resolve("gc.log"), lines.subList(40, lines.size()));
        Files.createFile(folder.resolve("gc.log.1"));
        Files.writeString(folder.resolve("gc.log.txt"), "[1ns][1ns][1][gc] GC(3) Pause Full 9M->1M(12M) 1.500ms\n");
        assertThat(read(folder.resolve("gc.log"))).isEqualTo(read(whole));
    }

    /** A killed JVM can leave any part of its last line. */
    @Test
    void logTruncatedAnywhereYieldsOnlyKnownStops() throws Exception {
        byte[] whole = Files.readAllBytes(recorded(G1));
        List<JvmStop> all = read(recorded(G1)).stops();
        for (int length = 0; length < whole.length; length += 7) {
            Path cut = folder.resolve("cut.log");
            Files.write(cut, Arrays.copyOf(whole, length));
            for (JvmStop stop : read(cut).stops()) {
                assertThat(all).as("of the first " + length + " bytes").anySatisfy(known -> {
                    assertThat(stop.what()).isEqualTo(known.what());
                    assertThat(stop.lengthNs()).isBetween(known.lengthNs() - 200_000, known.lengthNs());
                    assertThat(stop.toNs()).isBetween(known.toNs() - 50_000, known.toNs() + 5_000);
                });
            }
        }
    }

    @Test
    void reportsTruncatedLog() throws Exception {
        byte[] whole = Files.readAllBytes(recorded(G1));
        Files.write(folder.resolve("gc.log"), Arrays.copyOf(whole, whole.length - 3));
        JvmLog log = read(folder.resolve("gc.log"));
        assertThat(log.absence()).isEmpty();
        assertThat(log.reservation()).isEqualTo("gc.log was truncated: it ends within a line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"g1-17.log", "g1-25.log"})
    void reportsLogTruncatedAtTheEndOfALine(String name) throws Exception {
        List<String> whole = Files.readAllLines(recorded(name));
        Files.write(folder.resolve("gc.log"), whole.subList(0, whole.size() - 1));
        assertThat(read(folder.resolve("gc.log")).reservation())
                .isEqualTo("gc.log has no exit of its JVM: the JVM was killed, or the log was truncated");
        Files.write(folder.resolve("gc.log.0"), whole.subList(0, 20));
        Files.write(folder.resolve("gc.log"), whole.subList(20, whole.size()));
        assertThat(read(folder.resolve("gc.log")).reservation()).isEmpty();
    }

    @Test
    void ignoresFileOfAnotherRun() throws Exception {
        write("gc.log", safepoint(9_000_000_000L, 7, 1_000, 10, 1_000).replace("[0ns]", "[8000000000ns]"));
        Path log = folder.resolve("gc.log");
        assertThat(JvmLog.read(log, 900_000_000, 2_000_000_000).absence()).isEmpty();
        assertThat(JvmLog.read(log, 1_500_000_000, 2_000_000_000).absence())
                .isEqualTo("gc.log is of a JVM that started 500 ms before the run, or that reads another clock");
        Files.copy(log, folder.resolve("gc.log.0"));
        write("gc.log", safepoint(9_100_000_000L, 7, 1_000, 10, 1_000).replace("[0ns]", "[7000000000ns]"));
        JvmLog both = JvmLog.read(log, 1_500_000_000, 2_500_000_000L);
        assertThat(both.absence()).isEmpty();
        assertThat(both.stops()).extracting(JvmStop::toNs).containsExactly(9_100_000_000L);
        assertThat(both.reservation()).startsWith("gc.log.0 is of a JVM that started 500 ms before the run");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            0.092: [GCHH : Zing name : Zing 64-Bit ]; has no lines with timenanos and uptimenanos: it begins with '0.092: [GCHH
            ~~; is empty
            """)
    void reportsWhyALogCannotBeRead(String line, String reason) throws Exception {
        assertThat(written(line).absence()).startsWith("gc.log " + reason);
        assertThat(read(folder.resolve("other.log")).absence()).startsWith("other.log is missing");
        assertThat(read(folder.resolve("nowhere/gc.log")).absence()).startsWith("gc.log is missing");
    }

    @Test
    void toleratesImpossibleNumbers() throws Exception {
        String huge = "9".repeat(18);
        JvmLog log = written(
                safepoint(1_000, 7, 0, 0, 0).replace("Total: 0", "Total: " + huge),
                safepoint(2_000, 7, 0, 0, 0).replace("last: 0", "last: " + huge),
                safepoint(1_500, 7, 0, 0, 0).replace("Reaching safepoint: 0", "Reaching safepoint: " + huge));
        assertThat(log.stops()).allSatisfy(stop -> assertThat(stop.lengthNs()).isGreaterThanOrEqualTo(0));
    }

    @Test
    void retainsTheLongestElements() {
        LongestElements<Integer> longest = new LongestElements<>(3, Integer::longValue);
        for (int i = 0; i < 20; i++) {
            longest.add(i * 7 % 20);
        }
        assertThat(longest.elements()).containsExactlyInAnyOrder(17, 18, 19);
        assertThat(longest.omitted()).isEqualTo(17);
        assertThat(longest.longestOmittedNs()).isEqualTo(16);
    }

    private static String safepoint(long stampNs, long thread, long sinceNs, long reachingNs, long totalNs) {
        return "[" + stampNs + "ns][0ns][" + thread + "][safepoint   ] Safepoint \"ICBufferFull\", Time since last: "
                + sinceNs + " ns, Reaching safepoint: " + reachingNs + " ns, At safepoint: 1 ns, Total: " + totalNs
                + " ns";
    }

    /** Reads {@code gc.log} with these lines. */
    private JvmLog written(String... lines) throws IOException {
        write("gc.log", lines);
        return read(folder.resolve("gc.log"));
    }

    private void write(String name, String... lines) throws IOException {
        Files.write(folder.resolve(name), List.of(lines));
    }

    private static JvmLog read(Path log) {
        return JvmLog.read(log, FROM_NS, TO_NS);
    }

    static Path recorded(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(JvmLogTest.class.getResource("/jvm-logs/" + name))
                .toURI());
    }
}
