package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.matching.ManifestFixture;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

class RunEvidenceTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    private String java = "OpenJDK 64-Bit Server VM 17.0.9";
    private String end = ProcessEnd.NORMAL;
    private String collectorLog = "";
    private Map<String, ClockTranslation> translations = Map.of();

    @Test
    void jvmStopsAreOnTheRunsClock() throws Exception {
        write(30 * SECOND, 2 * SECOND);
        CauseEvidence jvm = jvm();
        assertThat(jvm.isPresent()).isTrue();
        assertThat(jvm)
                .extracting(CauseEvidence::cause, CauseEvidence::source, CauseEvidence::boundNs)
                .containsExactly(Cause.JVM_STOP, "gc.log", 0L);
        assertThat(jvm.intervals())
                .containsExactly(new EvidenceInterval(
                        30 * SECOND - 6_200_000,
                        30 * SECOND,
                        6_200_000,
                        "",
                        "GC(17) Pause Young (Normal) 6.20 ms, of which 300 us to reach the safepoint"));
    }

    /** The clock was read at 20 s, which was midnight of the first day. */
    @Test
    void convertsTimesOfDayToTheRunsClock() throws Exception {
        Files.writeString(folder.resolve("gc.log"), """
                <?xml version="1.0" encoding="UTF-8" ?>
                <exclusive-start id="3" timestamp="1970-01-01T05:30:09.990" intervalms="503.016">
                <exclusive-end id="13" timestamp="1970-01-01T05:30:10.000" durationms="10.000" />
                """);
        assertThat(jvm().intervals())
                .containsExactly(new EvidenceInterval(
                        30 * SECOND - 9_500_000, 30 * SECOND + 500_000, 10_000_000, "", "exclusive access 10.0 ms"));
        translations = Map.of(Role.APPLICATION, ClockTranslation.NONE);
        assertThat(jvm().absence())
                .isEqualTo("gc.log has times of day, and the application ran on another host, and the run did"
                        + " not read its time of day");
    }

    /** The JVM began 5 s after the clock was read at 20 s, which was midnight of the first day. */
    @Test
    void convertsJvmUptimeToTheRunsClock() throws Exception {
        Files.writeString(folder.resolve("gc.log"), """
                0.071: [GCHH : start time ms : 5000 ]
                4.000: Total time for which application threads were stopped: 0.0100000 seconds, Stopping threads took: 0.0 seconds
                """);
        assertThat(jvm().intervals())
                .containsExactly(new EvidenceInterval(
                        29 * SECOND - 9_500_000, 29 * SECOND + 500_000, 10_000_000, "", "safepoint 10.0 ms"));
    }

    @Test
    void translatesStopsOfAnotherHost() throws Exception {
        translations = Map.of(
                Role.APPLICATION, new ClockTranslation(List.of(new ClockTranslation.Point(0, 100 * SECOND, 40_000))));
        write(-70 * SECOND + 200 * SECOND - 100 * SECOND, 2 * SECOND);
        assertThat(jvm().absence()).isEmpty();
        assertThat(jvm().boundNs()).isEqualTo(40_000);
        assertThat(jvm().intervals()).extracting(EvidenceInterval::toNs).containsExactly(130 * SECOND);
    }

    @Test
    void refusesLogOfAJvmThatStartedBeforeTheRun() throws Exception {
        write(30 * SECOND, 29 * SECOND);
        assertThat(jvm().absence())
                .isEqualTo("gc.log is of a JVM that started 18.9 s before the run, or that reads another clock");
    }

    @Test
    void reportsWhyTheLogIsAbsent() throws Exception {
        assertThat(jvm().absence()).startsWith("gc.log is missing: the application's command takes no {jvmArgs}");
        java = "none: no process of the application has loaded a JVM (libjvm.so)";
        assertThat(jvm().absence()).isEqualTo("the application is not a JVM");
        java = "";
        end = ProcessEnd.ATTACHED;
        write(30 * SECOND, 2 * SECOND);
        assertThat(jvm().absence()).startsWith("the application was attached");
        assertThat(jvm().intervals()).isEmpty();
    }

    /** Its JVM can have started days before, and still runs. */
    @Test
    void readsTheNamedLogOfAnAttachedApplication() throws Exception {
        end = ProcessEnd.ATTACHED;
        collectorLog = "/var/log/gc-pricing.log";
        write(30 * SECOND, 400_000 * SECOND);
        assertThat(jvm().absence()).isEmpty();
        assertThat(jvm().reservation()).isEmpty();
        assertThat(jvm().intervals()).extracting(EvidenceInterval::toNs).containsExactly(30 * SECOND);
        collectorLog = "none: --app-gc-log: '/x' was not written to in the run";
        assertThat(jvm().absence()).isEqualTo("--app-gc-log: '/x' was not written to in the run");
    }

    private void write(long stampNs, long sinceStartNs) throws Exception {
        String stamps = "[" + stampNs + "ns][" + sinceStartNs + "ns][7]";
        Files.write(
                folder.resolve("gc.log"),
                List.of(
                        stamps.replace("[" + stampNs, "[" + (stampNs - 10_000))
                                + "[gc] GC(17) Pause Young (Normal) 9M->1M(12M) 5.800ms",
                        stamps + "[safepoint] Safepoint \"G1CollectForAllocation\", Time since last: 1 ns, Reaching"
                                + " safepoint: 300000 ns, Cleanup: 1 ns, At safepoint: 5899999 ns, Total: 6200000 ns"));
    }

    private CauseEvidence jvm() {
        return RunEvidence.of(new RunDirectory(folder), manifest()).get(1);
    }

    private RunManifest manifest() {
        RunManifest any = ManifestFixture.of(1, List.of(), Matching.byPrice(Matching.DECLARED), List.of(0L));
        ProcessEnd application = new ProcessEnd(Role.APPLICATION, List.of("java"), 9, end, 0, "", 141 * SECOND);
        return ManifestFixture.with(
                any,
                RunManifest.COMPLETE,
                new RunManifest.Replay("udp://127.0.0.1:1", 1, 1, 5, 4, "", 25 * SECOND, 140 * SECOND, 0, true),
                any.warmUp(),
                new RunManifest.Observed(List.of(application), facts(), Map.of()),
                new RunManifest.Time(List.of(new ClockPair(20 * SECOND, 0, 100)), translations));
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new HashMap<>();
        facts.put("applicationJava", java);
        facts.put(RunManifest.COLLECTOR_LOG_FACT, collectorLog);
        facts.values().removeIf(String::isEmpty);
        return facts;
    }
}
