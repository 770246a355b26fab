package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.clock.ClockTranslation;

class ApplicationEvidenceTest {
    private static final UUID RUN = new UUID(5, 6);
    private static final String HEADER = "{\"formatVersion\":1,\"run\":\"" + RUN + "\",\"intervalNs\":100000000}";
    private static final String FIRST = "{\"fromNs\":1000000000,\"toNs\":1100000000,"
            + "\"threads\":[[0,7,7,\"java\",\"other\"],[1,7,9,\"pricing-1\",\"other\"]],\"counts\":[[1,12300000,5000000,3,1,0,2,0],"
            + "[0,40000,5000000,3,1,-1,2,0]],\"cpus\":[[1,20000000,10000000],[0,0,10000000]],\"pressureNs\":9000}";
    private static final String SECOND =
            "{\"fromNs\":1098000000,\"toNs\":1200000000,\"stopped\":[[7,1110000000,1150000000]]}";
    private static final String LAST = "{\"fromNs\":1198000000,\"toNs\":1250000000,\"end\":{\"looks\":3,"
            + "\"longestGapNs\":100000000,\"longestStopGapNs\":12000000,\"cpuNs\":900000,"
            + "\"cpuNsBy\":{\"threads\":700000},\"elapsedNs\":250000000,\"problem\":\"\"}}";

    @TempDir
    private Path folder;

    @Test
    void waitIsAnywhereBetweenTwoSamplesOrStartedEarlier() throws Exception {
        CauseEvidence waits = read(HEADER, FIRST, SECOND, LAST).waits();
        assertThat(waits.intervals())
                .containsExactly(new EvidenceInterval(
                        1_000_000_000 - 12_300_000,
                        1_100_000_000,
                        12_300_000,
                        "pricing-1 (9)",
                        "pricing-1 (9) waited 12.3 ms for a CPU between two samples, 100 ms apart"));
        EvidenceInterval wait = waits.intervals().get(0);
        assertThat(wait.isWhole()).isFalse();
        assertThat(wait.mostWithinNs(1_050_000_000, 2_000_000_000)).isEqualTo(12_300_000);
        assertThat(wait.mostWithinNs(1_099_000_000, 2_000_000_000)).isEqualTo(1_000_000);
        assertThat(wait.mostWithinNs(1_100_000_001, 2_000_000_000)).isZero();
        assertThat(waits.costNs()).hasValue(700_000);
        assertThat(waits.reservation()).isEmpty();
        assertThat(waits.isPresent()).isTrue();
    }

    @Test
    void waitLongerThanTheSampleIntervalStartedEarlier() throws Exception {
        String longer = FIRST.replace("[1,12300000,", "[1,130000000,");
        assertThat(read(HEADER, longer, LAST).waits().intervals())
                .extracting(one -> one.fromNs() + ".." + one.toNs() + ", " + one.mostNs() + ": " + one.text())
                .containsExactly(
                        "870000000..1100000000, 100000000: pricing-1 (9) waited 130 ms for a CPU between two samples, 100 ms apart",
                        "970000000..1000000000, 30000000: pricing-1 (9) waited 130 ms for a CPU, all of this time");
    }

    @Test
    void ignoresWaitsOfTheJvmsOwnThreads() throws Exception {
        assertThat(read(HEADER, FIRST.replace("pricing-1\",\"other", "C2 CompilerThre\",\"compiler"), LAST)
                        .waits()
                        .intervals())
                .isEmpty();
    }

    @Test
    void reportsStealByCpuAndStopsByProcess() throws Exception {
        ApplicationEvidence evidence = read(HEADER, FIRST, SECOND, LAST);
        assertThat(evidence.steal().intervals())
                .extracting(one -> one.fromNs() + ", " + one.mostNs() + ": " + one.text())
                .containsExactly(
                        "990000000, 20000000: CPU 1 was taken by the hypervisor for 20.0 ms between two samples, 100 ms apart");
        assertThat(evidence.stops().intervals())
                .containsExactly(new EvidenceInterval(
                        1_110_000_000,
                        1_150_000_000,
                        40_000_000,
                        "process 7",
                        "process 7 was stopped by a signal or a debugger for 40.0 ms at most"));
        assertThat(evidence.stops().cause()).isLessThan(Cause.JVM_STOP);
    }

    private static String networkSample(long fromMs, long toMs, String network) {
        return "{\"fromNs\":" + fromMs * 1_000_000 + ",\"toNs\":" + toMs * 1_000_000 + ",\"network\":[{\"fromNs\":"
                + fromMs * 1_000_000 + ",\"toNs\":" + toMs * 1_000_000 + ",\"sessions\":2,\"datagramSockets\":1"
                + network + "}]}";
    }

    @Test
    void retransmissionsAndDropsAreNetworkEvidence() throws Exception {
        CauseEvidence network = read(
                        HEADER,
                        networkSample(1_000, 1_100, ",\"dropped\":17"),
                        networkSample(1_100, 1_200, ",\"connections\":[[40001,900,0,2,0,0],[40002,5,0,0,1,0]]"),
                        LAST.replace("1198", "1200"))
                .network();
        assertThat(network.intervals())
                .extracting(one -> one.fromNs() + ".." + one.toNs() + ": " + one.text())
                .containsExactlyInAnyOrder(
                        "1000000000..1100000000: 17 datagrams dropped, because the application did not read them, between two"
                                + " samples, 100 ms apart",
                        "900000000..1200000000: 2 segments retransmitted, 900 bytes not acknowledged between two samples, 100 ms"
                                + " apart",
                        "900000000..1200000000: no acknowledgement of retransmitted segments, 5 bytes not acknowledged between"
                                + " two samples, 100 ms apart");
        assertThat(network.intervals()).noneMatch(EvidenceInterval::isWhole);
    }

    @Test
    void bytesUnreadInTwoConsecutiveSamplesAreHarnessEvidence() throws Exception {
        ApplicationEvidence evidence = read(
                HEADER,
                networkSample(1_000, 1_100, ",\"connections\":[[40001,0,700,0,0,0],[40002,0,7,0,0,0]]"),
                networkSample(1_100, 1_200, ",\"connections\":[[40001,9,900,1,0,0]]"),
                networkSample(1_300, 1_400, ",\"connections\":[[40001,0,300,0,0,0]]"));
        assertThat(evidence.unread().cause()).isEqualTo(Cause.HARNESS);
        assertThat(evidence.unread().intervals()).singleElement().satisfies(one -> {
            assertThat(one.fromNs()).as("from the sample before the first").isEqualTo(1_000_000_000);
            assertThat(one.toNs()).as("to the sample after the last").isEqualTo(1_300_000_000);
            assertThat(one.isWhole()).isFalse();
            assertThat(one.who()).isEqualTo("the session from port 40001");
            assertThat(one.text())
                    .startsWith("the client had not read 900 bytes (some unread since the previous sample)");
        });
        assertThat(evidence.network().intervals()).isEmpty();
        assertThat(evidence.network().absence()).isEmpty();
    }

    /** Also for clients on another host. */
    @Test
    void closedWindowIsHarnessEvidenceForItsDuration() throws Exception {
        ApplicationEvidence evidence = read(
                HEADER,
                networkSample(1_000, 1_100, ",\"connections\":[[40001,700,-1,0,0,30000000],[40002,5,7,0,0,40000000]]"),
                networkSample(1_100, 1_200, ",\"connections\":[[40002,5,9,0,0,50000000]]"));
        assertThat(evidence.unread().intervals())
                .extracting(one -> one.fromNs() + ", " + one.mostNs() + ": " + one.text())
                .containsExactlyInAnyOrder(
                        "1000000000, 30000000: the client's window was shut for 30.0 ms between two samples, 100 ms apart",
                        "1000000000, 40000000: the client's window was shut for 40.0 ms between two samples, 100 ms apart",
                        "1000000000, 299999999: the client had not read 9 bytes (some unread since the previous sample) between"
                                + " two samples, 100 ms apart");
    }

    /** Each sample has two read times, so the window was not necessarily closed all the time in between. */
    @Test
    void windowClosedForLongerThanASampleHasNoExactTime() throws Exception {
        ApplicationEvidence evidence =
                read(HEADER, networkSample(1_000, 1_100, ",\"connections\":[[40001,700,-1,0,0,150000000]]"));
        assertThat(evidence.unread().intervals())
                .extracting(EvidenceInterval::mostNs, EvidenceInterval::isWhole)
                .containsExactly(tuple(99_999_999L, false));
    }

    /** A busy session always has some unread bytes. */
    @Test
    void fewerUnreadBytesMeanTheClientCanHaveReadInBetween() throws Exception {
        ApplicationEvidence evidence = read(
                HEADER,
                networkSample(1_000, 1_100, ",\"connections\":[[40001,0,700,0,0,0]]"),
                networkSample(1_100, 1_200, ",\"connections\":[[40001,9,700,1,0,0]]"));
        assertThat(evidence.unread().intervals())
                .extracting(EvidenceInterval::fromNs, EvidenceInterval::toNs)
                .containsExactly(tuple(1_100_000_000L, 1_200_000_000L));
    }

    @Test
    void fileWithoutSocketsHasNoNetworkEvidence() throws Exception {
        ApplicationEvidence evidence = read(HEADER, FIRST, SECOND, LAST);
        assertThat(evidence.network().absence()).isEqualTo("no socket of the application was sampled");
        assertThat(evidence.unread().absence()).isEqualTo("no socket of the application was sampled");
    }

    @Test
    void translatesTimesOfAnotherHost() throws Exception {
        Files.write(folder.resolve("e.jsonl"), List.of(HEADER, SECOND, LAST));
        ClockTranslation clock = new ClockTranslation(List.of(new ClockTranslation.Point(0, 500, 3)));
        CauseEvidence stops = ApplicationEvidence.read(folder.resolve("e.jsonl"), RUN, clock, "")
                .stops();
        assertThat(stops.intervals()).extracting(EvidenceInterval::fromNs).containsExactly(1_110_000_500L);
        assertThat(stops.boundNs()).isEqualTo(3);
    }

    @Test
    void reportsThatSamplesFarApartCanMissStops() throws Exception {
        assertThat(read(HEADER, FIRST, LAST).stops().reservation()).isEmpty();
        assertThat(read(HEADER, FIRST, LAST.replace("StopGapNs\":12", "StopGapNs\":64"))
                        .stops()
                        .reservation())
                .isEqualTo("stops shorter than 64.0 ms can be missed: samples were that far apart");
    }

    @Test
    void refusesFileOfAnotherRun() throws Exception {
        CauseEvidence waits = read(HEADER.replace(RUN.toString(), new UUID(1, 1).toString()), FIRST, LAST)
                .waits();
        assertThat(waits.absence())
                .isEqualTo("evidence-application.jsonl belongs to run " + new UUID(1, 1) + ", expected run " + RUN);
        assertThat(waits.intervals()).isEmpty();
        Path nothing = folder.resolve("none.jsonl");
        assertThat(ApplicationEvidence.read(nothing, RUN, ClockTranslation.NONE, "")
                        .steal()
                        .absence())
                .isEqualTo("evidence-application.jsonl is missing");
    }

    /** Samples before the damage count. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"fromNs":1198000000,"toNs":                               | line 3: ends in the middle of the JSON
            null                                                       | line 3: expected a sample, found null
            {"fromNs":5,"toNs":6}                                      | line 3: time is earlier than in the line above
            {"fromNs":6,"toNs":5}                                      | line 3: the interval from 6 to 5 is not valid
            {"fromNs":1198000000,"toNs":1250000000,"counts":[[2,1,1,1,1,1,1,1]]} | line 3: it counts for thread 2, which no line lists
            {"fromNs":1198000000,"toNs":1250000000,"counts":[[1,-1,1,1,1,1,1,1]]} | line 3: it counts -1 ns
            {"fromNs":1198000000,"toNs":1250000000,"counts":[null]}    | line 3:
            {"fromNs":1198000000,"toNs":1250000000,"threads":[[5,1,1,"x","other"]]} | line 3: its thread has the index 5, expected 2
            {"fromNs":1198000000,"toNs":1250000000,"threads":[[2,1,1]]} | line 3:
            {"fromNs":1198000000,"toNs":1250000000,"more":1}           | line 3: more: unknown member
            {"fromNs":5,"toNs":1250000000,"network":[{"fromNs":2,"toNs":1,"sessions":1,"datagramSockets":0}]} | line 3: the interval from 2
            {"fromNs":5,"toNs":1250000000,"network":[{"fromNs":1,"toNs":2,"sessions":-1,"datagramSockets":0}]} | line 3: a count of its
            {"fromNs":5,"toNs":1250000000,"network":[{"fromNs":1,"toNs":2}]} | line 3:
            {"fromNs":1198000000,"toNs":1250000000}                    | has no closing line
            """)
    void reportsDamage(String line, String damage) throws Exception {
        CauseEvidence waits = read(HEADER, FIRST, line).waits();
        assertThat(waits.absence()).isEmpty();
        assertThat(waits.intervals()).hasSize(1);
        assertThat(waits.reservation()).startsWith("evidence-application.jsonl " + damage);
    }

    private ApplicationEvidence read(String... lines) throws Exception {
        Path file = folder.resolve("e.jsonl");
        Files.write(file, new ArrayList<>(List.of(lines)));
        return ApplicationEvidence.read(file, RUN, ClockTranslation.NONE, "");
    }
}
