package org.ticktoquote.host.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.source.SharedHost;

class FingerprintTest {
    @TempDir
    private static Path folder;

    private static SharedHost tuned;

    @TempDir
    private Path directory;

    @BeforeAll
    static void unpack() throws IOException {
        tuned = new SharedHost("rt-tuned", folder);
    }

    @AfterEach
    void restore() throws IOException {
        tuned.restore();
    }

    private static Fingerprint fingerprint(Path host) {
        return FingerprintReader.of(new RecordedHost(host), Map.of("java", "17"));
    }

    private Fingerprint of(String fixture) throws IOException {
        return fingerprint(HostFixture.unpack(fixture, directory));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /proc/meminfo|MemTotal: 65536128 kB\\nMemFree: 1 kB
            /proc/uptime|12.00 13.00
            /proc/stat|cpu 1 2 3 4 5 6 7 8 9 10
            /proc/net/softnet_stat|0005d33f 00000001 00000002
            /proc/sys/net/netfilter/nf_conntrack_count|77
            /proc/900/stat|900 (chronyd) S 1 9 9 0 -1 4 9 0 0 0 300 400 0 0 20 0 1 0 900 2 3 0
            /proc/5100/stat|5100 (bash) S 1 9 9 0 -1 4 9 0 0 0 300 400 0 0 20 0 1 0 900 2 3 0
            /proc/sys/kernel/hostname|another
            /proc/cmdline|BOOT_IMAGE=(hd0,gpt3)/vmlinuz-other root=/dev/mapper/rl-root ro isolcpus=managed_irq,domain,2-7 nohz_full=2-7 \
            rcu_nocbs=2-7 nosmt intel_idle.max_cstate=1 processor.max_cstate=1 skew_tick=1 nosoftlockup tsc=reliable rcu_nocb_poll
            """)
    void ignoresVolatileState(String path, String content) throws IOException {
        String before = fingerprint(folder).hash();
        tuned.write(path, content.replace("\\n", "\n") + "\n");

        assertThat(fingerprint(folder).hash()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /proc/sys/kernel/osrelease|6.6.20-rt25|kernel: 5.14.0-427.16.1.el9_4.x86_64+rt in A, 6.6.20-rt25 in B
            /sys/devices/system/cpu/cpu3/cpufreq/scaling_governor|powersave|governor: performance in A, performance, powersave in B
            /sys/kernel/mm/transparent_hugepage/enabled|[always] never|transparent-huge-pages: never in A, always in B
            /proc/cmdline|root=/dev/mapper/rl-root ro isolcpus=managed_irq,domain,2-7 nohz_full=2-7 rcu_nocbs=2-7 nosmt \
            intel_idle.max_cstate=1 idle=poll skew_tick=1 nosoftlockup tsc=reliable rcu_nocb_poll|boot-parameters: only in A: \
            processor.max_cstate=1; only in B: idle=poll
            /tools/ethtool_-c_ens1f0|Adaptive RX: on TX: on\\nrx-usecs: 0\\nrx-frames: 1\\ntx-usecs: 8|coalescing-ens1f0: adaptive-rx off \
            rx-usecs 0 rx-frames 1 tx-usecs 8 in A, adaptive-rx on rx-usecs 0 rx-frames 1 tx-usecs 8 in B
            /proc/sys/vm/stat_interval|1|vm.stat_interval: 10 in A, 1 in B
            /sys/kernel/debug/sched/preempt|full (lazy)|preemption: full in A, lazy in B
            /sys/kernel/debug/sched/base_slice_ns|3000000|base-slice: 2800000 in A, 3000000 in B
            /sys/kernel/tracing/current_tracer|function|tracer: nop in A, function in B
            /sys/class/net/ens1f0/queues/rx-0/rps_cpus|ff|rps-ens1f0: 03 in A, ff in B
            /sys/devices/system/cpu/cpu3/power/energy_perf_bias|6|energy-bias: 0 in A, 0, 6 in B
            /proc/77/stat|77 (auditd) S 1 9 9 0 -1 4 9 0 0 0 3 4 0 0 20 0 1 0 900 2 3 0|auditd: not running in A, running in B
            /proc/meminfo|MemTotal: 131072000 kB|memory: 62.5 GiB in A, 125.0 GiB in B
            """)
    void describesEachChange(String path, String content, String sentence) throws IOException {
        Fingerprint before = fingerprint(folder);
        tuned.write(path, content.replace("\\n", "\n") + "\n");
        Fingerprint after = fingerprint(folder);

        assertThat(before.differences(after)).containsExactly(sentence);
        assertThat(after.hash()).isNotEqualTo(before.hash());
        assertThat(after.differences(after)).isEmpty();
    }

    @Test
    void reportsUnreadableFactsAndThoseOfOneHostOnly() throws IOException {
        Fingerprint a = new Fingerprint(Map.of("adapter-eno1", "ixgbe"));
        Fingerprint b = new Fingerprint(Map.of("adapter-ens3", "virtio_net"));

        assertThat(a.differences(b))
                .isEqualTo(List.of("adapter-eno1: only A reports: ixgbe", "adapter-ens3: only B reports: virtio_net"));

        assertThat(of("virtual-machine").lines())
                .containsEntry("coalescing-ens3", "unknown: the output of 'ethtool -c ens3' was not recorded")
                .containsEntry("governor", "none")
                .containsEntry("topology", "4 CPUs");
    }

    @Test
    void isReadBackFromItsFileUnlessEdited() throws IOException {
        Fingerprint fingerprint = of("container");
        String json = Fingerprint.json(fingerprint);
        Path file = Files.writeString(directory.resolve("a.json"), json);
        assertThat(Fingerprint.read(file)).isEqualTo(fingerprint);
        Files.writeString(file, json.replace("150000", "250000").replace("1.50 CPUs", "2.50 CPUs"));
        assertThatRefused(() -> Fingerprint.read(file)).hasMessageContaining("were edited");
    }

    @Test
    void survivesConversionToRunFacts() {
        Fingerprint fingerprint = fingerprint(folder);
        assertThat(fingerprint.facts())
                .containsEntry("fingerprint", fingerprint.hash())
                .containsEntry("fingerprint.governor", "performance");
        assertThat(Fingerprint.ofFacts(fingerprint.facts())).isEqualTo(fingerprint);
    }

    @Test
    void hashesJvmOptionsThatCanContainSecrets() {
        Map<String, String> jvm = FingerprintReader.ownJvm(Map.of("JAVA_TOOL_OPTIONS", "-Dp=secret -Xmx1g"));
        assertThat(jvm).containsEntry("JAVA_TOOL_OPTIONS", "-Xmx1g others: SHA-256 e2f5d410");
        assertThat(FingerprintReader.ownJvm(Map.of("JAVA_TOOL_OPTIONS", "-Dp=another -Xmx1g")))
                .isNotEqualTo(jvm);
        assertThat(FingerprintReader.ownJvm(Map.of("JDK_JAVA_OPTIONS", "-Xmx1g -XX:+UseZGC")))
                .containsEntry("JDK_JAVA_OPTIONS", "-Xmx1g -XX:+UseZGC");
        assertThat(FingerprintReader.ownJvm(Map.of("JDK_JAVA_OPTIONS", "-Xmx1g -XX:OnError=tell:secret")))
                .hasEntrySatisfying(
                        "JDK_JAVA_OPTIONS",
                        shown -> assertThat(shown)
                                .startsWith("-Xmx1g others: SHA-256 ")
                                .doesNotContain("secret"));
    }

    @Test
    void isStableOnThisHost() {
        Fingerprint first = FingerprintReader.of(new LiveHost(), FingerprintReader.ownJvm());
        Fingerprint second = FingerprintReader.of(new LiveHost(), FingerprintReader.ownJvm());

        assertThat(first.differences(second)).isEmpty();
        assertThat(first.lines().get("java")).contains(Runtime.version().toString());
    }
}
