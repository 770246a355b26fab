package org.ticktoquote.host.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;

/**
 * Hosts as profiles of tuned and the playbook of a trading benchmark set them up. A line that is not fit there is one that the
 * profile leaves as the kernel has it, or that cannot be read; these are spelled out.
 */
class ProfileTreesTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            latency-performance | isolated-cpus | real-time-kernel real-time-throttling nmi-watchdog tickless-cpus callback-free-cpus \
            transparent-huge-pages idle-slow-start irqbalance busy-polling | link-power-ens1f0 | preemption skewed-ticks \
            soft-lockup-watchdog machine-check-polling clock-source-watchdog timer-migration statistics-interval automatic-groups \
            locked-page-compaction huge-page-collapse automatic-corking
            network-latency | isolated-cpus | real-time-kernel real-time-throttling nmi-watchdog tickless-cpus callback-free-cpus \
            idle-slow-start irqbalance | '' | preemption soft-lockup-watchdog machine-check-polling clock-source-watchdog \
            timer-migration statistics-interval automatic-groups proactive-compaction locked-page-compaction automatic-corking
            realtime | '' | tickless-cpus callback-free-cpus idle-slow-start | base-slice idle-states packet-filters \
            link-power-ens1f0 tracing system-call-audit | automatic-groups proactive-compaction automatic-corking irqbalance
            cpu-partitioning | '' | real-time-kernel real-time-throttling idle-slow-start | link-power-ens1f0 | preemption \
            clock-source-watchdog callback-polling isolated-cpus automatic-groups proactive-compaction locked-page-compaction \
            automatic-corking irqbalance
            cloud-playbook | '' | real-time-kernel real-time-throttling virtualisation tcp-buffers | preemption base-slice governor \
            turbo queue-discipline packet-filters link-power-ens1f0 tracing | callback-polling automatic-groups automatic-corking \
            tuned-profile
            """)
    void doesNotWarnAboutSettingsOfTheProfile(
            String profile, String unfit, String warnings, String unknown, String notes) throws IOException {
        HostFixture.unpack("profile-base", directory);
        HostFixture.unpack("profile-" + profile, directory);
        HostAudit audit = audit();
        assertItems(audit, Severity.UNFIT, unfit);
        assertItems(audit, Severity.WARNING, warnings);
        assertItems(audit, Severity.UNKNOWN, unknown);
        assertItems(audit, Severity.NOTE, notes);
    }

    private HostAudit audit() {
        return HostAudit.of(new RecordedHost(directory), Profile.LAB, Duration.ZERO);
    }

    private static void assertItems(HostAudit audit, Severity severity, String items) {
        assertThat(HostAuditTest.items(audit, severity)).as("%s", severity).isEqualTo(HostAuditTest.words(items));
    }

    /** A container hides most tuning of its host. */
    @Test
    void doesNotWarnAboutTuningHiddenByAContainer() throws IOException {
        HostFixture.unpack("container", directory);
        assertItems(audit(), Severity.UNFIT, "isolated-cpus cpus-allowed cpu-quota");
        assertItems(
                audit(),
                Severity.WARNING,
                "real-time-kernel real-time-throttling tickless-cpus callback-free-cpus hyper-threads jvm-statistics"
                        + " memory-limit locked-memory time-keeping busy-processes");
    }
}
