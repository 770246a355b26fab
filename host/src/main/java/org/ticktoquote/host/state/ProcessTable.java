package org.ticktoquote.host.state;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.host.StatLine;
import org.ticktoquote.host.source.Host;

/**
 * The processes of a host at one moment, from {@code /proc/PID/stat} (proc(5)).
 *
 * @param processes by id
 * @param self id of the process that looks
 */
public record ProcessTable(Map<Long, Entry> processes, long self) {
    /** Why a host without processes says nothing about them: there is always one. */
    public static final String NONE = "/proc shows no process";

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final int HIGHEST_PRIORITY = 99;

    /**
     * One process.
     *
     * @param name as the kernel keeps it, up to 15 characters
     * @param ticks processor time used since its start, in hundredths of a second
     * @param startTicks after boot; with the id it names one process for ever
     * @param realTimePriority 1 to 99, of a process under a real-time policy; else 0
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
        try {
            return StatLine.parse(stat)
                    .filter(line -> line.has(StatLine.START_TICKS) && !line.dead())
                    .map(ProcessTable::entry);
        } catch (NumberFormatException noSuchLine) {
            return Optional.empty();
        }
    }

    private static Entry entry(StatLine line) {
        long priority = line.has(StatLine.PRIORITY) ? line.number(StatLine.PRIORITY) : 0;
        return new Entry(
                line.id(),
                line.name(),
                line.number(StatLine.PARENT),
                line.number(StatLine.USER_TICKS) + line.number(StatLine.SYSTEM_TICKS),
                line.number(StatLine.START_TICKS),
                priority >= 0 && priority <= HIGHEST_PRIORITY ? (int) priority : 0);
    }

    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /** Whether nothing is known of any process. */
    public boolean isEmpty() {
        return processes.isEmpty();
    }

    public Collection<Entry> all() {
        return processes.values();
    }

    /** The names, among those given, of processes that run. */
    public List<String> running(Set<String> names) {
        return all().stream()
                .map(Entry::name)
                .filter(names::contains)
                .distinct()
                .sorted()
                .toList();
    }

    /** The process that looks, its ancestors and its descendants. */
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
}
