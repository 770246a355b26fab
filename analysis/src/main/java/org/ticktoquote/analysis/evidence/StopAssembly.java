package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Assembles stops from the lines of a log. A safepoint's line follows the collector pauses within it, and the stop is named
 * after the longest. A pause without a safepoint, such as a killed JVM's last line, is a separate stop. Not thread-safe.
 */
final class StopAssembly {
    /** Longest plausible delay between a stop and its line; a longer one is a contradiction. */
    private static final long MAX_LATENESS_NS = TimeUnit.HOURS.toNanos(1);

    private static final int MAX_PAUSES_IN_A_STOP = 64;

    private final LongestElements<JvmStop> stops;
    private final Map<Long, Open> open = new LinkedHashMap<>();
    private final List<JvmStop> pauses = new ArrayList<>();

    /** Last safepoint of a JVM, whose exact end the next line can give, with the pauses before it. */
    private record Open(Safepoint safepoint, List<JvmStop> pauses) {}

    StopAssembly(LongestElements<JvmStop> stops) {
        this.stops = stops;
    }

    void line(String line) {
        CollectorPause.stall(line).ifPresent(stops::add);
        CollectorPause.of(line).ifPresent(this::pause);
        Safepoint.of(line).ifPresent(this::safepoint);
    }

    private void pause(JvmStop pause) {
        if (pauses.size() == MAX_PAUSES_IN_A_STOP) {
            alone(pauses);
            pauses.clear();
        }
        pauses.add(pause);
    }

    private void safepoint(Safepoint next) {
        @Nullable Open before = open.remove(next.thread());
        if (before != null) {
            boolean again = next.stampNs() < before.safepoint().stampNs(); // the file contains a log twice
            close(
                    before,
                    again ? before.safepoint().stampNs() : before.safepoint().endNs(next));
        }
        open.put(next.thread(), new Open(next, List.copyOf(pauses)));
        pauses.clear();
    }

    /** Closes all open stops at the end of the log. */
    void end() {
        open.values().forEach(last -> close(last, last.safepoint().stampNs()));
        open.clear();
        alone(pauses);
        pauses.clear();
    }

    private void alone(List<JvmStop> without) {
        without.forEach(stops::add);
    }

    private void close(Open stop, long endNs) {
        Safepoint safepoint = stop.safepoint();
        long toNs = safepoint.stampNs() - endNs > MAX_LATENESS_NS ? safepoint.stampNs() : endNs;
        long fromNs = toNs - safepoint.totalNs();
        List<JvmStop> within = stop.pauses().stream()
                .filter(pause -> pause.toNs() >= fromNs && pause.fromNs() <= toNs)
                .toList();
        alone(stop.pauses().stream().filter(pause -> !within.contains(pause)).toList());
        String what = within.stream()
                .max(Comparator.comparingLong(JvmStop::lengthNs))
                .map(JvmStop::what)
                .orElse(safepoint.message().what());
        stops.add(new JvmStop(fromNs, toNs, safepoint.message().reachingNs(), what, ""));
    }
}
