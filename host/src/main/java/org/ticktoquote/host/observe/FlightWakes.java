package org.ticktoquote.host.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
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
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.process.BriefProcess;
import org.ticktoquote.host.trace.WakeCounts.Pair;

/**
 * Wake-ups by a flight recording. Waits for a monitor name who notified. A park names nobody: of its ends those are a thread's
 * that ran just before, and the threads that explain most ends of a woken thread are taken first. Not thread-safe.
 */
final class FlightWakes {
    /** A thread that wakes another may block before that one runs. */
    private static final long LATE_NS = TimeUnit.MICROSECONDS.toNanos(500);

    /** A waker explains this share of a thread's wake-ups at least: less is chance. */
    private static final double LEAST_SHARE = 0.15;

    static final String LIMITS =
            "JDK Flight Recorder: waits for monitors are exact, parks are attributed to who ran just"
                    + " before (precision and recall about 0.8); pipes, sockets and spinning are not seen. Starting it is a safepoint of"
                    + " some 30 ms: never in a measurement";

    private static final List<String> EVENTS = List.of(
            "jdk.ThreadPark",
            "jdk.JavaMonitorWait",
            "jdk.JavaMonitorEnter",
            "jdk.ThreadSleep",
            "jdk.SocketRead",
            "jdk.SocketWrite");

    /** A stretch in which a thread was blocked. */
    private record Blocked(long fromNs, long toNs, boolean attributed) {}

    private final Map<Long, NavigableMap<Long, Blocked>> blocked = new HashMap<>();
    private final Map<Pair, Long> wakes = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Set<Long> senders = new HashSet<>();
    private final Set<Long> receivers = new HashSet<>();
    private long firstNs = Long.MAX_VALUE;
    private long lastNs;

    private FlightWakes() {}

    /** A recording that is on. */
    static final class Recording implements AutoCloseable {
        private final Path folder;
        private final String jcmd;
        private final long pid;

        private Recording(Path folder, String jcmd, long pid) {
            this.folder = folder;
            this.jcmd = jcmd;
            this.pid = pid;
        }

        private void command(String... words) {
            List<String> command = new ArrayList<>(List.of(jcmd, Long.toString(pid)));
            command.addAll(List.of(words));
            BriefProcess.Said said = BriefProcess.run(command);
            if (said.status() != 0
                    || said.text().contains("Could not")
                    || said.text().contains("Exception")) {
                throw Problem.ofFault("the JVM of process " + pid + " records no flight: " + said.firstLine())
                        .expected("HotSpot 11 or newer, of this user")
                        .refusal(ExitStatus.ENVIRONMENT);
            }
        }

        /** Ends it and reads it. */
        WakeObservation end() {
            Path file = folder.resolve("flight.jfr");
            command("JFR.stop", "name=t2q-observe", "filename=" + file);
            return read(file);
        }

        @Override
        public void close() {
            BriefProcess.run(List.of(jcmd, Long.toString(pid), "JFR.stop", "name=t2q-observe"));
            try {
                for (String name : List.of("flight.jfr", "flight.jfc")) {
                    Files.deleteIfExists(folder.resolve(name));
                }
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                throw Problem.of(folder).fault("cannot be removed", e).refusal(ExitStatus.ENVIRONMENT, e);
            }
        }
    }

    /** Starts a recording in a JVM. */
    static Recording start(long pid) {
        try {
            Path folder = Files.createTempDirectory("t2q-flight-");
            Path settings = Files.writeString(folder.resolve("flight.jfc"), settings());
            Path java = Path.of("/proc/" + pid + "/exe").toRealPath();
            Path own = java.resolveSibling("jcmd");
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
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static String settings() {
        StringBuilder text =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n");
        EVENTS.forEach(event -> text.append("<event name=\"")
                .append(event)
                .append("\"><setting name=\"enabled\">true</setting><setting name=\"threshold\">0 ns</setting>"
                        + "<setting name=\"stackTrace\">false</setting></event>\n"));
        return text.append("<event name=\"jdk.ThreadAllocationStatistics\"><setting name=\"enabled\">true</setting>"
                        + "<setting name=\"period\">everyChunk</setting></event>\n</configuration>\n")
                .toString();
    }

    /** The wake-ups in a recording. */
    static WakeObservation read(Path file) {
        FlightWakes flight = new FlightWakes();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                flight.event(events.readEvent());
            }
        } catch (IOException e) {
            throw Problem.of(file).fault("is no flight recording", e).refusal(ExitStatus.BAD_INPUT, e);
        }
        flight.attribute();
        double seconds = Math.max(0, flight.lastNs - flight.firstNs) / (double) TimeUnit.SECONDS.toNanos(1);
        return new WakeObservation(
                flight.wakes,
                flight.senders,
                flight.receivers,
                flight.names,
                new Source(SourceKind.JFR, seconds, LIMITS));
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
    }

    private void attribute(long tid, long[] ends) {
        Map<Long, BitSet> explained = new HashMap<>();
        for (long other : blocked.keySet()) {
            BitSet set = new BitSet();
            for (int i = 0; other != tid && i < ends.length; i++) {
                set.set(i, ranBefore(other, ends[i]));
            }
            explained.put(other, set);
        }
        BitSet open = new BitSet();
        open.set(0, ends.length);
        while (!open.isEmpty()) {
            long best = 0;
            BitSet most = new BitSet();
            for (Map.Entry<Long, BitSet> each : explained.entrySet()) {
                BitSet now = (BitSet) each.getValue().clone();
                now.and(open);
                if (now.cardinality() > most.cardinality()) {
                    most = now;
                    best = each.getKey();
                }
            }
            if (most.cardinality() < Math.max(2, LEAST_SHARE * ends.length)) {
                return;
            }
            wakes.merge(new Pair(best, tid), (long) most.cardinality(), Long::sum);
            open.andNot(most);
        }
    }

    /** Whether a thread ran at a moment, or blocked shortly before it. */
    private boolean ranBefore(long tid, long atNs) {
        NavigableMap<Long, Blocked> stretches = blocked.get(tid);
        Map.Entry<Long, Blocked> before = stretches == null ? null : stretches.floorEntry(atNs - LATE_NS);
        return before != null
                && before.getValue().toNs() < atNs
                && before.getValue().toNs() > 0;
    }
}
