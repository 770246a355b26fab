package org.ticktoquote.host.state;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.linux.CpuSteal;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.host.source.Host;

/**
 * Processes of a host at one moment, from {@code /proc/PID/stat} (proc(5)).
 *
 * @param processes process entries by id
 * @param self id of the reading process
 */
public record ProcessTable(Map<Long, Entry> processes, long self) {
    /** Problem text for an empty table, which means that procfs is unreadable. */
    public static final String NONE = "/proc shows no process";

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final int MAX_PRIORITY = 99;

    /**
     * Process in the table.
     *
     * @param name kernel's name, up to 15 bytes
     * @param ticks CPU time since its start, in hundredths of a second
     * @param startTicks start time in ticks after boot; identifies a process uniquely together with its id
     * @param realTimePriority 1 to 99 under a real-time policy, otherwise 0
     */
    public record Entry(long pid, String name, long parent, long ticks, long startTicks, int realTimePriority) {}

    public static ProcessTable read(Host host) {
        Map<Long, Entry> processes = new LinkedHashMap<>();
        for (String name : host.names("/proc")) {
            if (isNumber(name)) {
                parse(host.file("/proc/" + name + "/stat").or(""))
                        .ifPresent(entry -> processes.put(entry.pid(), entry));
            }
        }
        long self = parse(host.file("/proc/self/stat").or("")).map(Entry::pid).orElse(-1L);
        return new ProcessTable(processes, self);
    }

    private static Optional<Entry> parse(String stat) {
        StatLine line = new StatLine(KernelText.of(stat));
        return line.parse() && line.has(StatLine.START_TICKS) && !line.dead()
                ? Optional.of(entry(line))
                : Optional.empty();
    }

    private static Entry entry(StatLine line) {
        long priority = line.has(StatLine.PRIORITY) ? line.number(StatLine.PRIORITY) : 0;
        return new Entry(
                line.id(),
                line.name(),
                line.number(StatLine.PARENT),
                line.number(StatLine.USER_TICKS) + line.number(StatLine.SYSTEM_TICKS),
                line.number(StatLine.START_TICKS),
                priority >= 0 && priority <= MAX_PRIORITY ? (int) priority : 0);
    }

    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /** Returns whether no process is known. */
    public boolean isEmpty() {
        return processes.isEmpty();
    }

    public Collection<Entry> all() {
        return processes.values();
    }

    /** Returns the given names that have a running process, sorted. */
    public List<String> running(Set<String> names) {
        return all().stream()
                .map(Entry::name)
                .filter(names::contains)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the reading process, its ancestors and its descendants. */
    public Set<Long> family() {
        Set<Long> family = new HashSet<>();
        for (long pid = self; pid > 1 && family.add(pid); ) {
            Entry entry = processes.get(pid);
            pid = entry == null ? 0 : entry.parent();
        }
        Map<Long, List<Entry>> children = all().stream().collect(Collectors.groupingBy(Entry::parent));
        addDescendants(self, children, family);
        return family;
    }

    private static void addDescendants(long pid, Map<Long, List<Entry>> children, Set<Long> family) {
        for (Entry child : children.getOrDefault(pid, List.of())) {
            if (family.add(child.pid())) {
                addDescendants(child.pid(), children, family);
            }
        }
    }

    /**
     * Activity of a host between two moments.
     *
     * @param busy processes outside this one's family, by descending CPU use
     * @param stealPercent share of CPU time stolen by the hypervisor
     */
    public record Activity(List<Busy> busy, double stealPercent) {
        private static final double TICKS_PER_SECOND = 100;

        /**
         * Process that used a CPU.
         *
         * @param percent CPU use, in percent of one CPU
         */
        public record Busy(long pid, String name, double percent) {}

        /** Observes the host for a given time; empty without two readable samples. */
        public static Optional<Activity> watch(Host host, Duration duration) {
            CpuSteal before =
                    CpuSteal.parse(KernelText.of(host.file("/proc/stat").or("")));
            double upBefore = upSeconds(host);
            ProcessTable first = ProcessTable.read(host);
            Host later = host.later(duration);
            double seconds = upSeconds(later) - upBefore;
            CpuSteal after =
                    CpuSteal.parse(KernelText.of(later.file("/proc/stat").or("")));
            ProcessTable second = ProcessTable.read(later);
            if (seconds <= 0 || !before.isKnown() || !after.isKnown() || second.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Activity(busy(first, second, seconds), before.percentUntil(after)));
        }

        private static double upSeconds(Host host) {
            String first = host.file("/proc/uptime").line().or("").split(" ", -1)[0];
            return first.matches("[0-9]+(\\.[0-9]+)?") ? Double.parseDouble(first) : 0;
        }

        private static List<Busy> busy(ProcessTable first, ProcessTable second, double seconds) {
            Set<Long> own = second.family();
            return second.all().stream()
                    .filter(entry -> !own.contains(entry.pid()))
                    .map(entry -> new Busy(entry.pid(), entry.name(), percent(first, entry, seconds)))
                    .filter(busy -> busy.percent() > 0)
                    .sorted(Comparator.comparingDouble(Busy::percent).reversed())
                    .toList();
        }

        private static double percent(ProcessTable first, ProcessTable.Entry entry, double seconds) {
            ProcessTable.Entry before = first.processes().get(entry.pid());
            long known = before != null && before.startTicks() == entry.startTicks() ? before.ticks() : 0;
            long ticks = entry.ticks() - known;
            return 100 * ticks / TICKS_PER_SECOND / seconds;
        }
    }
}
