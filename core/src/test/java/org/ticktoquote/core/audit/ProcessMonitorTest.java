package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.hiccup.HiccupMeter;
import org.ticktoquote.core.run.RunDirectory;

class ProcessMonitorTest {
    @TempDir
    private Path folder;

    private static final UUID RUN = UUID.fromString("01234567-89ab-4def-8123-456789abcdef");

    private RunDirectory run;

    @BeforeEach
    void prepare() {
        run = new RunDirectory(folder);
    }

    private Audit read() {
        return Audit.read("test", RUN, run.audit("test"));
    }

    @Test
    void recordsProcessIdentityAndCounters() {
        AtomicLong errors = new AtomicLong(3);
        try (ProcessMonitor audit =
                ProcessMonitor.start(run, RUN, "test", to -> to.accept("errors", errors.incrementAndGet()))) {
            audit.sample();
        }

        Audit audit = read();
        assertThat(audit.damage()).isEmpty();
        assertThat(audit.header()).hasValueSatisfying(header -> {
            assertThat(header.role()).isEqualTo("test");
            assertThat(header.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(header.hiccupIntervalNs()).isEqualTo(HiccupMeter.INTERVAL_NS);
        });
        List<AuditSample> samples = audit.samples();
        assertThat(samples).hasSizeGreaterThanOrEqualTo(3);
        assertThat(samples)
                .extracting(sample -> sample.counters().get("errors"))
                .startsWith(4L, 5L, 6L);
        assertThat(samples.get(0).last()).isFalse();
        assertThat(samples.get(samples.size() - 1).last()).isTrue();
        assertThat(samples).extracting(sample -> sample.clock().monotonicNs()).isSorted();
        assertThat(Files.exists(run.hiccups("test"))).isTrue();
    }

    @Test
    void countsCpuTimeAndContextSwitches() {
        try (ProcessMonitor audit = ProcessMonitor.start(run, RUN, "test")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                audit.sample();
                return switches(read()) > 0; // waiting causes the switches
            });
        }
        List<AuditSample> samples = read().samples();
        assertThat(samples.get(1).counters().get(AuditSample.CPU_NS)).isPositive();
    }

    private static long switches(Audit audit) {
        List<AuditSample> samples = audit.samples();
        return samples.get(samples.size() - 1).counters().get(AuditSample.VOLUNTARY_SWITCHES)
                - samples.get(0).counters().get(AuditSample.VOLUNTARY_SWITCHES);
    }

    @Test
    void reportsEachHiccupOnce() {
        ProcessMonitor audit = ProcessMonitor.start(run, RUN, "test");
        try (audit) {
            while (audit.hiccups().wakes() < 20) {
                audit.sample();
            }
        }
        long reported = read().samples().stream()
                .mapToLong(sample -> HistogramText.parse(sample.hiccups()).getTotalCount())
                .sum();
        assertThat(reported).isEqualTo(audit.hiccups().wakes());
    }

    @Test
    void reportsConnectionCountersOnChangeAndAtTheEnd() {
        AtomicReference<ConnectionCounters> now =
                new AtomicReference<>(new ConnectionCounters(3, 40_000, 0, 0, 0, 9, 0));
        try (ProcessMonitor audit = ProcessMonitor.start(run, RUN, "test")) {
            audit.watch(() -> List.of(now.get()));
            audit.sample();
            audit.sample();
            now.set(new ConnectionCounters(3, 40_000, 0, 0, 7, 9, 5));
            audit.sample();
        }
        List<List<ConnectionCounters>> reported = read().samples().stream()
                .map(AuditSample::connections)
                .filter(connections -> !connections.isEmpty())
                .toList();
        assertThat(reported)
                .hasSize(3)
                .allSatisfy(connections -> assertThat(connections)
                        .extracting(ConnectionCounters::session)
                        .containsExactly(3));
        assertThat(reported.get(1).get(0).windowLimitedNs()).isEqualTo(7);
    }

    @Test
    void startsNoMeterIfTheAuditFileExists() throws Exception {
        Files.createFile(run.audit("test"));
        assertThatThrownBy(() -> ProcessMonitor.start(run, RUN, "test")).isInstanceOf(ProblemException.class);
        assertThat(run.hiccups("test")).doesNotExist();
    }

    @Test
    void reportsDamageWithoutItsClosingLine() throws Exception {
        ProcessMonitor.start(run, RUN, "test").close();
        String text = Files.readString(run.audit("test"));
        Files.writeString(run.audit("test"), text.substring(0, text.lastIndexOf('\n', text.length() - 2) + 1));
        assertThat(read().damage()).isEqualTo("has no closing line");

        Files.writeString(run.audit("test"), text.substring(0, text.length() - 30));
        assertThat(read().damage()).startsWith("line ");
        assertThat(read().samples()).isNotEmpty();

        Files.delete(run.audit("test"));
        assertThat(read().damage()).isEqualTo("is missing");
    }
}
