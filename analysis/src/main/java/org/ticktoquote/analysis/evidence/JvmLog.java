package org.ticktoquote.analysis.evidence;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.TerminalText;

/**
 * Stops of an application's JVM from its unified log with the decorations {@code timenanos,uptimenanos} first: HotSpot
 * 17 to 25 with any collector, and the safepoints of Zing. Concurrent phases are not stops. Records in Zing's own format
 * are only counted, as lines of unknown format. {@link UptimeLog} reads logs with other time stamps, {@link VerboseGcLog}
 * the logs of OpenJ9.
 *
 * @param stops stops in order of end, on the log's clock: the JVM's monotonic clock, or the time of day
 * @param pacing stops at an unknown time within an interval: single threads that waited for Shenandoah, and all threads
 * with OpenJ9's metronome policy
 * @param omitted number of shorter stops and waits that were dropped for lack of room
 * @param longestOmittedNs longest omitted stop or wait
 * @param missing descriptions of gaps: foreign files, unknown lines, low precision
 * @param absence reason for missing stops; empty if the log was read
 */
public record JvmLog(
        List<JvmStop> stops,
        List<EvidenceInterval> pacing,
        long omitted,
        long longestOmittedNs,
        List<String> missing,
        String absence) {
    static final String ONLY_PAUSES = "it reports pauses of the collector only, no other stops";

    public JvmLog {
        stops = List.copyOf(stops);
        pacing = List.copyOf(pacing);
        missing = List.copyOf(missing);
    }

    static JvmLog absent(String reason) {
        return new JvmLog(List.of(), List.of(), 0, 0, List.of(), reason);
    }

    /**
     * Reads a log and its rotated files.
     *
     * @param fromNs earliest start of a JVM of the run
     * @param toNs latest start, both on the JVM's clock
     */
    public static JvmLog read(Path log, long fromNs, long toNs) {
        return read(log, fromNs, toNs, true, () -> {});
    }

    /**
     * Reads a log and its rotated files.
     *
     * @param fromNs earliest start of a JVM of the run
     * @param toNs latest start, both on the JVM's clock
     * @param ended whether the JVM has ended, so that the log must contain its exit
     * @param listed hook for tests: runs after the files were listed and before they are read
     */
    static JvmLog read(Path log, long fromNs, long toNs, boolean ended, Runnable listed) {
        Map<Path, Object> identities = JvmLogFiles.identities(log);
        List<JvmLogFiles.LogFile> files = JvmLogFiles.of(log);
        listed.run();
        if (files.isEmpty()) {
            return absent(unstamped(log));
        }
        List<String> missing = new ArrayList<>();
        LongestElements<JvmStop> stops = new LongestElements<>(JvmStop::lengthNs);
        StopAssembly assembly = new StopAssembly(stops);
        AllocationPacing pacing = new AllocationPacing();
        long unknown = 0;
        for (JvmLogFiles.LogFile file : files) {
            if (file.startNs() < fromNs || file.startNs() > toNs) {
                missing.add(foreign(file.path(), file.startNs(), fromNs, toNs) + ", or that reads another clock");
            } else {
                unknown += read(file.path(), assembly, pacing);
            }
        }
        assembly.end();
        String absence = missing.size() == files.size() ? String.join(", ", missing) : "";
        List<String> cut = files.stream()
                .flatMap(file -> JvmLogFiles.cut(file.path()).stream())
                .toList();
        missing.addAll(cut);
        JvmLogFiles.rotated(log, identities).ifPresent(missing::add);
        if (ended && cut.isEmpty() && assembly.exitMissing()) {
            missing.add(name(log) + " has no exit of its JVM: the JVM was killed, or the log was truncated");
        }
        if (assembly.hasOnlyPauses()) {
            missing.add(ONLY_PAUSES);
        }
        if (unknown > 0) {
            missing.add(unknown(unknown));
        }
        List<JvmStop> distinct = distinct(log, stops, missing);
        List<EvidenceInterval> waits =
                pacing.waits().elements().stream().distinct().toList();
        return new JvmLog(
                distinct,
                waits,
                stops.omitted() + pacing.waits().omitted(),
                Math.max(stops.longestOmittedNs(), pacing.waits().longestOmittedNs()),
                missing,
                absence);
    }

    /** Returns the stops kept, ordered by end. */
    static List<JvmStop> byTheirEnds(LongestElements<JvmStop> stops) {
        return stops.elements().stream()
                .sorted(Comparator.comparingLong(JvmStop::toNs).thenComparingLong(JvmStop::fromNs))
                .toList();
    }

    /** Returns each stop kept once, ordered by end, and reports repetitions. */
    static List<JvmStop> distinct(Path log, LongestElements<JvmStop> stops, List<String> missing) {
        List<JvmStop> written = byTheirEnds(stops);
        List<JvmStop> distinct = written.stream().distinct().toList();
        if (distinct.size() < written.size()) {
            missing.add(name(log) + " holds " + CountText.of(written.size() - distinct.size(), "stop", "stops")
                    + " more than once; each counts once");
        }
        return distinct;
    }

    /** Describes lines of unknown format, for users. */
    static String unknown(long lines) {
        return CountText.of(lines, "line has", "lines have") + " an unknown format";
    }

    /** Reads a file and returns the number of its lines in Zing's own format. */
    private static long read(Path file, StopAssembly stops, AllocationPacing pacing) {
        return JvmLogFiles.read(
                file,
                lines -> lines.mapToLong(line -> {
                            stops.line(line);
                            pacing.line(line);
                            return ZingRecord.isIn(line) ? 1 : 0;
                        })
                        .sum());
    }

    /** Describes the log of a JVM that did not start between two times, for users. */
    static String foreign(Path file, long startNs, long fromNs, long toNs) {
        return name(file) + " is of a JVM that started "
                + (startNs < fromNs
                        ? DurationText.format(fromNs - startNs) + " before the run"
                        : DurationText.format(startNs - toNs) + " after the run");
    }

    private static String unstamped(Path log) {
        if (Files.exists(log) && !Files.isRegularFile(log)) {
            return name(log) + " is not a file";
        }
        if (!Files.exists(log)) {
            return name(log) + " is missing: the application's command takes no {jvmArgs}, or its JVM wrote no log";
        }
        String first = JvmLogFiles.firstLine(log);
        return first.isEmpty()
                ? name(log) + " is empty"
                : name(log) + " has no lines with timenanos and uptimenanos: it begins with '"
                        + TerminalText.line(first.substring(0, Math.min(60, first.length()))) + "'";
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /**
     * Converts the log to evidence.
     *
     * @param source name of the log
     * @param java description of the application's Java, which explains a missing log
     */
    CauseEvidence evidence(String source, String java, ClockTranslation clock) {
        if (!absence.isEmpty()) {
            return CauseEvidence.absent(
                    Cause.JVM_STOP, source, java.startsWith("none") ? "the application is not a JVM" : absence);
        }
        List<EvidenceInterval> intervals = Stream.concat(stops.stream().map(JvmStop::evidence), pacing.stream())
                .toList();
        return CauseEvidence.of(Cause.JVM_STOP, source, intervals, reservation(), clock, OptionalLong.empty());
    }

    /** Describes the gaps of the log for users; empty if it is complete. */
    String reservation() {
        List<String> all = new ArrayList<>(absence.isEmpty() ? missing : List.of());
        if (omitted > 0) {
            all.add(CountText.of(omitted, "stop or wait", "stops and waits") + " of "
                    + DurationText.format(longestOmittedNs) + " or less "
                    + (omitted == 1 ? "is" : "are") + " left out");
        }
        return String.join(", ", all);
    }

    /**
     * Assembles stops from the lines of a log. A safepoint's line follows the collector pauses within it, and the stop is named
     * after the longest. A pause without a safepoint, such as a killed JVM's last line, is a separate stop. Not thread-safe.
     *
     * <p>Also checks whether the log holds the exit of each JVM. At exit, HotSpot logs its heap with the tags
     * {@code gc,heap,exit}, or {@code gc,exit} in Java 25 (before_exit in java.cpp). Since Java 16 a log begins with the
     * version, {@code gc,init}. Without that line the exit cannot be checked.
     */
    private static final class StopAssembly {
        /** Longest plausible delay between a stop and its line; a longer one is a contradiction. */
        private static final long MAX_LATENESS_NS = TimeUnit.HOURS.toNanos(1);

        private static final int MAX_PAUSES_IN_A_STOP = 64;
        private static final String FIRST = "[gc,init";
        private static final String FIRST_MESSAGE = "] Version: ";
        private static final String LAST_MESSAGE = "] Heap";
        private static final Pattern LAST = Pattern.compile(".*\\[gc,(heap,)?exit *] Heap");

        private final LongestElements<JvmStop> stops;
        /** By writer. */
        private final Map<Long, Open> open = new LinkedHashMap<>();

        private final List<JvmStop> pauses = new ArrayList<>();
        private int begun;
        private int ended;
        private boolean foundPause;
        private boolean foundSafepoint;

        /** Last safepoint of a JVM, with the line that reports it and the pauses before it. */
        private record Open(LogLine line, SafepointMessage stop, List<JvmStop> pauses) {
            /**
             * Returns the time at which the threads resumed. The line can be written much later if its writer had no CPU. The
             * next line can give the exact time between the stops. Without it, the request of the next stop is an upper bound.
             */
            private long endNs(long nextStampNs, SafepointMessage next) {
                return Math.min(line.stampNs(), nextStampNs - next.totalNs() - next.sinceLastNs());
            }
        }

        StopAssembly(LongestElements<JvmStop> stops) {
            this.stops = stops;
        }

        void line(String line) {
            begun += line.contains(FIRST) && line.contains(FIRST_MESSAGE) ? 1 : 0;
            ended += line.endsWith(LAST_MESSAGE) && LAST.matcher(line).matches() ? 1 : 0;
            CollectorPause.stall(line).ifPresent(stops::add);
            CollectorPause.of(line).ifPresent(this::pause);
            if (SafepointMessage.mayBeIn(line)) {
                LogLine.of(line)
                        .ifPresent(written ->
                                SafepointMessage.of(written.message()).ifPresent(stop -> safepoint(written, stop)));
            }
        }

        private void pause(JvmStop pause) {
            foundPause = true;
            if (pauses.size() == MAX_PAUSES_IN_A_STOP) {
                alone(pauses);
                pauses.clear();
            }
            pauses.add(pause);
        }

        private void safepoint(LogLine line, SafepointMessage stop) {
            foundSafepoint = true;
            @Nullable Open before = open.remove(line.writer());
            if (before != null) {
                boolean again = line.stampNs() < before.line().stampNs(); // the file contains a log twice
                close(before, again ? before.line().stampNs() : before.endNs(line.stampNs(), stop));
            }
            open.put(line.writer(), new Open(line, stop, List.copyOf(pauses)));
            pauses.clear();
        }

        /** Returns whether the log has pauses without the safepoint around each, which the JVM was not asked to log. */
        boolean hasOnlyPauses() {
            return foundPause && !foundSafepoint;
        }

        /** Returns whether more JVMs began than ended. */
        boolean exitMissing() {
            return begun > ended;
        }

        /** Closes all open stops at the end of the log. */
        void end() {
            open.values().forEach(last -> close(last, last.line().stampNs()));
            open.clear();
            alone(pauses);
            pauses.clear();
        }

        private void alone(List<JvmStop> without) {
            without.forEach(stops::add);
        }

        private void close(Open stop, long endNs) {
            long stampNs = stop.line().stampNs();
            long toNs = stampNs - endNs > MAX_LATENESS_NS ? stampNs : endNs;
            long fromNs = toNs - stop.stop().totalNs();
            List<JvmStop> within = stop.pauses().stream()
                    .filter(pause -> pause.toNs() >= fromNs && pause.fromNs() <= toNs)
                    .toList();
            alone(stop.pauses().stream()
                    .filter(pause -> !within.contains(pause))
                    .toList());
            String what = within.stream()
                    .max(Comparator.comparingLong(JvmStop::lengthNs))
                    .map(JvmStop::what)
                    .orElse(stop.stop().what());
            stops.add(new JvmStop(fromNs, toNs, stop.stop().reachingNs(), what, ""));
        }
    }
}
