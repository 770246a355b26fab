package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes stops of the lines of a log, in their order. A collector's pause lies in a safepoint, whose line follows, and names
 * it; a pause without one, as the last line of a JVM that was killed, is a stop by itself. Not thread-safe.
 */
final class StopAssembly {
    /** Nothing writes a line so long after its stop: such a file contradicts itself. */
    private static final long MOST_LATE_NS = TimeUnit.HOURS.toNanos(1);

    private static final int MOST_PAUSES_IN_A_STOP = 64;

    private final Longest<JvmStop> stops;
    private final Map<Long, Open> open = new LinkedHashMap<>();
    private final List<CollectorPause> pauses = new ArrayList<>();

    /** The last safepoint of a JVM, whose end the next one's line may tell better, and the pauses since the one before. */
    private record Open(Safepoint safepoint, List<CollectorPause> pauses) {}

    StopAssembly(Longest<JvmStop> stops) {
        this.stops = stops;
    }

    void line(String line) {
        AllocationStall.of(line).ifPresent(stops::add);
        CollectorPause.of(line).ifPresent(this::pause);
        Safepoint.of(line).ifPresent(this::safepoint);
    }

    private void pause(CollectorPause pause) {
        if (pauses.size() == MOST_PAUSES_IN_A_STOP) {
            alone(pauses);
            pauses.clear();
        }
        pauses.add(pause);
    }

    private void safepoint(Safepoint next) {
        @Nullable Open before = open.remove(next.thread());
        if (before != null) {
            boolean again = next.stampNs() < before.safepoint().stampNs(); // the file holds a log twice
            close(
                    before,
                    again ? before.safepoint().stampNs() : before.safepoint().endNs(next));
        }
        open.put(next.thread(), new Open(next, List.copyOf(pauses)));
        pauses.clear();
    }

    /** What was waited for does not come any more. */
    void end() {
        open.values().forEach(last -> close(last, last.safepoint().stampNs()));
        open.clear();
        alone(pauses);
        pauses.clear();
    }

    private void alone(List<CollectorPause> without) {
        without.forEach(pause -> stops.add(new JvmStop(pause.fromNs(), pause.toNs(), 0, pause.what(), "")));
    }

    private void close(Open stop, long endNs) {
        Safepoint safepoint = stop.safepoint();
        long toNs = safepoint.stampNs() - endNs > MOST_LATE_NS ? safepoint.stampNs() : endNs;
        long fromNs = toNs - safepoint.totalNs();
        List<CollectorPause> within = stop.pauses().stream()
                .filter(pause -> pause.toNs() >= fromNs && pause.fromNs() <= toNs)
                .toList();
        alone(stop.pauses().stream().filter(pause -> !within.contains(pause)).toList());
        String what = within.stream()
                .max(Comparator.comparingLong(CollectorPause::lengthNs))
                .map(CollectorPause::what)
                .orElse(safepoint.message().what());
        stops.add(new JvmStop(fromNs, toNs, safepoint.message().reachingNs(), what, ""));
    }
}
