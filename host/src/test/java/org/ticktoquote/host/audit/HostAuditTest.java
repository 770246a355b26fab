package org.ticktoquote.host.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.audit.HostAudit.Fitness;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.source.SharedHost;

class HostAuditTest {
    @TempDir
    private Path directory;

    @TempDir
    private static Path folder;

    private static SharedHost tuned;

    /** The tuned host, unless a test uses another one. */
    private Path host = folder;

    @BeforeAll
    static void unpack() throws IOException {
        tuned = new SharedHost("rt-tuned", folder);
    }

    @AfterEach
    void restore() throws IOException {
        tuned.restore();
    }

    private HostAudit audit(Profile profile) {
        return HostAudit.of(new RecordedHost(host), profile, Duration.ZERO);
    }

    private Map<String, Finding> findings(String fixture, Profile profile) throws IOException {
        host = HostFixture.unpack(fixture, directory);
        return byItem(audit(profile));
    }

    private static Map<String, Finding> byItem(HostAudit audit) {
        return audit.findings().stream().collect(Collectors.toMap(Finding::item, Function.identity()));
    }

    static List<String> items(HostAudit audit, Severity severity) {
        return audit.findings().stream()
                .filter(finding -> finding.severity() == severity)
                .map(Finding::item)
                .toList();
    }

    static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private void assertUnknown(String items) {
        Map<String, Finding> findings = byItem(audit(Profile.LAB));
        assertThat(words(items))
                .allSatisfy(item ->
                        assertThat(findings.get(item).severity()).as(item).isEqualTo(Severity.UNKNOWN));
    }

    @Test
    void tunedHostIsFitForLab() {
        HostAudit audit = audit(Profile.LAB);

        assertThat(items(audit, Severity.UNFIT)).isEmpty();
        assertThat(items(audit, Severity.WARNING)).isEmpty();
        assertThat(items(audit, Severity.UNKNOWN)).isEmpty();
        assertThat(items(audit, Severity.NOTE)).containsExactly("mitigations");
        assertThat(audit.fitness()).isEqualTo(Fitness.FIT);
        assertThat(audit(Profile.DEV).fitness()).isEqualTo(Fitness.FIT);
    }

    @Test
    void adaptsChecksToRealTimeKernel() throws IOException {
        tuned.delete("/proc/sys/net/core/busy_read");
        tuned.write("/proc/77/stat", IRQ.formatted(77, 50));
        tuned.write("/proc/78/stat", IRQ.formatted(78, 90));
        Map<String, Finding> findings = byItem(audit(Profile.LAB));
        assertThat(findings.get("busy-polling").severity()).isEqualTo(Severity.FIT);
        assertThat(findings.get("busy-polling").found()).contains("PREEMPT_RT kernel has no busy polling");
        assertThat(findings.get("interrupt-threads").found()).isEqualTo("2 of priority 50 to 90");
    }

    private static final String IRQ =
            "%d (irq/64-ens1f0) S 2 0 0 0 -1 4 0 0 0 0 3 4 0 0 -51 0 1 0 900 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 3 %d 1 0 0\n";

    /** Changes one setting of the tuned host. Arguments: expected item, changed files, contents, severity in the lab. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            real-time-kernel|/sys/kernel/realtime,/proc/sys/kernel/version|0,#1 SMP PREEMPT_DYNAMIC|WARNING
            clock-source|/sys/devices/system/clocksource/clocksource0/current_clocksource|hpet|UNFIT
            clock-source|/sys/devices/system/clocksource/clocksource0/current_clocksource|kvm-clock|WARNING
            real-time-throttling|/proc/sys/kernel/sched_rt_runtime_us|950000|WARNING
            nmi-watchdog|/proc/sys/kernel/nmi_watchdog|1|WARNING
            timer-slack|/proc/self/timerslack_ns|40000000|WARNING
            isolated-cpus|/sys/devices/system/cpu/isolated||UNFIT
            tickless-cpus|/sys/devices/system/cpu/nohz_full|3-7|WARNING
            callback-free-cpus|/proc/cmdline,/sys/devices/system/cpu/nohz_full|quiet,|WARNING
            governor|/sys/devices/system/cpu/cpu5/cpufreq/scaling_governor|powersave|WARNING
            turbo|/sys/devices/system/cpu/intel_pstate/no_turbo|0|WARNING
            idle-states|/sys/devices/system/cpu/cpu3/cpuidle/state1/latency|85|WARNING
            idle-states|/sys/devices/system/cpu/cpu3/cpuidle/state1/latency,/sys/devices/system/cpu/cpu3/power/pm_qos_resume_latency_us|\
            85,20|FIT
            hyper-threads|/sys/devices/system/cpu/smt/active|1|WARNING
            cpus-allowed|/sys/fs/cgroup/cpuset.cpus.effective|0-5|UNFIT
            cpus-allowed|/proc/self/status|Cpus_allowed_list: 1|UNFIT
            cpus-allowed|/sys/devices/system/cpu/isolated|2-15|FIT
            numa-balancing|/sys/devices/system/node/online,/proc/sys/kernel/numa_balancing|0-1,1|WARNING
            transparent-huge-pages|/sys/kernel/mm/transparent_hugepage/enabled|[always] madvise never|WARNING
            swap|/proc/swaps|Filename Type Size Used Priority\\n/dev/sdb1 partition 1024 0 -2|WARNING
            jvm-statistics|/proc/self/mounts|/dev/sda1 / ext4 rw 0 0|WARNING
            irqbalance|/proc/900/stat|900 (irqbalance) S 1 9 9 0 -1 4 9 0 0 0 3 4 0 0 20 0 1 0 900 2 3 0|NOTE
            irqbalance|/proc/900/stat,/etc/sysconfig/irqbalance|900 (irqbalance) S 1 9 9 0 -1 4 9 0 0 0 3 4 0 0 20 0 1 0 900 2 3 \
            0,IRQBALANCE_BANNED_CPUS=0c|WARNING
            interrupt-affinity|/proc/irq/64/effective_affinity_list|4|WARNING
            kernel-work-queues|/sys/devices/virtual/workqueue/cpumask|ff|WARNING
            virtualisation|/sys/class/dmi/id/product_name|KVM|WARNING
            steal|/later/proc/stat|cpu 1003 0 501 800790 0 0 0 2 0 0|UNFIT
            cpu-quota|/sys/fs/cgroup/user.slice/cpu.max|150000 100000|UNFIT
            memory-limit|/sys/fs/cgroup/user.slice/memory.max|1073741824|WARNING
            real-time-limit|/proc/self/limits|Max realtime priority 0 0|NOTE
            open-files|/proc/self/limits|Max open files 1024 4096\\nMax locked memory unlimited unlimited|WARNING
            locked-memory|/proc/self/limits|Max open files 65536 65536\\nMax locked memory 65536 65536|WARNING
            udp-buffers|/proc/sys/net/core/rmem_max|212992|WARNING
            tcp-buffers|/proc/sys/net/ipv4/tcp_wmem|4096 16384 1048576|WARNING
            busy-polling|/proc/sys/net/core/busy_poll|0|WARNING
            coalescing-ens1f0|/tools/ethtool_-c_ens1f0|Adaptive RX: on  TX: off\\nrx-usecs: 0|WARNING
            coalescing-ens1f0|/tools/ethtool_-c_ens1f0|Adaptive RX: off  TX: off\\nrx-usecs: 8|WARNING
            offloads-ens1f0|/tools/ethtool_-k_ens1f0|generic-receive-offload: on|WARNING
            rings-ens1f0|/tools/ethtool_-g_ens1f0|RX: 4096\\nRX: 256|WARNING
            tuned-profile|/etc/tuned/active_profile|powersave|WARNING
            tuned-profile|/etc/tuned/active_profile|our-own|NOTE
            busy-processes|/later/proc/910/stat|910 (ptp4l) S 1 9 9 0 -1 4 9 0 0 0 80 40 0 0 20 0 1 0 910 2 3 0|WARNING
            left-overs|/tmp/cpu-3.lock|4711|UNFIT
            preemption|/sys/kernel/realtime,/proc/sys/kernel/version,/sys/kernel/debug/sched/preempt|0,#1 SMP PREEMPT_DYNAMIC,none \
            (voluntary) full|NOTE
            preemption|/sys/kernel/realtime,/proc/sys/kernel/version,/sys/kernel/debug/sched/preempt|0,#1 SMP PREEMPT_DYNAMIC,none \
            (full)|FIT
            base-slice|/sys/kernel/debug/sched/base_slice_ns|10000000|NOTE
            skewed-ticks|/proc/cmdline|quiet tsc=reliable rcu_nocb_poll|WARNING
            soft-lockup-watchdog|/proc/sys/kernel/soft_watchdog,/proc/sys/kernel/watchdog|1,1|WARNING
            machine-check-polling|/sys/devices/system/machinecheck/machinecheck0/ignore_ce|0|WARNING
            clock-source-watchdog|/proc/cmdline|quiet|WARNING
            callback-polling|/proc/cmdline|quiet rcu_nocbs=2-7|NOTE
            timer-migration|/proc/sys/kernel/timer_migration|1|WARNING
            statistics-interval|/proc/sys/vm/stat_interval|1|WARNING
            automatic-groups|/proc/sys/kernel/sched_autogroup_enabled|1|NOTE
            proactive-compaction|/proc/sys/vm/compaction_proactiveness|20|NOTE
            locked-page-compaction|/proc/sys/vm/compact_unevictable_allowed|1|NOTE
            zone-reclaim|/proc/sys/vm/zone_reclaim_mode|1|WARNING
            huge-page-stalls|/sys/kernel/mm/transparent_hugepage/enabled,/sys/kernel/mm/transparent_hugepage/defrag|[madvise],[always] \
            never|WARNING
            huge-page-collapse|/sys/kernel/mm/transparent_hugepage/enabled,/sys/kernel/mm/transparent_hugepage/khugepaged/defrag|\
            [madvise],1|NOTE
            page-merging|/sys/kernel/mm/ksm/run|1|WARNING
            write-back|/proc/sys/vm/dirty_background_ratio|10|WARNING
            write-back|/proc/sys/vm/dirty_ratio,/proc/sys/vm/dirty_bytes|0,30000000000|WARNING
            reserved-huge-pages|/proc/meminfo|MemTotal: 65536000 kB\\nHugePages_Total: 0|WARNING
            shared-cores|/sys/devices/system/cpu/cpu3/topology/thread_siblings_list|1-3|WARNING
            energy-bias|/sys/devices/system/cpu/cpu5/power/energy_perf_bias|6|WARNING
            energy-bias|/sys/devices/system/cpu/cpu5/cpufreq/energy_performance_preference|balance_performance|WARNING
            idle-slow-start|/proc/sys/net/ipv4/tcp_slow_start_after_idle|1|WARNING
            automatic-corking|/proc/sys/net/ipv4/tcp_autocorking|1|NOTE
            packet-backlog|/proc/net/softnet_stat|0005d33f 0000000a 00000000|WARNING
            packet-budget|/proc/net/softnet_stat|0005d33f 00000000 0000000a|NOTE
            queue-discipline|/tools/tc_qdisc_show|qdisc netem 8001: dev ens1f0 root refcnt 2 limit 1000 delay 10ms|WARNING
            packet-filters|/tools/nft_list_ruleset|table inet t {\\n\tchain in {\\n\t\tct state established accept|NOTE
            packet-filters|/proc/net/ip_tables_names|filter|NOTE
            packet-filters|/proc/sys/net/netfilter/nf_conntrack_count|262000|WARNING
            packet-steering-ens1f0|/sys/class/net/ens1f0/queues/rx-0/rps_cpus|ff|WARNING
            packet-steering-ens1f0|/sys/class/net/ens1f0/queues/tx-0/xps_cpus|ff|NOTE
            packet-steering-ens1f0|/sys/class/net/ens1f0/queues/rx-0/rps_flow_cnt,/proc/sys/net/core/rps_sock_flow_entries|4096,32768|NOTE
            link-power-ens1f0|/sys/class/net/ens1f0/device/link/l1_aspm|1|WARNING
            tracing|/sys/kernel/tracing/current_tracer|function_graph|WARNING
            tracing|/sys/kernel/tracing/set_event|sched:sched_switch|WARNING
            tracing|/sys/kernel/tracing/instances/other/set_event|sched:sched_switch|WARNING
            tracing|/sys/kernel/debug/kprobes/list|ffffffff810 k do_sys_open+0x0 [FTRACE]|WARNING
            system-call-audit|/proc/77/stat,/tools/auditctl_-l|77 (auditd) S 1 9 9 0 -1 4 9 0 0 0 3 4 0 0 20 0 1 0 900 2 3 0,-a \
            always;exit -S open|WARNING
            system-call-audit|/proc/77/stat,/tools/auditctl_-l|77 (auditd) S 1 9 9 0 -1 4 9 0 0 0 3 4 0 0 20 0 1 0 900 2 3 0,No rules|FIT
            """)
    void detectsSingleWrongSetting(String item, String paths, String contents, Severity severity) throws IOException {
        List<String> files = List.of(paths.split(","));
        List<String> texts = contents == null ? List.of("") : List.of(contents.split(",", -1));
        for (int i = 0; i < files.size(); i++) {
            tuned.write(files.get(i), texts.get(i).replace("\\n", "\n") + "\n");
        }
        assertThat(byItem(audit(Profile.LAB)).get(item).severity()).isEqualTo(severity);
    }

    @Test
    void warnsIfTheClockIsNotSynchronisedOrHasTwoDaemons() throws IOException {
        tuned.write("/proc/901/stat", "901 (ntpd) S 1 9 9 0 -1 4 9 0 0 0 3 4 0 0 20 0 1 0 900 2 3 0\n");
        assertThat(byItem(audit(Profile.LAB)).get("time-keeping").found()).startsWith("chronyd, ntpd");
        assertThat(audit(Profile.LAB).fitness()).isEqualTo(Fitness.WARNINGS);
        tuned.restore();
        tuned.write("/tools/chronyc_-c_tracking", "7F7F0101,,0,0.0,0,0,0,0,0,0,1,1,0,Not synchronised\n");
        assertThat(byItem(audit(Profile.LAB)).get("time-keeping").severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void acceptsDaemonsThatTimemasterRuns() throws IOException {
        for (String daemon :
                List.of("902 (timemaster) S 1", "900 (chronyd) S 902", "901 (chronyd) S 900", "903 (phc2sys) S 902")) {
            tuned.write(
                    "/proc/" + daemon.split(" ", 2)[0] + "/stat",
                    daemon + " 9 9 0 -1 4 9 0 0 0 3 4 0 0 20 0 1 0 900 2 3 0\n");
        }
        Finding found = byItem(audit(Profile.LAB)).get("time-keeping");
        assertThat(found.found()).startsWith("timemaster");
        assertThat(found.severity()).isEqualTo(Severity.FIT);
    }

    @Test
    void unreadableSettingsAreUnknown() throws IOException {
        deny("/tools/ethtool_-c_ens1f0");
        assertThat(audit(Profile.DEV).fitness()).isEqualTo(Fitness.FIT);
        assertThat(audit(Profile.LAB).fitness()).isEqualTo(Fitness.WARNINGS);
        deny("/proc/sys/kernel/sched_rt_runtime_us /proc/self/timerslack_ns /proc/sys/net/core/rmem_max"
                + " /sys/devices/system/clocksource/clocksource0/current_clocksource"
                + " /sys/kernel/mm/transparent_hugepage/enabled /sys/devices/virtual/workqueue/cpumask"
                + " /tools/ethtool_-g_ens1f0 /etc/tuned/active_profile /proc/swaps");
        HostAudit audit = audit(Profile.LAB);
        assertThat(items(audit, Severity.UNKNOWN))
                .isEqualTo(words("clock-source real-time-throttling timer-slack clock-source-watchdog"
                        + " transparent-huge-pages swap kernel-work-queues udp-buffers coalescing-ens1f0"
                        + " rings-ens1f0 tuned-profile"));
        assertThat(byItem(audit).get("timer-slack").found()).isEqualTo("unknown: /proc/self/timerslack_ns needs root");
        assertThat(audit.fitness()).isEqualTo(Fitness.WARNINGS);
    }

    private void deny(String files) throws IOException {
        for (String file : words(files)) {
            tuned.write(file + ".t2q-problem", file + " needs root\n");
        }
    }

    /** Tuning that needs root. */
    @Test
    void unreadableTuningDoesNotAffectFitness() throws IOException {
        deny("/sys/kernel/debug/sched/base_slice_ns /sys/kernel/tracing/current_tracer /tools/nft_list_ruleset"
                + " /tools/tc_qdisc_show /proc/sys/vm/stat_interval /sys/kernel/mm/ksm/run /proc/net/softnet_stat"
                + " /sys/devices/system/machinecheck/machinecheck0/ignore_ce");
        HostAudit audit = audit(Profile.LAB);
        assertThat(items(audit, Severity.UNKNOWN))
                .isEqualTo(words("base-slice machine-check-polling statistics-interval page-merging packet-backlog"
                        + " packet-budget queue-discipline packet-filters tracing"));
        assertThat(audit.fitness()).isEqualTo(Fitness.FIT);
    }

    @Test
    void judgesAStockServer() throws IOException {
        Map<String, Finding> lab = findings("stock-server", Profile.LAB);
        assertThat(items(audit(Profile.LAB), Severity.UNFIT)).containsExactly("clock-source", "isolated-cpus");
        assertThat(lab.values())
                .allSatisfy(finding -> assertThat(List.of(finding.found(), finding.wanted(), finding.why()))
                        .noneMatch(String::isBlank));
        assertThat(lab.get("real-time-kernel").found()).isEqualTo("4.18.0-553.el8_10.x86_64, no preemption");
        assertThat(lab.get("isolated-cpus").how()).isEqualTo("boot parameter isolcpus=managed_irq,domain,2-7");
        assertThat(lab.get("idle-states").found()).isEqualTo("C6 (133 us)");
        assertThat(lab.get("governor").found()).isEqualTo("powersave");
        assertThat(lab.get("swap").found()).isEqualTo("4.0 GiB, 0 bytes used");
        assertThat(lab.get("numa-balancing").how()).isEqualTo("sysctl -w kernel.numa_balancing=0");
        assertThat(lab.get("coalescing-eno1").how())
                .isEqualTo("ethtool -C eno1 adaptive-rx off rx-usecs 0 rx-frames 1");
        assertThat(lab.get("offloads-eno1").how()).isEqualTo("ethtool -K eno1 gro off");
        assertThat(lab.get("rings-eno1").found()).isEqualTo("512 of 4096");
        assertThat(items(audit(Profile.LAB), Severity.FIT)).contains("cpu-quota", "memory-limit", "tcp-buffers");
        assertThat(lab.get("open-files").severity()).isEqualTo(Severity.WARNING);
        assertThat(audit(Profile.DEV).fitness()).isEqualTo(Fitness.WARNINGS);
    }

    @Test
    void judgesAVirtualMachine() throws IOException {
        Map<String, Finding> dev = findings("virtual-machine", Profile.DEV);

        assertThat(dev.get("virtualisation").found()).isEqualTo("virtual machine: OpenStack Foundation OpenStack Nova");
        assertThat(dev.get("steal").found()).isEqualTo("3.0 %");
        assertThat(dev.get("steal").severity()).isEqualTo(Severity.WARNING);
        assertThat(dev.get("clock-source").severity()).isEqualTo(Severity.NOTE);
        assertThat(dev.get("swap").found()).isEqualTo("2.0 GiB, 512 MiB used");
        assertThat(dev.get("swap").severity()).isEqualTo(Severity.WARNING);
        assertThat(dev.get("busy-processes").found()).isEqualTo("stress (worker) 87 % (700)");
        assertThat(dev.get("left-overs").found()).isEqualTo("t2q pricing-app (710), /tmp/cpu-2.lock");
        assertThat(dev.get("coalescing-ens3").severity()).isEqualTo(Severity.UNKNOWN);
        assertThat(audit(Profile.DEV).fitness()).isEqualTo(Fitness.WARNINGS);
        assertThat(audit(Profile.LAB).fitness()).isEqualTo(Fitness.UNFIT);
    }

    @Test
    void judgesAContainer() throws IOException {
        Map<String, Finding> dev = findings("container", Profile.DEV);

        assertThat(dev.get("virtualisation").found()).isEqualTo("container: docker");
        assertThat(dev.get("cpu-quota").found()).isEqualTo("1.50 CPUs, throttled 412 times");
        assertThat(dev.get("memory-limit").found()).isEqualTo("2 GiB");
        assertThat(dev.get("cpus-allowed").found()).isEqualTo("2 (4-5)");
        assertThat(dev.get("cpus-allowed").severity())
                .as("for four busy processes")
                .isEqualTo(Severity.WARNING);
        assertThat(dev.get("timer-slack").found()).isEqualTo("unknown: /proc/self/timerslack_ns needs root");
        assertThat(dev.get("udp-buffers").severity()).isEqualTo(Severity.UNKNOWN);
        assertThat(dev.get("adapters").found()).startsWith("no physical adapter");
        assertThat(audit(Profile.DEV).fitness()).isEqualTo(Fitness.WARNINGS);
        assertThat(audit(Profile.LAB).fitness()).isEqualTo(Fitness.UNFIT);
    }

    @Test
    void stealAndLoadAreUnknownWithoutASecondSample() throws IOException {
        host = HostFixture.unpack("stock-server", directory);
        Files.delete(directory.resolve("later/proc/uptime"));
        Files.delete(directory.resolve("later/proc/stat"));
        assertUnknown("steal busy-processes");
    }

    @Test
    void judgesStealByLimitsOfTheProfile() throws IOException {
        host = HostFixture.unpack("virtual-machine", directory);
        HostFixture.write(directory, "/later/proc/stat", "cpu  100100 0 50020 600276 10 0 0 9004 0 0\n");
        assertThat(byItem(audit(Profile.DEV)).get("steal").severity()).isEqualTo(Severity.NOTE);
        assertThat(byItem(audit(Profile.LAB)).get("steal").severity()).isEqualTo(Severity.UNFIT);

        HostFixture.write(directory, "/later/proc/stat", "cpu  100100 0 50020 600240 10 0 0 9040 0 0\n");
        assertThat(byItem(audit(Profile.DEV)).get("steal").severity()).isEqualTo(Severity.UNFIT);
    }

    /** A damaged recording: every file exists, but none can be parsed. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\u0000\ufffd garbage (x) [y] -1", "1 2 3 99999999999999999999", "(1) S"})
    void malformedContentIsNeverFit(String content) throws IOException {
        host = HostFixture.unpack("rt-tuned", directory);
        try (Stream<Path> files = Files.walk(host)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.writeString(file, content);
            }
        }
        assertUnknown("timer-slack transparent-huge-pages swap irqbalance steal open-files udp-buffers tcp-buffers"
                + " time-keeping busy-processes left-overs");
    }

    @Test
    void emptyTreeIsUnknown() throws IOException {
        host = directory;
        Files.createDirectories(host.resolve("proc"));
        assertUnknown("irqbalance virtualisation time-keeping left-overs busy-processes");
    }
}
