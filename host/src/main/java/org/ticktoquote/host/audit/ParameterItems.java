package org.ticktoquote.host.audit;

import static org.ticktoquote.host.audit.Severity.NOTE;
import static org.ticktoquote.host.audit.Severity.WARNING;

import java.util.List;
import java.util.Set;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Choice;

/** Lines that hold one file against the values that are wanted. {@code --apply} writes the first of them. */
final class ParameterItems {
    private static final String PAGES = "/sys/kernel/mm/transparent_hugepage/";

    static final List<AuditItem> ALL = List.of(
            parameter(
                            "timer-migration",
                            "kernel.timer_migration = 0",
                            WARNING,
                            "a sleep of a tickless CPU ends on a housekeeping CPU, which then has to wake the sleeper (kernel: timer.c)")
                    .onReservedCpus(),
            AuditItem.tuning(
                            "statistics-interval",
                            "vm.stat_interval 10 or more",
                            "every CPU collects its memory counters once a second: a kernel thread beside the measured one (mm/vmstat.c)",
                            WARNING,
                            ParameterItems::statistics)
                    .onReservedCpus(),
            parameter(
                    "automatic-groups",
                    "kernel.sched_autogroup_enabled = 0",
                    NOTE,
                    "CPU time is shared by session: 200 threads get what one shell gets, and nice does not help (sched(7))"),
            parameter(
                    "proactive-compaction",
                    "vm.compaction_proactiveness = 0",
                    NOTE,
                    "moves pages of all processes in the background: \"latency spikes in unsuspecting applications\" (sysctl/vm.rst)"),
            parameter(
                    "locked-page-compaction",
                    "vm.compact_unevictable_allowed = 0",
                    NOTE,
                    "moves locked pages too, and their next use is a fault; PREEMPT_RT has 0 for that reason (sysctl/vm.rst)"),
            parameter(
                    "zone-reclaim",
                    "vm.zone_reclaim_mode = 0",
                    WARNING,
                    "a thread that allocates first frees pages of its node, though other nodes have free ones (sysctl/vm.rst)"),
            file(
                    "huge-page-stalls",
                    PAGES + "defrag",
                    "defrag anything but always",
                    Set.of("madvise", "defer+madvise", "defer", "never"),
                    "madvise",
                    WARNING,
                    "with always a page fault frees and compacts memory until it has a huge page (mm/transhuge.rst)"),
            file(
                    "huge-page-collapse",
                    PAGES + "khugepaged/defrag",
                    "khugepaged/defrag 0, or no transparent huge pages",
                    Set.of("0"),
                    "0",
                    NOTE,
                    "khugepaged compacts memory and locks the address space of the process that it improves (mm/transhuge.rst)"),
            file(
                    "page-merging",
                    "/sys/kernel/mm/ksm/run",
                    "ksm/run 0 or 2",
                    Set.of("0", "2"),
                    "0",
                    WARNING,
                    "ksmd scans memory all the time; a write to a merged page is a fault that copies it (mm/ksm.rst)"),
            parameter(
                    "idle-slow-start",
                    "net.ipv4.tcp_slow_start_after_idle = 0",
                    WARNING,
                    "a FIX session is idle, then bursts: after 10 segments it waits for a round trip (RFC 2861; measured: docs/host.md)"),
            parameter(
                    "automatic-corking",
                    "net.ipv4.tcp_autocorking = 0",
                    NOTE,
                    "a small message waits until the adapter has sent the one before, with TCP_NODELAY too (kernel: f54b311142a9)"));

    private ParameterItems() {}

    /** A kernel parameter, wanted as {@code name = value}. */
    private static AuditItem parameter(String item, String wanted, Severity lab, String why) {
        String[] words = wanted.split(" = ", 2);
        return AuditItem.tuning(item, wanted, why, lab, view -> KernelItems.sysctl(view, words[0], words[1]));
    }

    private static AuditItem file(
            String item, String path, String wanted, Set<String> fit, String best, Severity lab, String why) {
        return AuditItem.tuning(item, wanted, why, lab, view -> {
            Reading value = view.line(path).map(Choice::current);
            boolean unused = path.startsWith(PAGES)
                    && view.line(PAGES + "enabled")
                            .map(Choice::current)
                            .or("never")
                            .equals("never");
            if (value.absent() || unused) {
                return Answer.fit(value.absent() ? "this kernel has none" : "no transparent huge pages");
            }
            if (!value.known()) {
                return Answer.unknown(value);
            }
            return fit.contains(value.or(""))
                    ? Answer.fit(value.or(""))
                    : Answer.deviates(value.or(""), List.of(new FileSetting(path, best)));
        });
    }

    private static Answer statistics(View view) {
        Reading seconds = view.sysctl("vm.stat_interval");
        if (seconds.number().isEmpty()) {
            return Answer.unknown(seconds.noNumber());
        }
        return seconds.number().getAsLong() >= 10
                ? Answer.fit(seconds.or("") + " s")
                : Answer.deviates(seconds.or("") + " s", List.of(FileSetting.sysctl("vm.stat_interval", "10")));
    }
}
