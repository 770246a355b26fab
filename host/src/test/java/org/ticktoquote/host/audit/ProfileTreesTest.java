package org.ticktoquote.host.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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

    static Stream<Arguments> profiles() {
        return Stream.of(
                Arguments.of(
                        "latency-performance",
                        "isolated-cpus",
                        "real-time-kernel real-time-throttling nmi-watchdog tickless-cpus callback-free-cpus"
                                + " transparent-huge-pages idle-slow-start irqbalance busy-polling",
                        "link-power-ens1f0",
                        "preemption skewed-ticks soft-lockup-watchdog machine-check-polling clock-source-watchdog"
                                + " timer-migration statistics-interval automatic-groups locked-page-compaction"
                                + " huge-page-collapse automatic-corking"),
                Arguments.of(
                        "network-latency",
                        "isolated-cpus",
                        "real-time-kernel real-time-throttling nmi-watchdog tickless-cpus callback-free-cpus"
                                + " idle-slow-start irqbalance",
                        "",
                        "preemption soft-lockup-watchdog machine-check-polling clock-source-watchdog timer-migration"
                                + " statistics-interval automatic-groups proactive-compaction locked-page-compaction"
                                + " automatic-corking"),
                Arguments.of(
                        "realtime",
                        "",
                        "tickless-cpus callback-free-cpus idle-slow-start",
                        "base-slice idle-states packet-filters link-power-ens1f0 tracing system-call-audit",
                        "automatic-groups proactive-compaction automatic-corking irqbalance"),
                Arguments.of(
                        "cpu-partitioning",
                        "",
                        "real-time-kernel real-time-throttling idle-slow-start",
                        "link-power-ens1f0",
                        "preemption clock-source-watchdog callback-polling isolated-cpus automatic-groups"
                                + " proactive-compaction locked-page-compaction automatic-corking irqbalance"),
                Arguments.of(
                        "cloud-playbook",
                        "",
                        "real-time-kernel real-time-throttling virtualisation tcp-buffers",
                        "preemption base-slice governor turbo queue-discipline packet-filters link-power-ens1f0 tracing",
                        "callback-polling automatic-groups automatic-corking tuned-profile"));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void doesNotWarnAboutSettingsOfTheProfile(
            String profile, String unfit, String warnings, String unknown, String notes) throws IOException {
        HostFixture.unpack("profile-base", directory);
        HostFixture.unpack("profile-" + profile, directory);
        HostAudit audit = audit();

        assertThat(HostAuditTest.items(audit, Severity.UNFIT)).as("unfit").isEqualTo(words(unfit));
        assertThat(HostAuditTest.items(audit, Severity.WARNING)).as("warnings").isEqualTo(words(warnings));
        assertThat(HostAuditTest.items(audit, Severity.UNKNOWN)).as("unknown").isEqualTo(words(unknown));
        assertThat(HostAuditTest.items(audit, Severity.NOTE)).as("notes").isEqualTo(words(notes));
    }

    /** A container hides most tuning of its host. */
    @Test
    void doesNotWarnAboutTuningHiddenByAContainer() throws IOException {
        HostFixture.unpack("container", directory);
        HostAudit audit = audit();

        assertThat(HostAuditTest.items(audit, Severity.UNFIT))
                .containsExactly("isolated-cpus", "cpus-allowed", "cpu-quota");
        assertThat(HostAuditTest.items(audit, Severity.WARNING))
                .containsExactly(
                        "real-time-kernel",
                        "real-time-throttling",
                        "tickless-cpus",
                        "callback-free-cpus",
                        "hyper-threads",
                        "jvm-statistics",
                        "memory-limit",
                        "locked-memory",
                        "time-keeping",
                        "busy-processes");
    }

    @Test
    void tuningThatNeedsRootDoesNotAffectFitness() throws IOException {
        HostFixture.unpack("rt-tuned", directory);
        for (String file : List.of(
                "/sys/kernel/debug/sched/base_slice_ns",
                "/sys/kernel/tracing/current_tracer",
                "/tools/nft_list_ruleset",
                "/tools/tc_qdisc_show",
                "/proc/sys/vm/stat_interval",
                "/sys/kernel/mm/ksm/run",
                "/proc/net/softnet_stat",
                "/sys/devices/system/machinecheck/machinecheck0/ignore_ce")) {
            HostFixture.write(directory, file + ".t2q-problem", file + " needs root\n");
        }
        HostAudit audit = audit();

        assertThat(HostAuditTest.items(audit, Severity.UNKNOWN))
                .containsExactly(
                        "base-slice",
                        "machine-check-polling",
                        "statistics-interval",
                        "page-merging",
                        "packet-backlog",
                        "packet-budget",
                        "queue-discipline",
                        "packet-filters",
                        "tracing");
        assertThat(audit.fitness()).isEqualTo(HostAudit.Fitness.FIT);
    }

    private HostAudit audit() {
        return HostAudit.of(new RecordedHost(directory), Profile.LAB, Duration.ZERO);
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(" ", -1));
    }
}
