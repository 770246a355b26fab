package org.ticktoquote.host.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.host.process.CommandRunner;
import org.ticktoquote.host.trace.WakeUpCounter.WakeUpCounts;
import org.ticktoquote.host.trace.WakeUpCounter.WakeUpCounts.Pair;

/**
 * Wake-ups from a flight recording. Monitor waits name the notifier. Parks name no waker. The end of a park is attributed to
 * the thread that ran last before it, among threads that do so more often than by chance. Not thread-safe.
 */
final class RecordedWakeUps {
    /** Limits of the time between a waker's last run and the wake-up, which is longer on busy machines. */
    private static final long[] WITHIN_NS = {500_000, 5_000_000, 20_000_000};

    /** Smallest share of a thread's wake-ups that a waker must explain; less is chance. */
    private static final double MIN_SHARE = 0.15;

    private static final double MIN_SHARE_OF_BEST = 0.4;

    static final String LIMITS =
            "JDK Flight Recorder: waits for monitors are exact, parks are attributed to the thread that ran just before (precision"
                    + " and recall about 0.8); pipes, sockets and spinning are not recorded. Starting it causes a safepoint of"
                    + " about 30 ms: do not use it in a measurement";

    /** Interval in which a thread was blocked. */
    private record Blocked(long fromNs, long toNs, boolean attributed) {}

    private final Map<Long, NavigableMap<Long, Blocked>> blocked = new HashMap<>();
    private final Map<Pair, Long> wakes = new HashMap<>();
    private final Map<Pair, Long> inferred = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Set<Long> senders = new HashSet<>();
    private final Set<Long> receivers = new HashSet<>();
    private long firstNs = Long.MAX_VALUE;
    private long lastNs;

    private RecordedWakeUps() {}

    /** Recording in progress. */
    record Recording(Path folder, String jcmd, long pid) implements AutoCloseable {
        private void command(String... words) {
            List<String> command = new ArrayList<>(List.of(jcmd, Long.toString(pid)));
            command.addAll(List.of(words));
            CommandRunner.CommandResult said = CommandRunner.run(command);
            if (said.status() != 0
                    || said.text().contains("Could not")
                    || said.text().contains("Exception")) {
                throw Problem.ofFault(
                                "the JVM of process " + pid + " does not start a flight recording: " + said.firstLine())
                        .expected("a running HotSpot JVM of this user, Java 11 or newer")
                        .exception(ExitStatus.ENVIRONMENT);
            }
        }

        /** Stops the recording and reads it. */
        WakeUpCounts end() {
            Path file = folder.resolve("flight.jfr");
            command("JFR.stop", "name=t2q-observe", "filename=" + file);
            return read(file);
        }

        @Override
        public void close() {
            CommandRunner.run(List.of(jcmd, Long.toString(pid), "JFR.stop", "name=t2q-observe"));
            FileAccess.change(folder, "cannot be removed", () -> DirectoryTree.remove(folder));
        }
    }

    static Recording start(long pid) {
        try {
            Path own = Path.of("/proc/" + pid + "/exe").toRealPath().resolveSibling("jcmd");
            Path folder = Files.createTempDirectory("t2q-flight-");
            Path settings = Files.writeString(
                    folder.resolve("flight.jfc"), ResourceText.of(RecordedWakeUps.class, "flight.jfc"));
            Recording recording = new Recording(folder, Files.isExecutable(own) ? own.toString() : "jcmd", pid);
            try {
                recording.command("JFR.start", "name=t2q-observe", "settings=" + settings);
                return recording;
            } catch (RuntimeException e) {
                recording.close();
                throw e;
            }
        } catch (IOException e) {
            throw Problem.ofFault("process " + pid)
                    .fault("cannot be recorded", e)
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    static WakeUpCounts read(Path file) {
        RecordedWakeUps flight = new RecordedWakeUps();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                flight.event(events.readEvent());
            }
        } catch (IOException e) {
            throw Problem.of(file).fault("is not a flight recording", e).exception(ExitStatus.BAD_INPUT, e);
        }
        flight.attribute();
        double seconds = Math.max(0, flight.lastNs - flight.firstNs) / (double) TimeUnit.SECONDS.toNanos(1);
        return new WakeUpCounts(flight.wakes, flight.senders, flight.receivers, flight.names, seconds, LIMITS);
    }

    private void event(RecordedEvent event) {
        boolean statistics = event.getEventType().getName().equals("jdk.ThreadAllocationStatistics");
        RecordedThread thread = statistics ? event.getValue("thread") : event.getThread();
        if (thread == null || thread.getOSThreadId() <= 0) {
            return;
        }
        long tid = thread.getOSThreadId();
        if (thread.getJavaName() != null) {
            names.put(tid, thread.getJavaName());
        }
        if (statistics) {
            return;
        }
        long fromNs = ns(event.getStartTime());
        long toNs = ns(event.getEndTime());
        firstNs = Math.min(firstNs, fromNs);
        lastNs = Math.max(lastNs, toNs);
        switch (event.getEventType().getName()) {
            case "jdk.SocketWrite" -> senders.add(tid);
            case "jdk.SocketRead" -> {
                receivers.add(tid);
                block(tid, fromNs, toNs, true);
            }
            case "jdk.JavaMonitorWait" -> {
                boolean known = count(event.getValue("notifier"), tid);
                block(tid, fromNs, toNs, known || event.getBoolean("timedOut"));
            }
            case "jdk.JavaMonitorEnter" -> {
                count(event.getValue("previousOwner"), tid);
                block(tid, fromNs, toNs, true);
            }
            case "jdk.ThreadPark" -> {
                long timeoutNs = event.getLong("timeout");
                block(tid, fromNs, toNs, timeoutNs > 0 && toNs - fromNs >= timeoutNs);
            }
            default -> block(tid, fromNs, toNs, true);
        }
    }

    private static long ns(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }

    private void block(long tid, long fromNs, long toNs, boolean attributed) {
        blocked.computeIfAbsent(tid, first -> new TreeMap<>()).put(fromNs, new Blocked(fromNs, toNs, attributed));
    }

    private boolean count(@Nullable RecordedThread waker, long tid) {
        if (waker == null || waker.getOSThreadId() <= 0 || waker.getOSThreadId() == tid) {
            return false;
        }
        wakes.merge(new Pair(waker.getOSThreadId(), tid), 1L, Long::sum);
        return true;
    }

    private void attribute() {
        blocked.forEach((tid, stretches) -> {
            long[] ends = stretches.values().stream()
                    .filter(stretch -> !stretch.attributed())
                    .mapToLong(Blocked::toNs)
                    .toArray();
            if (ends.length > 0) {
                attribute(tid, ends);
            }
        });
        removeShortcuts();
    }

    /** Drops indirect wakers. If A wakes B and B wakes C, A can run again just before C does. */
    private void removeShortcuts() {
        inferred.forEach((pair, count) -> {
            boolean shortcut = blocked.keySet().stream()
                    .anyMatch(between -> inferred.getOrDefault(new Pair(pair.from(), between), 0L) >= count
                            && inferred.getOrDefault(new Pair(between, pair.to()), 0L) >= count);
            if (!shortcut) {
                wakes.merge(pair, count, Long::sum);
            }
        });
    }

    /** Attributes each end to the thread that ran last before it, among those that do so more often than by chance. */
    private void attribute(long tid, long[] ends) {
        Map<Long, Double> lifts = new HashMap<>();
        blocked.keySet().stream().filter(other -> other != tid).forEach(other -> lifts.put(other, lift(other, ends)));
        double most = lifts.values().stream().mapToDouble(lift -> lift).max().orElse(0);
        lifts.values().removeIf(lift -> lift < Math.max(MIN_SHARE, MIN_SHARE_OF_BEST * most));
        Map<Long, Long> counts = new HashMap<>();
        for (long end : ends) {
            lifts.keySet().stream()
                    .min(Comparator.<Long>comparingLong(other -> sinceItRanNs(other, end))
                            .thenComparingLong(other -> -beganToRunNs(other, end)))
                    .filter(nearest -> sinceItRanNs(nearest, end) <= WITHIN_NS[WITHIN_NS.length - 1])
                    .ifPresent(nearest -> counts.merge(nearest, 1L, Long::sum));
        }
        counts.forEach((waker, count) -> {
            if (count >= Math.max(2, MIN_SHARE * ends.length)) {
                inferred.put(new Pair(waker, tid), count);
            }
        });
    }

    /** Returns how much more often than by chance a thread ran before the ends: 0 for chance or less, 1 for every end. */
    private double lift(long tid, long[] ends) {
        double best = 0;
        for (long withinNs : WITHIN_NS) {
            long before = Arrays.stream(ends)
                    .filter(end -> sinceItRanNs(tid, end) <= withinNs)
                    .count();
            double awayNs = blocked.getOrDefault(tid, new TreeMap<>()).values().stream()
                    .mapToDouble(stretch -> Math.max(0, stretch.toNs() - stretch.fromNs() - withinNs))
                    .sum();
            double byChance = 1 - Math.min(1, awayNs / Math.max(1, lastNs - firstNs));
            if (byChance < 1) {
                best = Math.max(best, ((double) before / ends.length - byChance) / (1 - byChance));
            }
        }
        return best;
    }

    /**
     * Returns when a thread last woke up. Of two candidates that still run, the one that woke later is the direct waker,
     * since the other woke it.
     */
    private long beganToRunNs(long tid, long atNs) {
        @Nullable Blocked last = lastBlocked(tid, atNs);
        return last == null ? 0 : last.toNs();
    }

    private long sinceItRanNs(long tid, long atNs) {
        @Nullable Blocked last = lastBlocked(tid, atNs);
        return last == null ? Long.MAX_VALUE : last.toNs() < atNs ? 0 : atNs - last.fromNs();
    }

    private @Nullable Blocked lastBlocked(long tid, long atNs) {
        Map.Entry<Long, Blocked> last =
                blocked.getOrDefault(tid, new TreeMap<>()).floorEntry(atNs);
        return last == null ? null : last.getValue();
    }
}
