package org.ticktoquote.host.state;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.core.linux.CpuSteal;
import org.ticktoquote.host.source.Host;

/**
 * What happened on a host between two moments.
 *
 * @param busy processes of others by their use of a CPU, the busiest first
 * @param stealPercent share of the processor time that a hypervisor gave to others
 */
public record Activity(List<Busy> busy, double stealPercent) {
    private static final double TICKS_PER_SECOND = 100;

    /**
     * A process that used processor time.
     *
     * @param percent of one CPU
     */
    public record Busy(long pid, String name, double percent) {}

    /** Watches the host for a while; empty for a record of one moment only. */
    public static Optional<Activity> watch(Host host, Duration duration) {
        CpuSteal before = CpuSteal.parse(host.file("/proc/stat").or(""));
        double upBefore = upSeconds(host);
        ProcessTable first = ProcessTable.read(host);
        Host later = host.later(duration);
        double seconds = upSeconds(later) - upBefore;
        CpuSteal after = CpuSteal.parse(later.file("/proc/stat").or(""));
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
