package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines as OpenJ9's documentation has them. */
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
    void aStopLastsFromItsRequestToItsEnd() throws Exception {
        JvmLog log = read(LOG);
        assertThat(log.absence()).isEmpty();
        long endNs = ns("2020-10-18T12:27:09.635Z") + MS / 2;
        long otherNs = ns("2020-10-18T12:27:10.101Z") + MS / 2;
        assertThat(log.stops())
                .containsExactly(
                        new JvmStop(endNs - 31_984_000 - 250_000, endNs, 250_000, "collection (scavenge)", ""),
                        new JvmStop(otherNs - 512_000, otherNs, 0, "exclusive access", ""));
    }

    /** The hour of the log in another zone: all that it says is an hour, or half of one, later or earlier. */
    @ParameterizedTest
    @CsvSource({"T12:, 0", "T17:, 0", "T04:, 0", "T02:, -46", "T22:, 30"})
    void theZoneIsFoundByTheRun(String hour, int minutes) throws Exception {
        String text = LOG.replace("T13:", hour);
        String shifted = minutes == 30
                ? text.replace(":27:", ":57:")
                : text.replace(":27:", minutes == -46 ? ":12:" : ":27:").replace("2020-10-18T02", "2020-10-19T02");
        assertThat(read(shifted).stops()).isEqualTo(read(LOG).stops());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            2020-10-18T13:27:09; 2020-10-18T13:26:09; in no time zone do its times of day lie in this run
            2020-10-18T; 2020-10-21T; in no time zone do its times of day lie in this run
            2020-10-18T13:27:10; 2020-10-18T13:41:10; in no time zone do its times of day lie in this run
            2020-10-18T13:27:10; 2020-10-18T12:27:10; its times of day go back by more than a second
            timestamp=; stamp=; has no line with a time
            2020-10-18; 2020-99-18; has no line with a time
            """)
    void whatIsNotOfTheRunIsNotRead(String from, String to, String reason) throws Exception {
        JvmLog log = read(LOG.replace(from, to));
        assertThat(log.absence()).isEqualTo("gc.log is OpenJ9's, and " + reason);
        assertThat(log.stops()).isEmpty();
    }

    @Test
    void aLogThatWasCutIsReadAsFarAsItGoes() throws Exception {
        assertThat(read(LOG.substring(0, LOG.indexOf("<exclusive-end id=\"24\"")))
                        .stops())
                .hasSize(1);
        for (int end = 5; end < LOG.length(); end += 7) {
            assertThat(read(LOG.substring(0, end)).stops()).hasSizeLessThan(3);
        }
    }

    @Test
    void aLengthThatNoStopHasDoesNoHarm() throws Exception {
        assertThat(read(LOG.replace("31.984", "999999999")).stops()).hasSize(1);
    }
}
