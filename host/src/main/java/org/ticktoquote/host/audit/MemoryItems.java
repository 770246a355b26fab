package org.ticktoquote.host.audit;

import static org.ticktoquote.host.audit.Severity.NOTE;
import static org.ticktoquote.host.audit.Severity.WARNING;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Choice;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Mount;
import org.ticktoquote.host.state.Swap;

/** Memory: where it is, in what pages, and what moves it. */
final class MemoryItems {
    static final List<AuditItem> ALL = List.of(
            new AuditItem(
                    "numa-nodes",
                    "1, or processes and adapters placed on one",
                    "memory of another node takes about twice as long, its PCIe devices too",
                    NOTE,
                    NOTE,
                    MemoryItems::nodes),
            new AuditItem(
                    "numa-balancing",
                    "kernel.numa_balancing = 0",
                    "unmaps pages to see who uses them: a fault in the middle of anything",
                    NOTE,
                    WARNING,
                    MemoryItems::balancing),
            new AuditItem(
                    "transparent-huge-pages",
                    "madvise or never",
                    "always lets the kernel compact memory while a thread waits for a page",
                    NOTE,
                    WARNING,
                    MemoryItems::hugePages),
            new AuditItem(
                    "swap",
                    "none",
                    "a page that was swapped out comes back in milliseconds",
                    NOTE,
                    WARNING,
                    MemoryItems::swap),
            new AuditItem(
                    "jvm-statistics",
                    "/tmp on tmpfs, or every JVM with -XX:+PerfDisableSharedMem",
                    "a JVM writes its statistics to /tmp/hsperfdata_*: at a safepoint it waits for that disk",
                    NOTE,
                    WARNING,
                    MemoryItems::jvmStatistics));

    private static final String HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/enabled";

    private MemoryItems() {}

    private static CpuList nodesOf(View view) {
        return CpuList.parse(view.line("/sys/devices/system/node/online").or(""));
    }

    private static Answer nodes(View view) {
        int nodes = Math.max(1, nodesOf(view).count());
        return nodes == 1
                ? Answer.fit("1")
                : Answer.deviates(
                        Integer.toString(nodes),
                        "t2q run --threads auto keeps the application on the adapters' node; its memory too under numactl --membind=N, N"
                                + " being that node");
    }

    private static Answer balancing(View view) {
        return nodesOf(view).count() <= 1
                ? Answer.fit("1 node: nothing to balance")
                : KernelItems.sysctl(view, "kernel.numa_balancing", "0");
    }

    private static Answer hugePages(View view) {
        Reading enabled = view.line(HUGE_PAGES).map(Choice::current);
        if (enabled.absent()) {
            return Answer.fit("this kernel has none");
        }
        if (!enabled.known()) {
            return Answer.unknown(enabled);
        }
        return switch (enabled.or("")) {
            case "always" -> Answer.deviates("always", List.of(new FileSetting(HUGE_PAGES, "madvise")));
            case "madvise", "never" -> Answer.fit(enabled.or(""));
            default -> Answer.unknown("'" + enabled.or("") + "' is none of always, madvise, never");
        };
    }

    private static Answer swap(View view) {
        Reading table = view.host().file("/proc/swaps");
        if (table.absent()) {
            return Answer.fit("this kernel has none");
        }
        if (!table.known()) {
            return Answer.unknown(table);
        }
        Optional<Swap> areas = Swap.parse(table);
        if (areas.isEmpty()) {
            return Answer.unknown("/proc/swaps holds no list of swap areas");
        }
        Swap swap = areas.get();
        if (swap.sizeBytes() == 0) {
            return Answer.fit("none");
        }
        Answer answer = Answer.deviates(
                Amount.bytes(swap.sizeBytes()) + ", " + Amount.bytes(swap.usedBytes()) + " used", "swapoff -a");
        return swap.usedBytes() > 0 ? answer.weighing(WARNING) : answer;
    }

    private static Answer jvmStatistics(View view) {
        Reading table = view.host().file("/proc/self/mounts");
        if (!table.known()) {
            return Answer.unknown(table);
        }
        String type = Mount.of("/tmp", table.or("")).map(Mount::type).orElse("?");
        return type.equals("tmpfs") || type.equals("ramfs")
                ? Answer.fit("/tmp on " + type)
                : Answer.deviates(
                        "/tmp on " + type, "mount -t tmpfs tmpfs /tmp, or --jvm-args -XX:+PerfDisableSharedMem");
    }
}
