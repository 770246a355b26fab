package org.ticktoquote.analysis.evidence;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;

/**
 * Reads the stops of a JVM from a log with millisecond time stamps: uptime in seconds, date, or both. HotSpot 8 writes such
 * logs, and so does Zing without the decorations of a {@link JvmLog}.
 *
 * <p>A date is the local time with its zone. Without dates, the start of the JVM is taken from the header that Zing writes
 * to each file. If the files of a rotated log contain only one start, that start applies to all of them. A line with the
 * length of a stop is written after the stop. The stop ends at the time stamp plus half a millisecond for rounding.
 *
 * <p>If no line gives the time for which threads were stopped, collector pauses count as stops. They are stamped at the end
 * in unified logs and at the start by HotSpot 8. A reservation states that there are only pauses. Waits of single
 * threads for memory count in either case. Zing's own records and unreadable stops count as lines of unknown format.
 */
public final class UptimeLog {
    private static final long HALF_A_STAMP_NS = TimeUnit.MILLISECONDS.toNanos(1) / 2;
    private static final int LINES_FOR_A_STAMP = 100;

    private final long fromNs;
    private final long beganNs;
    private final long toNs;
    private final LongestElements<JvmStop> stops = new LongestElements<>(JvmStop::lengthNs);
    private final LongestElements<JvmStop> pauses = new LongestElements<>(JvmStop::lengthNs);
    private final LongestElements<EvidenceInterval> pacing = new LongestElements<>(EvidenceInterval::mostNs);
    /** Stamp of the last report of allocation pacing in the current file, on the clock of the stops. */
    private OptionalLong reportNs = OptionalLong.empty();

    private boolean told;
    /** True once a collector pause was read, also outside the run's time. */
    private boolean paused;

    private final List<String> foreign = new ArrayList<>();
    private final List<String> cut = new ArrayList<>();
    private long unknown;
    private long outside;

    private UptimeLog(long fromNs, long beganNs, long toNs) {
        this.fromNs = fromNs;
        this.beganNs = beganNs;
        this.toNs = toNs;
    }

    /**
     * Returns whether a log has this format: none of its files has nanosecond time stamps, and at least one has other
     * time stamps.
     */
    static boolean is(Path log) {
        return JvmLogFiles.of(log).isEmpty() && !files(log).isEmpty();
    }

    private static List<Path> files(Path log) {
        return JvmLogFiles.named(log).stream().filter(UptimeLog::isStamped).toList();
    }

    private static boolean isStamped(Path file) {
        return JvmLogFiles.read(
                file,
                lines -> lines.limit(LINES_FOR_A_STAMP).map(UptimeLine::of).anyMatch(UptimeLine::isStamped));
    }

    /**
     * Reads a log and its rotated files.
     *
     * @param fromNs earliest start of a JVM of the run, ns since 1970-01-01 UTC
     * @param toNs latest start of a JVM and latest end of a stop, same scale
     * @return log with stops on that scale
     */
    public static JvmLog read(Path log, long fromNs, long toNs) {
        return new UptimeLog(fromNs, fromNs, toNs).read(log);
    }

    /**
     * Reads a log of a JVM that was not started by the run, and its rotated files. Omits stops that ended before the run.
     *
     * @param beganNs begin of the run, ns since 1970-01-01 UTC
     * @param toNs latest start of a JVM and latest end of a stop, same scale
     * @return log with stops on that scale
     */
    static JvmLog readAttached(Path log, long beganNs, long toNs) {
        return new UptimeLog(VerboseGcLog.ANY_START, beganNs, toNs).read(log);
    }

    private JvmLog read(Path log) {
        Map<Path, Object> identities = JvmLogFiles.identities(log);
        Map<Path, UptimeStart> starts = new TreeMap<>();
        files(log).forEach(file -> starts.put(file, start(file)));
        if (starts.isEmpty()) {
            return JvmLog.absent(log.getFileName() + " has no line with a time");
        }
        long[] said = starts.values().stream()
                .flatMapToLong(start -> start.ns().stream())
                .distinct()
                .toArray();
        OptionalLong only = said.length == 1 ? OptionalLong.of(said[0]) : OptionalLong.empty();
        starts.forEach((file, start) -> read(file, start.isDated(), start.ns().isPresent() ? start.ns() : only));
        JvmLogFiles.rotated(log, identities).ifPresent(cut::add);
        if (foreign.size() == starts.size()) {
            return JvmLog.absent(String.join(", ", foreign));
        }
        LongestElements<JvmStop> known = told ? stops : pauses;
        List<String> missing = missing();
        return new JvmLog(
                JvmLog.distinct(log, known, missing),
                pacing.elements().stream()
                        .distinct()
                        .sorted(Comparator.comparingLong(EvidenceInterval::toNs).thenComparing(EvidenceInterval::text))
                        .toList(),
                known.omitted() + pacing.omitted(),
                Math.max(known.longestOmittedNs(), pacing.longestOmittedNs()),
                missing,
                "");
    }

    private List<String> missing() {
        List<String> all = new ArrayList<>(foreign);
        all.addAll(cut);
        all.add("its times have milliseconds, so the time of a stop is known to about 1 ms");
        if (!told) {
            all.add(
                    paused
                            ? JvmLog.ONLY_PAUSES
                            : "it reports no stops; start the JVM with -Xlog:safepoint, or Java 8 with"
                                    + " -XX:+PrintGCApplicationStoppedTime");
        }
        if (outside > 0) {
            all.add(CountText.of(outside, "stop is", "stops are") + " outside the run's time");
        }
        if (unknown > 0) {
            all.add(JvmLog.unknown(unknown));
        }
        return all;
    }

    private static UptimeStart start(Path file) {
        UptimeStart start = new UptimeStart();
        lines(file, start::line);
        return start;
    }

    private void read(Path file, boolean dated, OptionalLong start) {
        if (start.isPresent() && (start.getAsLong() < fromNs || start.getAsLong() > toNs)) {
            foreign.add(JvmLog.foreign(file, start.getAsLong(), fromNs, toNs));
        } else if (start.isEmpty() && !dated) {
            foreign.add(file.getFileName() + " has seconds since the start of its JVM, but not the start");
        } else {
            reportNs = OptionalLong.empty();
            lines(file, line -> line(line, start));
            JvmLogFiles.cut(file).ifPresent(cut::add);
        }
    }

    private void line(UptimeLine line, OptionalLong start) {
        OptionalLong stamp = line.ns(start);
        if (stamp.isEmpty()) {
            noStop(line.message());
            return;
        }
        long stampNs = stamp.getAsLong() + HALF_A_STAMP_NS;
        Optional<JvmStop> stop = SafepointMessage.of(line.message())
                .map(told -> new JvmStop(stampNs - told.totalNs(), stampNs, told.reachingNs(), told.what(), ""));
        told |= stop.isPresent();
        if (stop.isPresent()) {
            add(stop.get(), List.of(stops));
            return;
        }
        Optional<JvmStop> stall = CollectorPause.stall(line.message(), stampNs);
        if (stall.isPresent()) {
            add(stall.get(), List.of(stops, pauses));
            return;
        }
        if (AllocationPacing.isReport(line.message())) {
            reportNs = OptionalLong.of(stampNs);
            return;
        }
        Optional<EvidenceInterval> wait = AllocationPacing.wait(line.message(), reportNs.orElse(stampNs));
        if (wait.isPresent()) {
            reportNs = OptionalLong.of(reportNs.orElse(stampNs)); // a rotated file can begin with threads
            wait.filter(found -> found.toNs() >= beganNs && found.toNs() <= toNs)
                    .ifPresent(pacing::add);
            return;
        }
        Optional<JvmStop> pause = CollectorPause.ending(line.message(), stampNs)
                .or(() -> CollectorPause.beginning(line.message(), stampNs));
        paused |= pause.isPresent();
        pause.ifPresentOrElse(found -> add(found, List.of(pauses)), () -> noStop(line.message()));
    }

    private void noStop(String message) {
        unknown += ZingRecord.is(message) || SafepointMessage.mayBeIn(message) ? 1 : 0;
    }

    private void add(JvmStop stop, List<LongestElements<JvmStop>> to) {
        if (stop.fromNs() < fromNs || stop.toNs() > toNs) {
            outside++;
        } else if (stop.toNs() >= beganNs) {
            to.forEach(kind -> kind.add(stop));
        }
    }

    private static void lines(Path file, Consumer<UptimeLine> each) {
        JvmLogFiles.each(file, line -> each.accept(UptimeLine.of(line)));
    }

    /**
     * Finds the start of the JVM that wrote a file of an {@link UptimeLog}, from Zing's header or else from the first line with
     * both time stamps. Not thread-safe.
     */
    private static final class UptimeStart {
        private OptionalLong headNs = OptionalLong.empty();
        private OptionalLong datedNs = OptionalLong.empty();
        private boolean dated;

        void line(UptimeLine line) {
            dated |= line.isDated();
            long startMs = ZingRecord.startMs(line.message());
            if (headNs.isEmpty() && startMs != ZingRecord.NO_START) {
                headNs = OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(startMs));
            }
            if (datedNs.isEmpty() && line.isDated() && line.hasUptime()) {
                datedNs = OptionalLong.of(line.dayNs() - line.uptimeNs());
            }
        }

        /** Returns the start in ns since 1970-01-01 UTC; empty if unknown. */
        OptionalLong ns() {
            return headNs.isPresent() ? headNs : datedNs;
        }

        /** Returns whether a line has a date. */
        boolean isDated() {
            return dated;
        }
    }

    /**
     * Line of an {@link UptimeLog}: {@code DATE: SECONDS: MESSAGE}, where one time stamp can be missing, or
     * {@code [DATE][SECONDSs][...] MESSAGE} with the decorations of unified logs (JEP 158).
     *
     * @param dayNs date, ns since 1970-01-01 UTC; {@link #UNKNOWN} if missing
     * @param uptimeNs time since the start of the JVM; {@link #UNKNOWN} if missing
     * @param message text after the time stamps; the whole line if there are none
     */
    private record UptimeLine(long dayNs, long uptimeNs, String message) {
        private static final long UNKNOWN = Long.MIN_VALUE;

        private static final String DATE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}[+-]\\d{4}";
        private static final String SECONDS = "\\d{1,8}" + LogLine.POINT + "\\d{1,9}";
        private static final Pattern PLAIN = Pattern.compile("^(?:(" + DATE + "): )?(?:(" + SECONDS + "): )?(.*)$");
        private static final Pattern DECORATED = Pattern.compile("^((?:\\[[^\\[\\]]{1,60}]){1,8}) (.*)$");
        private static final Pattern DECORATION = Pattern.compile("\\[(?:(" + DATE + ")|(" + SECONDS + ")s)]");
        private static final DateTimeFormatter FORM =
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXX", Locale.ROOT);
        private static final int NS_DIGITS_OF_A_SECOND = 9;

        static UptimeLine of(String line) {
            Matcher decorated = DECORATED.matcher(line);
            if (decorated.matches()) {
                UptimeLine found = new UptimeLine(UNKNOWN, UNKNOWN, decorated.group(2));
                Matcher decoration = DECORATION.matcher(decorated.group(1));
                while (decoration.find()) {
                    found = found.with(decoration.group(1), decoration.group(2));
                }
                if (found.isStamped()) {
                    return found;
                }
            }
            Matcher plain = PLAIN.matcher(line);
            return plain.matches()
                    ? new UptimeLine(UNKNOWN, UNKNOWN, plain.group(3)).with(plain.group(1), plain.group(2))
                    : new UptimeLine(UNKNOWN, UNKNOWN, line);
        }

        private UptimeLine with(@Nullable String date, @Nullable String seconds) {
            return new UptimeLine(
                    date == null ? dayNs : dayNs(date), seconds == null ? uptimeNs : uptimeNs(seconds), message);
        }

        private static long dayNs(String date) {
            try {
                long ns = ChronoUnit.NANOS.between(
                        Instant.EPOCH, OffsetDateTime.parse(date, FORM).toInstant());
                return ns < 0 ? UNKNOWN : ns;
            } catch (DateTimeException | ArithmeticException e) {
                return UNKNOWN; // a JVM of this run cannot have written this time
            }
        }

        private static long uptimeNs(String seconds) {
            return LogLine.scaled(seconds, NS_DIGITS_OF_A_SECOND);
        }

        boolean isDated() {
            return dayNs != UNKNOWN;
        }

        boolean hasUptime() {
            return uptimeNs != UNKNOWN;
        }

        boolean isStamped() {
            return isDated() || hasUptime();
        }

        /** Returns the time of the line in ns since 1970-01-01 UTC, from its date or else its uptime; empty if unknown. */
        OptionalLong ns(OptionalLong startNs) {
            if (isDated()) {
                return OptionalLong.of(dayNs);
            }
            return startNs.isPresent() && hasUptime()
                    ? OptionalLong.of(startNs.getAsLong() + uptimeNs)
                    : OptionalLong.empty();
        }
    }
}
