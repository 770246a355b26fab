package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Finding.Severity.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ticktoquote.host.change.Setting;
import org.ticktoquote.host.change.Setting.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.OwnProcess;
import org.ticktoquote.host.state.ProcessTable;
import org.ticktoquote.host.state.Swap;

/** Audit items of memory: NUMA nodes, huge pages, swap and write-back. */
final class MemoryItems {
    private static final String PAGES = "/sys/kernel/mm/transparent_hugepage/";

    static final Map<String, Function<AuditedHost, CheckResult>> CHECKS = Map.ofEntries(
            entry("numa-nodes", MemoryItems::nodes),
            entry("numa-balancing", MemoryItems::balancing),
            entry("transparent-huge-pages", MemoryItems::hugePages),
            entry("swap", MemoryItems::swap),
            entry("jvm-statistics", MemoryItems::jvmStatistics),
            entry("statistics-interval", MemoryItems::statistics),
            entry(
                    "huge-page-stalls",
                    view -> file(
                            view, PAGES + "defrag", "madvise", Set.of("madvise", "defer+madvise", "defer", "never"))),
            entry("huge-page-collapse", view -> file(view, PAGES + "khugepaged/defrag", "0", Set.of("0"))),
            entry("page-merging", view -> file(view, "/sys/kernel/mm/ksm/run", "0", Set.of("0", "2"))),
            entry("write-back", MemoryItems::writeBack),
            entry("reserved-huge-pages", MemoryItems::reserved));
    private static final String HUGE_PAGES = PAGES + "enabled";
    private static final long STATISTICS_S = 10;
    private static final long WRITER_PERCENT = 10;
    private static final long BACKGROUND_PERCENT = 3;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private MemoryItems() {}

    static CpuList nodesOf(AuditedHost view) {
        return CpuList.parse(view.line("/sys/devices/system/node/online").or(""));
    }

    private static CheckResult nodes(AuditedHost view) {
        int nodes = Math.max(1, nodesOf(view).count());
        return nodes == 1
                ? CheckResult.fit("1")
                : CheckResult.deviates(
                        Integer.toString(nodes),
                        "t2q run --threads auto keeps the application on the adapter's node. To keep its memory there,"
                                + " use numactl --membind=NODE");
    }

    private static CheckResult balancing(AuditedHost view) {
        return nodesOf(view).count() <= 1
                ? CheckResult.fit("1 node: nothing to balance")
                : KernelItems.sysctl(view, "kernel.numa_balancing", "0");
    }

    private static CheckResult hugePages(AuditedHost view) {
        return CheckResult.of(view.line(HUGE_PAGES).choice(), "this kernel has none", enabled -> switch (enabled) {
            case "always" -> CheckResult.deviates("always", List.of(new FileSetting(HUGE_PAGES, "madvise")));
            case "madvise", "never" -> CheckResult.fit(enabled);
            default -> CheckResult.unknown("'" + enabled + "' is not always, madvise or never");
        });
    }

    private static CheckResult swap(AuditedHost view) {
        Reading table = view.host().file("/proc/swaps");
        if (table.absent()) {
            return CheckResult.fit("this kernel has none");
        }
        if (!table.known()) {
            return CheckResult.unknown(table);
        }
        Optional<Swap> areas = Swap.parse(table);
        if (areas.isEmpty()) {
            return CheckResult.unknown("/proc/swaps holds no list of swap areas");
        }
        Swap swap = areas.get();
        if (swap.sizeBytes() == 0) {
            return CheckResult.fit("none");
        }
        CheckResult answer =
                CheckResult.deviates(bytes(swap.sizeBytes()) + ", " + bytes(swap.usedBytes()) + " used", "swapoff -a");
        return swap.usedBytes() > 0 ? answer.withSeverity(WARNING) : answer;
    }

    /** Checks the selected value of a sysfs file. Files of transparent huge pages always fit if these pages are off. */
    private static CheckResult file(AuditedHost view, String path, String best, Set<String> fit) {
        Reading value = view.line(path).choice();
        boolean unused = path.startsWith(PAGES)
                && view.line(PAGES + "enabled").choice().or("").equals("never");
        return unused
                ? CheckResult.fit("no transparent huge pages")
                : CheckResult.of(
                        value,
                        "this kernel has none",
                        text -> CheckResult.of(text, fit.contains(text), new FileSetting(path, best)));
    }

    private static CheckResult statistics(AuditedHost view) {
        return CheckResult.ofNumber(
                view.sysctl("vm.stat_interval"),
                seconds -> CheckResult.of(
                        seconds + " s",
                        seconds >= STATISTICS_S,
                        FileSetting.sysctl("vm.stat_interval", Long.toString(STATISTICS_S))));
    }

    private static CheckResult writeBack(AuditedHost view) {
        OptionalLong writer = percent(view, "vm.dirty_ratio", "vm.dirty_bytes");
        OptionalLong background = percent(view, "vm.dirty_background_ratio", "vm.dirty_background_bytes");
        if (writer.isEmpty() || background.isEmpty()) {
            return CheckResult.unknown("the limits of vm.dirty_* cannot be read");
        }
        String found = writer.getAsLong() + " % and " + background.getAsLong() + " % of memory";
        List<FileSetting> settings = new ArrayList<>();
        if (background.getAsLong() > BACKGROUND_PERCENT) {
            settings.add(FileSetting.sysctl("vm.dirty_background_ratio", Long.toString(BACKGROUND_PERCENT)));
        }
        if (writer.getAsLong() > WRITER_PERCENT) {
            settings.add(FileSetting.sysctl("vm.dirty_ratio", Long.toString(WRITER_PERCENT)));
        }
        // writing a ratio clears the limit in bytes, which --undo could not restore
        boolean inBytes = Stream.of("vm.dirty_bytes", "vm.dirty_background_bytes")
                .anyMatch(name -> view.sysctl(name).number().orElse(0) > 0);
        return inBytes && !settings.isEmpty()
                ? CheckResult.deviates(found, Setting.commands(settings))
                : CheckResult.of(found, settings);
    }

    /** Returns a limit in percent of memory. A limit in bytes takes precedence over the ratio. */
    private static OptionalLong percent(AuditedHost view, String ratio, String bytes) {
        long set = view.sysctl(bytes).number().orElse(0);
        long memory = memory(view, "MemTotal");
        return set > 0 && memory > 0
                ? OptionalLong.of(set * 100 / memory)
                : view.sysctl(ratio).number();
    }

    /** Returns a value of {@code /proc/meminfo} in bytes, or as a plain count if the line has no unit; 0 if unknown. */
    private static long memory(AuditedHost view, String name) {
        return view.host()
                .file("/proc/meminfo")
                .after(name + ":")
                .map(rest -> rest.trim().split(" ", -1))
                .filter(words -> words[0].matches("[0-9]{1,12}"))
                .map(words -> Long.parseLong(words[0]) * (words.length > 1 ? 1024 : 1))
                .orElse(0L);
    }

    private static CheckResult reserved(AuditedHost view) {
        String found =
                memory(view, "HugePages_Total") + " of the default size, " + bytes(memory(view, "Hugetlb")) + " in all";
        List<Long> asking = view.processes().all().stream()
                .filter(process -> process.name().equals("java"))
                .map(ProcessTable.Entry::pid)
                .filter(pid -> {
                    String command =
                            view.host().file("/proc/" + pid + "/cmdline").or("");
                    return command.contains("-XX:+UseLargePages\0")
                            && !command.contains("-XX:+UseTransparentHugePages\0");
                })
                .toList();
        boolean none = memory(view, "HugePages_Total") == 0 && memory(view, "Hugetlb") == 0;
        return asking.isEmpty() || !none
                ? CheckResult.fit(asking.isEmpty() ? "no JVM asks for any" : found)
                : CheckResult.deviates(
                        "none, and JVM " + asking.get(0) + " asks for some",
                        "sysctl -w vm.nr_hugepages=N of 2 MiB for heap and code, or boot parameter hugepages=N");
    }

    private static CheckResult jvmStatistics(AuditedHost view) {
        return CheckResult.of(view.host().file(OwnProcess.MOUNTS), table -> {
            String type = OwnProcess.fileSystem("/tmp", table).orElse("?");
            return CheckResult.of(
                    "/tmp on " + type,
                    type.equals("tmpfs") || type.equals("ramfs"),
                    "mount -t tmpfs tmpfs /tmp, or --jvm-args -XX:+PerfDisableSharedMem");
        });
    }

    /** Formats bytes, as in {@code 4 MiB} or {@code 15.5 GiB}. */
    static String bytes(long bytes) {
        if (bytes < KIB) {
            return bytes + " bytes";
        }
        long unit = bytes < MIB ? KIB : bytes < GIB ? MIB : GIB;
        String name = unit == KIB ? " KiB" : unit == MIB ? " MiB" : " GiB";
        String digits = bytes % unit == 0
                ? Long.toString(bytes / unit)
                : String.format(Locale.ROOT, "%.1f", (double) bytes / unit);
        return digits + name;
    }
}
