package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines in the format of OpenJ9's documentation and source code. */
class VerboseGcLogTest {
    private static final long MS = 1_000_000;
    private static final long FROM_NS = ns("2020-10-18T12:27:08Z");
    private static final long TO_NS = ns("2020-10-18T12:29:00Z");
    private static final String LOG = """
            <?xml version="1.0" encoding="UTF-8" ?>

            <verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="DATE_Master">

            <initialized id="1" timestamp="2020-10-18T13:27:09.000">
              <attribute name="gcPolicy" value="-Xgcpolicy:gencon" />
            </initialized>

            <exclusive-start id="3" timestamp="2020-10-18T13:27:09.603" intervalms="503.016">
              <response-info timems="0.250" idlems="0.010" threads="3" lastid="0000000000AC4600" />
            </exclusive-start>
            <af-start id="4" timestamp="2020-10-18T13:27:09.603" intervalms="503.127" type="nursery" />
            <cycle-start id="5" type="scavenge" contextid="0" timestamp="2020-10-18T13:27:09.603" intervalms="503.115" />
            <gc-start id="6" type="scavenge" contextid="5" timestamp="2020-10-18T13:27:09.603">
              <mem-info id="7" free="802568640" total="1073741824" percent="74">
              </mem-info>
            </gc-start>
            <gc-end id="9" type="scavenge" contextid="5" durationms="31.714" timestamp="2020-10-18T13:27:09.635" activeThreads="4">
            </gc-end>
            <cycle-end id="10" type="scavenge" contextid="4" timestamp="2020-10-18T13:27:09.635" />
            <exclusive-end id="13" timestamp="2020-10-18T13:27:09.635" durationms="31.984" />

            <exclusive-start id="23" timestamp="2020-10-18T13:27:10.100" intervalms="497.016">
            </exclusive-start>
            <exclusive-end id="24" timestamp="2020-10-18T13:27:10.101" durationms="0.512" />
            """;

    @TempDir
    private Path folder;

    private static long ns(String instant) {
        return Instant.parse(instant).toEpochMilli() * MS;
    }

    private JvmLog read(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("gc.log"), text);
        assertThat(VerboseGcLog.is(file)).isTrue();
        return VerboseGcLog.read(file, FROM_NS, TO_NS);
    }

    @Test
    void stopLastsFromItsRequestToItsEnd() throws Exception {
        JvmLog log = read(LOG);
        long endNs = ns("2020-10-18T12:27:09.635Z") + MS / 2;
        long otherNs = ns("2020-10-18T12:27:10.101Z") + MS / 2;
        assertThat(log.stops())
                .containsExactly(
                        new JvmStop(endNs - 31_984_000 - 250_000, endNs, 250_000, "collection (scavenge)", ""),
                        new JvmStop(otherNs - 512_000, otherNs, 0, "exclusive access", ""));
    }

    /** All times of the log shifted to another time zone. */
    @ParameterizedTest
    @CsvSource({"T12:, 0", "T17:, 0", "T04:, 0", "T02:, -46", "T22:, 30"})
    void derivesTheTimeZoneFromTheRun(String hour, int minutes) throws Exception {
        String text = LOG.replace("T13:", hour);
        String shifted = minutes == 30
                ? text.replace(":27:", ":57:")
                : text.replace(":27:", minutes == -46 ? ":12:" : ":27:").replace("2020-10-18T02", "2020-10-19T02");
        assertThat(read(shifted).stops()).isEqualTo(read(LOG).stops());
    }

    /** The log of an attached JVM begins at any time and continues after the run. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            2020-10-18T12:27:10.050Z; 10; ''
            2020-10-18T12:40:00Z; 50; ''
            2020-10-18T13:28:00Z; 70; its times of day have no time zone, and in several the attached JVM's log ends in the run
            2020-10-18T12:50:00Z; 30; ''
            2020-10-18T12:50:00Z; 10; its times of day have no time zone, and in none does the attached JVM's log end in the run
            2020-10-21T12:27:11Z; 10; its times of day have no time zone, and in none does the attached JVM's log end in the run
            """)
    void derivesTheTimeZoneOfAnAttachedJvmFromTheEndOfTheRun(String end, int minutes, String reason) throws Exception {
        String history = """
                <initialized id="1" timestamp="2020-09-30T08:00:00.000">
                """;
        Path file =
                Files.writeString(folder.resolve("gc.log"), history + LOG.substring(LOG.indexOf("<exclusive-start")));
        JvmLog log = VerboseGcLog.readAttached(file, ns(end) - minutes * 60_000 * MS, ns(end));
        assertThat(log.absence()).isEqualTo(reason.isEmpty() ? "" : "gc.log is OpenJ9's, and " + reason);
        assertThat(log.stops()).isEqualTo(reason.isEmpty() ? read(LOG).stops() : List.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            2020-10-18T13:27:09; 2020-10-18T13:26:09; its times of day are outside this run in every time zone
            2020-10-18T; 2020-10-21T; its times of day are outside this run in every time zone
            2020-10-18T13:27:10; 2020-10-18T13:41:10; its times of day are outside this run in every time zone
            2020-10-18T13:27:10; 2020-10-18T12:27:10; its times of day go back by more than a second
            timestamp=; stamp=; has no line with a time
            2020-10-18; 2020-99-18; has no line with a time
            """)
    void ignoresLogsOfOtherRuns(String from, String to, String reason) throws Exception {
        JvmLog log = read(LOG.replace(from, to));
        assertThat(log.absence()).isEqualTo("gc.log is OpenJ9's, and " + reason);
        assertThat(log.stops()).isEmpty();
    }

    @Test
    void readsTruncatedLog() throws Exception {
        assertThat(read(LOG.substring(0, LOG.indexOf("<exclusive-end id=\"24\"")))
                        .stops())
                .hasSize(1);
        for (int end = 5; end < LOG.length(); end += 7) {
            assertThat(read(LOG.substring(0, end)).stops()).hasSizeLessThan(3);
        }
    }

    @Test
    void toleratesImpossibleDuration() throws Exception {
        assertThat(read(LOG.replace("31.984", "999999999")).stops()).hasSize(1);
    }

    /** Only the two increments of a concurrent scavenge are stops. */
    @Test
    void concurrentPhasesAreNotStops() throws Exception {
        JvmLog log = read(LOG
                + exclusive("10.150 0.100 10.152 1.500", "<gc-start id=\"31\" type=\"scavenge\" contextid=\"30\" />")
                + """
                <concurrent-start id="32" type="scavenge" contextid="30" timestamp="2020-10-18T13:27:10.200">
                </concurrent-start>
                <gc-op id="33" type="scavenge" timems="70.000" contextid="30" timestamp="2020-10-18T13:27:10.270" />
                <concurrent-end id="34" type="scavenge" contextid="30" timestamp="2020-10-18T13:27:10.270">
                </concurrent-end>
                """
                + exclusive("10.271 0.200 10.274 3.000", "<gc-op id=\"36\" type=\"scavenge\" timems=\"2.000\" />"));
        assertThat(log.stops())
                .extracting(JvmStop::text)
                .contains(
                        "collection (scavenge) 1.60 ms, of which 100 us to reach the safepoint",
                        "collection (scavenge) 3.20 ms, of which 200 us to reach the safepoint")
                .hasSize(4);
    }

    /** The balanced policy marks in steps. Only the first step starts a cycle. */
    @Test
    void namesALaterStepOfACycle() throws Exception {
        JvmLog log = read(LOG + exclusive("11.000 0.100 11.040 40.000", """
                        <allocation-taxation id="41" taxation-threshold="2147483648" timestamp="2020-10-18T13:27:11.000" />
                        <gc-start id="42" type="global mark phase" contextid="30" timestamp="2020-10-18T13:27:11.000" />
                        <gc-op id="43" type="mark increment" timems="35.000" contextid="30" />"""));
        assertThat(log.stops()).extracting(JvmStop::what).contains("collection (global mark phase)");
    }

    @Test
    void exclusiveAccessWithoutACollectionIsAnUnnamedStop() throws Exception {
        JvmLog log = read(LOG
                + exclusive("11.000 0.500 11.002 1.000", "<gc-start id=\"31\" type=\"global\" contextid=\"30\" />")
                + """
                <exclusive-end id="50" timestamp="2020-10-18T13:27:12.000" durationms="7.000" />
                <exclusive-start id="51" timestamp="2020-10-18T13:27:13.000" intervalms="1000.000">
                  <response-info timems="0.900" idlems="0.010" threads="3" lastid="0000000000AC4600" />
                """ + exclusive("14.000 0.300 14.002 2.000", ""));
        assertThat(log.stops().stream().map(JvmStop::text).skip(3))
                .containsExactly(
                        "exclusive access 7.00 ms", "exclusive access 2.30 ms, of which 300 us to reach the safepoint");
    }

    @Test
    void omitsStopsWithAClockWarning() throws Exception {
        String warning = "<warning details=\"clock error detected, following timing may be inaccurate\" />\n";
        JvmLog log = read(LOG.replace("<exclusive-end id=\"24\"", warning + "<exclusive-end id=\"24\""));
        assertThat(log.stops()).hasSize(1);
        assertThat(log.reservation()).isEqualTo("1 stop omitted: the JVM reports a clock error");
        assertThat(read(LOG.replace("<exclusive-start id=\"23\"", warning + "<exclusive-start id=\"23\""))
                        .stops())
                .as("its duration comes from another clock reading")
                .hasSize(2);
    }

    /** The metronome policy logs only the longest increment of a period, and synchronous collections. */
    @Test
    void metronomeIncrementsHaveNoExactTime() throws Exception {
        JvmLog log = read(METRONOME);
        long fromNs = ns("2020-10-18T12:27:09.100Z");
        long toNs = ns("2020-10-18T12:27:10.000Z") + MS / 2;
        assertThat(log.pacing())
                .containsExactly(
                        new EvidenceInterval(fromNs, toNs, 2_100_000, "", "321 increments (mark) of 2.10 ms at most"));
        long endNs = ns("2020-10-18T12:27:12.000Z") + MS / 2;
        assertThat(log.stops())
                .containsExactly(new JvmStop(endNs - 80_000_000, endNs, 150_000, "collection (syncgc)", ""));
        for (int end = 5; end < METRONOME.length(); end += 7) {
            JvmLog cut = read(METRONOME.substring(0, end));
            assertThat(log.pacing()).containsAll(cut.pacing());
            assertThat(log.stops()).containsAll(cut.stops());
        }
    }

    private static final String METRONOME = """
            <?xml version="1.0" encoding="UTF-8" ?>
            <verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="DATE_Master">
            <initialized id="1" timestamp="2020-10-18T13:27:09.000">
              <attribute name="gcPolicy" value="-Xgcpolicy:metronome" />
            </initialized>
            <trigger-start id="2" timestamp="2020-10-18T13:27:09.100" />
            <cycle-start id="3" type="global" contextid="0" timestamp="2020-10-18T13:27:09.100" intervalms="98.285" />
            <gc-op id="4" type="heartbeat" contextid="3" timestamp="2020-10-18T13:27:10.000">
              <quanta quantumCount="321" quantumType="mark" minTimeMs="0.367" meanTimeMs="0.524" maxTimeMs="1.900" \
            maxTimestampMs="598.704" />
              <exclusiveaccess-info minTimeMs="0.006" meanTimeMs="0.062" maxTimeMs="0.200" />
              <free-mem type="heap" minBytes="1" meanBytes="2" maxBytes="3" />
            </gc-op>
            <cycle-end id="5" type="global" contextid="3" timestamp="2020-10-18T13:27:10.010" />
            <trigger-end id="6" timestamp="2020-10-18T13:27:10.010" />
            <gc-op id="7" type="syncgc" timems="80.000" contextid="3" timestamp="2020-10-18T13:27:12.000">
              <syncgc-info reason="system GC" exclusiveaccessTimeMs="0.150" threadPriority="11" />
              <free-mem-delta type="heap" bytesBefore="1" bytesAfter="2" />
            </gc-op>
            """;

    /** The application can write to the same file. */
    @Test
    void toleratesForeignText() throws Exception {
        String mixed = "started <in> 3 s\n"
                + LOG.replaceFirst("<\\?xml[^\\n]*\\n", "")
                        .replace("</exclusive-start>", "</exclusive-start>\nINFO <none> timestamp=7\n");
        assertThat(read(mixed).stops()).isEqualTo(read(LOG).stops());
        Path other = Files.writeString(folder.resolve("other.log"), "INFO <none>\n");
        assertThat(VerboseGcLog.is(other)).isFalse();
    }

    @Test
    void readsALogAcrossMidnight() throws Exception {
        String night = LOG.replace("2020-10-18T13:27:09", "2020-10-18T23:59:59")
                .replace("2020-10-18T13:27:10", "2020-10-19T00:00:00");
        Path file = Files.writeString(folder.resolve("gc.log"), night);
        JvmLog log = VerboseGcLog.read(file, ns("2020-10-18T21:59:59Z"), ns("2020-10-18T22:01:00Z"));
        assertThat(log.stops())
                .extracting(JvmStop::toNs)
                .containsExactly(ns("2020-10-18T21:59:59.635Z") + MS / 2, ns("2020-10-18T22:00:00.101Z") + MS / 2);
    }

    /** Exclusive access at a second, reached after ms, until a second and for ms, such as {@code 10.150 0.100 10.152 1.500}. */
    private static String exclusive(String times, String within) {
        String[] of = times.split(" ", -1);
        String day = "2020-10-18T13:27:";
        return "<exclusive-start id=\"60\" timestamp=\"" + day + of[0] + "\" intervalms=\"1.000\">\n"
                + "  <response-info timems=\"" + of[1] + "\" idlems=\"0.010\" threads=\"0\" />\n</exclusive-start>\n"
                + within + "\n<exclusive-end id=\"61\" timestamp=\"" + day + of[2] + "\" durationms=\"" + of[3]
                + "\" />\n";
    }
}
