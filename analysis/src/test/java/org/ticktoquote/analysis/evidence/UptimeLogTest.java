package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines in the format that Azul documents for Zing. */
class UptimeLogTest {
    private static final long MS = 1_000_000;
    private static final long FROM_NS = ns("2026-03-02T08:00:00Z");
    private static final long TO_NS = ns("2026-03-02T08:02:00Z");
    private static final long START_NS = ns("2026-03-02T08:00:01.250Z");
    private static final String PRECISION = "its times have milliseconds, so the time of a stop is known to about 1 ms";

    private static final String NOTHING =
            ", it reports no stops; start the JVM with -Xlog:safepoint, or Java 8 with -XX:+PrintGCApplicationStoppedTime";

    private static final String HEAD = """
            0.071: [GCHH : Zing name             : Zing 64-Bit Tiered VM mixed mode ]
            0.071: [GCHH : start time ms         : 1772438401250 ]
            """;
    private static final String BODY = """
            2.500: Application time: 1.2500000 seconds
            2.501: Total time for which application threads were stopped: 0.0007500 seconds, Stopping threads took: 0.0002500 seconds
            2.502: [GC New 1 1 0 1 2048 512 0.001 0.002 ]
            2.503: [SYSINFO 3.5 0.2 11 ]
            61.000: Total time for which application threads were stopped: 0.0120000 seconds, Stopping threads took: 0.0110000 seconds
            """;

    private static final String UNNAMED = "Total time for which application threads were stopped: 0.0007500 seconds,"
            + " Stopping threads took: 0.0002500 seconds";
    private static final String NAMED = "Safepoint \"safepoint\", Time since last: 9 ns, Reaching safepoint: 250000 ns,"
            + " At safepoint: 500000 ns, Total: 750000 ns";

    @TempDir
    private Path folder;

    private static long ns(String instant) {
        return Instant.parse(instant).toEpochMilli() * MS;
    }

    @Test
    void stopEndsAtItsUptimeStamp() throws Exception {
        JvmLog log = read(HEAD + BODY);
        long firstNs = START_NS + 2_501 * MS + MS / 2;
        long secondNs = START_NS + 61_000 * MS + MS / 2;
        assertThat(log.stops())
                .containsExactly(
                        new JvmStop(firstNs - 750_000, firstNs, 250_000, "safepoint", ""),
                        new JvmStop(secondNs - 12 * MS, secondNs, 11 * MS, "safepoint", ""));
        assertThat(log.stops().get(1).text()).isEqualTo("safepoint 12.0 ms, of which 11.0 ms to reach the safepoint");
    }

    @Test
    void reportsTruncatedLog() throws Exception {
        assertThat(read(HEAD + BODY.substring(0, BODY.length() - 9)).reservation())
                .startsWith("gc.log was truncated: it ends within a line, " + PRECISION);
    }

    /** The documentation does not tell which value is a pause. */
    @Test
    void countsZingRecordsAsUnknownFormat() throws Exception {
        assertThat(read(HEAD + BODY).reservation()).isEqualTo(PRECISION + ", 2 lines have an unknown format");
        assertThat(read(HEAD + "2.503: [SYSINFO 3.5 ]\n").reservation())
                .isEqualTo(PRECISION + NOTHING + ", 1 line has an unknown format");
        assertThat(read(HEAD).reservation()).isEqualTo(PRECISION + NOTHING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[2026-03-02T08:00:03.700+0000][2.450s][gc,start] GC(3) Pause Young (Normal) (G1 Evacuation Pause)",
                "[2026-03-02T08:00:03.700+0000][2.450s][gc,task ] GC(3) Using 2 workers of 2 for evacuation",
                "[2026-03-02T08:00:03.700+0000][2.450s][gc      ] GC(3) Concurrent Mark Cycle 500.123ms",
                "2026-03-02T08:00:03.700+0000: 2.450: [GC concurrent-root-region-scan-start]",
                "2026-03-02T08:00:03.700+0000: 2.450: [CMS-concurrent-mark: 0.5/0.5 secs]",
                "2026-03-02T08:00:03.700+0000: 2.450: [GC (CMS Final Remark) [YG occupancy: 9 K (19 K)]",
                "   [Parallel Time: 1.5 ms, GC Workers: 2]",
                "Memory: 4k page, physical 8388608k(1024k free)"
            })
    void ignoresLinesOfHotSpotWithoutAStop(String line) throws Exception {
        assertThat(read("[2026-03-02T08:00:03.751+0000][2.501s][safepoint] " + NAMED + "\n" + line + "\n")
                        .reservation())
                .isEqualTo(PRECISION);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            2026-03-02T10:00:03.751+0200: 2.501: ; false
            2026-03-02T13:45:03.751+0545: ; false
            [2026-03-02T08:00:03.751+0000][info][safepoint   ] ; false
            [2026-03-02T08:00:03.751+0000][2.501s][info ][safepoint] ; true
            """)
    void placesALineByItsDate(String stamps, boolean named) throws Exception {
        JvmLog log = read(stamps + " " + (named ? NAMED : UNNAMED) + "\n");
        assertThat(log.stops())
                .extracting(JvmStop::toNs, JvmStop::lengthNs, JvmStop::reachingNs)
                .containsExactly(tuple(ns("2026-03-02T08:00:03.751Z") + MS / 2, 750_000L, 250_000L));
    }

    @Test
    void readsDecoratedLines() throws Exception {
        String text = (HEAD + BODY).replaceAll("(?m)^([0-9.]+): ", "[$1s][info][gc,safepoint] ");
        assertThat(read(text)).isEqualTo(read(HEAD + BODY));
    }

    @Test
    void readsDecimalCommas() throws Exception {
        String commas = (HEAD + BODY).replaceAll("(?<=\\d)\\.(?=\\d)", ",");
        assertThat(read(commas)).isEqualTo(read(HEAD + BODY));
    }

    /** HotSpot format without options for stops. In Java 8 the stamp is the start. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            [DATE][info][gc] GC(3) Pause Young (Normal) 24M->4M(256M) 37.997ms; GC(3) Pause Young (Normal); true
            [DATE][2.501s][info][gc] GC(3) Pause Remark 24M->4M(256M) 37.997ms; GC(3) Pause Remark; true
            [DATE][2,501s][info][gc] GC(3) y: Pause Mark Start 37,997ms; GC(3) Pause Mark Start; true
            DATE: 2.501: [GC (Allocation Failure) 65536K->10748K(251392K), 0.0379970 secs]; GC (Allocation Failure); false
            DATE: 2,501: [GC (Allocation Failure) 65536K->10748K(251392K), 0,0379970 secs]; GC (Allocation Failure); false
            DATE: [Full GC (System.gc()) 9K->1K(3K), 0.0379970 secs] [Times: user=0.01] ; Full GC (System.gc()); false
            DATE: [GC pause (G1 Evacuation Pause) (young), 0.0379970 secs]; GC pause (G1 Evacuation Pause) (young); false
            DATE: [GC remark 2.501: [Finalize Marking, 0.0001 secs], 0.0379970 secs]; GC remark; false
            """)
    void usesPausesOfCollectionsIfNoStopIsLogged(String line, String what, boolean ends) throws Exception {
        JvmLog log = read(line.replace("DATE", "2026-03-02T08:00:03.751+0000") + "\n");
        long stampNs = ns("2026-03-02T08:00:03.751Z") + MS / 2;
        long fromNs = ends ? stampNs - 37_997_000 : stampNs;

        assertThat(log.stops()).containsExactly(new JvmStop(fromNs, fromNs + 37_997_000, 0, what, ""));
        assertThat(log.reservation())
                .isEqualTo(PRECISION + ", it reports pauses of the collector only, no other stops");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[2026-03-02T08:00:03.751+0000][2.501s][safepoint] " + NAMED})
    void readsWaitsForMemory(String stop) throws Exception {
        String stamps = "[2026-03-02T08:00:03.751+0000][2.501s]";
        JvmLog log = read(stop + "\n" + stamps + "[gc          ] GC(5) y: Allocation Stall (io) 12.566ms\n" + stamps
                + "[gc,stats    ] Allocation pacing accrued:\n" + stamps
                + "[gc,stats    ]      56 of   260 ms ( 21.5%): io-1\n" + stamps.replace("751", "752")
                + "[gc,stats    ]      40 of   260 ms ( 15.4%): io-2\n");
        long endNs = ns("2026-03-02T08:00:03.751Z") + MS / 2;
        assertThat(log.stops())
                .hasSize(stop.isEmpty() ? 1 : 2)
                .contains(new JvmStop(endNs - 12_566_000, endNs, 0, "allocation stall", "io"));
        assertThat(log.pacing())
                .extracting(EvidenceInterval::who, EvidenceInterval::fromNs, EvidenceInterval::mostNs)
                .containsExactly(tuple("io-1", endNs - 260 * MS, 56 * MS), tuple("io-2", endNs - 260 * MS, 40 * MS));
    }

    @Test
    void ignoresConcurrentPhasesAndPausesWithinStops() throws Exception {
        String concurrent = "2026-03-02T08:00:03.751+0000: [GC concurrent-mark-end, 0.5 secs]\n"
                + "2026-03-02T08:00:03.751+0000: [CMS-concurrent-mark: 0.5/0.5 secs]\n"
                + "[2026-03-02T08:00:03.751+0000][info][gc] GC(3) Concurrent Mark Cycle 500.123ms\n";
        assertThat(read(concurrent).stops()).isEmpty();
        assertThat(read(concurrent).reservation()).contains("it reports no stops");
        String pause = "2.500: [GC (Allocation Failure) 65536K->10748K(251392K), 0.0005 secs]\n";
        assertThat(read(HEAD + pause + BODY).stops())
                .isEqualTo(read(HEAD + BODY).stops());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1772438401250; 1772438398000; gc.log is of a JVM that started 2.00 s before the run
            1772438401250; 1772438521000; gc.log is of a JVM that started 1.00 s after the run
            start time ms; start time; gc.log has seconds since the start of its JVM, but not the start
            """)
    void ignoresLogsOfOtherRuns(String from, String to, String reason) throws Exception {
        JvmLog log = read((HEAD + BODY).replace(from, to));
        assertThat(log.absence()).isEqualTo(reason);
        assertThat(log.stops()).isEmpty();
    }

    @Test
    void omitsStopsOutsideTheRun() throws Exception {
        JvmLog log = read(HEAD + BODY.replace("61.000: ", "161.000: "));
        assertThat(log.stops()).hasSize(1);
        assertThat(log.reservation()).contains("1 stop is outside the run's time");
        assertThat(read(HEAD + BODY.replace("0.0007500", "999999999.0")).stops())
                .hasSize(1);
    }

    @Test
    void omitsStopsBeforeTheRunFromALogOfAnAttachedJvm() throws Exception {
        Path log = Files.writeString(folder.resolve("gc.log"), HEAD + BODY);
        JvmLog read = UptimeLog.readAttached(log, START_NS + 30_000 * MS, TO_NS);
        assertThat(read.stops())
                .isEqualTo(UptimeLog.read(log, FROM_NS, TO_NS).stops().subList(1, 2));
        assertThat(read.reservation()).doesNotContain("outside");
        Files.writeString(log, HEAD + "2.500: [GC (Allocation Failure) 65536K->10748K(251392K), 0.0005 secs]\n");
        assertThat(UptimeLog.readAttached(log, START_NS + 30_000 * MS, TO_NS).reservation())
                .contains(JvmLog.ONLY_PAUSES);
    }

    /** The header can be in one file only. If each file has one, each counts from its own. */
    @Test
    void readsRotatedFiles() throws Exception {
        Files.writeString(folder.resolve("gc.log.0"), HEAD);
        Files.writeString(folder.resolve("gc.log.1"), BODY.substring(0, BODY.indexOf("61.000")));
        JvmLog parts = read(BODY.substring(BODY.indexOf("61.000")));
        Path whole = Files.writeString(folder.resolve("whole.log"), HEAD + BODY);
        assertThat(parts).isEqualTo(UptimeLog.read(whole, FROM_NS, TO_NS));
        Files.writeString(folder.resolve("gc.log.2"), HEAD.replace("1772438401250", "1772438402250"));
        assertThat(read(BODY).absence()).isEmpty();
        assertThat(read(BODY).stops()).isEmpty();
        assertThat(read(BODY).reservation())
                .contains("gc.log has seconds since the start of its JVM, but not the start");
    }

    @Test
    void countsDuplicatedStopsOnce() throws Exception {
        Files.writeString(folder.resolve("gc.log.0"), HEAD + BODY);
        JvmLog log = read(HEAD + BODY);
        assertThat(log.stops()).hasSize(2);
        assertThat(log.reservation()).endsWith("gc.log holds 2 stops more than once; each counts once");
    }

    @Test
    void logTruncatedAnywhereYieldsOnlyKnownStops() throws Exception {
        List<JvmStop> all = read(HEAD + BODY).stops();
        for (int length = 0; length < HEAD.length() + BODY.length(); length++) {
            for (JvmStop stop : read((HEAD + BODY).substring(0, length)).stops()) {
                assertThat(all).as("of the first " + length).anySatisfy(known -> {
                    assertThat(stop.toNs()).isEqualTo(known.toNs());
                    assertThat(stop.lengthNs()).isEqualTo(known.lengthNs());
                });
            }
        }
    }

    @Test
    void toleratesForeignTextAndInvalidTimes() throws Exception {
        String garbled = "no stamp at all\n\u0000\u0000\n"
                + "Total time for which application threads were stopped: 0.5 seconds\n"
                + "2026-99-02T10:00:03.751+0200: Total time for which application threads were stopped: 0.5 seconds\n"
                + "9999-01-02T10:00:03.751+0200: Total time for which application threads were stopped: 0.5 seconds\n"
                + "0.071: [GCHH : start time ms : 999999999999999 ]\n";
        JvmLog log = read(HEAD + garbled + BODY);
        assertThat(log.stops()).isEqualTo(read(HEAD + BODY).stops());
        assertThat(log.reservation()).endsWith(", 5 lines have an unknown format");
    }

    @Test
    void doesNotAcceptLogsWithNanosecondStamps() throws Exception {
        Path log =
                Files.writeString(folder.resolve("gc.log"), "[5000000ns][4000000ns][7][gc] GC(3) Pause Full 1.500ms");
        assertThat(UptimeLog.is(log)).isFalse();
        assertThat(UptimeLog.is(Files.writeString(log, HEAD))).isTrue();
        assertThat(UptimeLog.is(Files.writeString(log, "Hello"))).isFalse();
        assertThat(UptimeLog.is(folder.resolve("nowhere/gc.log"))).isFalse();
    }

    private JvmLog read(String text) throws IOException {
        return UptimeLog.read(Files.writeString(folder.resolve("gc.log"), text), FROM_NS, TO_NS);
    }
}
