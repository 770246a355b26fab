package org.ticktoquote.analysis.evidence;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.collections.MutableLong;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;

/**
 * Reads the stops of OpenJ9 from the XML log of {@code -Xverbosegclog}. Sources: "Verbose GC logs" in its documentation,
 * and Eclipse OMR's {@code VerboseHandlerOutput}, which writes it. A stop is written from {@code exclusive-start} to
 * {@code exclusive-end}. It lasts {@code response-info timems}, until all threads have stopped, plus
 * {@code exclusive-end durationms}. Elements in between only name the stop, and elements of concurrent phases are ignored.
 * The end line gives the time and the length, so a stop without a start line still counts. For the metronome policy see
 * {@code MetronomeLines}.
 *
 * <p>Time stamps are local time in whole milliseconds without a zone. Zones differ by multiples of a quarter of an hour.
 * The zone is chosen so that the log begins less than a quarter of an hour after the earliest start of the JVM. If that is
 * unknown, the log of the running JVM was copied after the run, and only one zone has its end in the run. A stop's end is
 * set to its time stamp plus half a millisecond, so it is at most that far off. Its length has microsecond resolution. A
 * truncated log is read up to its end.
 */
public final class VerboseGcLog {
    /** Earliest start of a JVM that was not started by the run. */
    static final long ANY_START = Long.MIN_VALUE / 4;

    private static final long MAX_ZONE_NS = TimeUnit.SECONDS.toNanos(ZoneOffset.MAX.getTotalSeconds());

    /** Longest time from the end of the run to the copy of the log. */
    private static final long COPIED_WITHIN_NS = TimeUnit.MINUTES.toNanos(1);

    private static final long ZONE_STEP_NS = TimeUnit.MINUTES.toNanos(15);
    private static final long MAX_STEP_BACK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long HALF_A_STAMP_NS = TimeUnit.MILLISECONDS.toNanos(1) / 2;
    private static final int NS_DIGITS_OF_MS = 6;
    private static final String STAMP = ".*\\btimestamp=\"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3})\".*";
    private static final Pattern STAMPED = Pattern.compile(STAMP);
    private static final Pattern START = Pattern.compile("\\s*<exclusive-start " + STAMP);
    private static final Pattern RESPONSE = number("\\s*<response-info ", "timems");
    private static final Pattern KIND =
            Pattern.compile("\\s*<(?:cycle-start|gc-start|gc-op) .*\\btype=\"([^\"]{1,60})\".*");
    private static final Pattern END = number("\\s*<exclusive-end ", "durationms");
    private static final Pattern FIRST = Pattern.compile("\\s*<(?:\\?xml|verbosegc|initialized|exclusive-start)\\b.*");
    private static final String CLOCK_ERROR = "clock error detected";
    private static final int LINES_FOR_A_FIRST = 100;

    private final LongestElements<JvmStop> stops = new LongestElements<>(JvmStop::lengthNs);
    private final MetronomeLines metronome = new MetronomeLines();
    private final long fromNs;
    private final long beganNs;
    private final long toNs;
    private boolean ambiguous;
    private long reachingNs;
    private String kind = "";
    private OptionalLong zoneNs = OptionalLong.empty();
    private long nowNs = Long.MIN_VALUE;
    private boolean wentBack;
    /** Whether the previous line announced a wrong length in the next one. */
    private boolean clockError;

    private long wrongLengths;

    private VerboseGcLog(long fromNs, long beganNs, long toNs) {
        this.fromNs = fromNs;
        this.beganNs = beganNs;
        this.toNs = toNs;
    }

    static Pattern number(String element, String attribute) {
        return Pattern.compile(element + ".*\\b" + attribute + "=\"(\\d{1,9}(?:\\.\\d{1,6})?)\".*");
    }

    /** Returns whether a file has this format; other output can precede it. */
    static boolean is(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        return JvmLogFiles.read(
                file,
                lines -> lines.limit(LINES_FOR_A_FIRST)
                        .anyMatch(line -> FIRST.matcher(line).matches()));
    }

    /**
     * Reads a log.
     *
     * @param fromNs earliest start of the JVM
     * @param toNs latest time stamp, both ns since 1970-01-01 UTC
     * @return log with stops on that scale
     */
    public static JvmLog read(Path log, long fromNs, long toNs) {
        return new VerboseGcLog(fromNs, fromNs, toNs).read(log);
    }

    /**
     * Reads a log of a JVM that was not started by the run, and wrote to it during the run.
     *
     * @param beganNs begin of the run
     * @param toNs latest time stamp, both ns since 1970-01-01 UTC
     * @return log with stops on that scale
     */
    static JvmLog readAttached(Path log, long beganNs, long toNs) {
        return new VerboseGcLog(ANY_START, beganNs, toNs).read(log);
    }

    private JvmLog read(Path log) {
        if (fromNs == ANY_START) {
            MutableLong lastNs = new MutableLong();
            JvmLogFiles.each(log, line -> localNs(line).ifPresent(lastNs::set));
            zoneNs = zoneAtEnd(lastNs.get());
        }
        JvmLogFiles.each(log, this::line);
        String absence = absence();
        if (!absence.isEmpty()) {
            return JvmLog.absent(log.getFileName() + " is OpenJ9's, and " + absence);
        }
        LongestElements<EvidenceInterval> beats = metronome.beats();
        List<EvidenceInterval> kept = beats.elements();
        return new JvmLog(
                JvmLog.byTheirEnds(stops),
                kept,
                stops.omitted() + beats.omitted(),
                Math.max(stops.longestOmittedNs(), beats.longestOmittedNs()),
                wrongLengths == 0
                        ? List.of()
                        : List.of(CountText.of(wrongLengths, "stop") + " omitted: the JVM reports a clock error"),
                "");
    }

    private String absence() {
        if (nowNs == Long.MIN_VALUE) {
            return "has no line with a time";
        }
        if (wentBack) {
            return "its times of day go back by more than a second";
        }
        if (fromNs == ANY_START) {
            String unclear = ambiguous
                    ? "several the attached JVM's log ends in the run"
                    : "none does the attached JVM's log end in the run";
            return zoneNs.isPresent() ? "" : "its times of day have no time zone, and in " + unclear;
        }
        return zoneNs.isEmpty() || nowNs > toNs ? "its times of day are outside this run in every time zone" : "";
    }

    private void line(String line) {
        long beforeNs = nowNs;
        OptionalLong stamped = localNs(line);
        stamped.ifPresent(this::stamp);
        if (zoneNs.isPresent()) {
            metronome
                    .line(line, Math.max(fromNs, beforeNs), Math.max(fromNs, nowNs + HALF_A_STAMP_NS))
                    .ifPresent(this::add);
        }
        Matcher response = RESPONSE.matcher(line);
        Matcher named = KIND.matcher(line);
        Matcher end = END.matcher(line);
        if (START.matcher(line).matches()) {
            reachingNs = 0;
            kind = "";
        } else if (response.matches()) {
            reachingNs = ns(response.group(1));
        } else if (named.matches() && kind.isEmpty()) {
            kind = named.group(1);
        } else if (end.matches() && stamped.isPresent() && zoneNs.isPresent()) {
            stop(ns(end.group(1)));
        }
        clockError = line.contains(CLOCK_ERROR);
    }

    /** Returns the time stamp of a line; empty if it has none, or one that no JVM of this run could have written. */
    private static OptionalLong localNs(String line) {
        Matcher stamped = STAMPED.matcher(line);
        if (!stamped.matches()) {
            return OptionalLong.empty();
        }
        try {
            Instant local = LocalDateTime.parse(stamped.group(1)).toInstant(ZoneOffset.UTC);
            return OptionalLong.of(ChronoUnit.NANOS.between(Instant.EPOCH, local));
        } catch (DateTimeException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    private void stamp(long localNs) {
        boolean first = nowNs == Long.MIN_VALUE;
        if (first && fromNs != ANY_START) {
            zoneNs = zone(localNs, Math.floorDiv(localNs - fromNs, ZONE_STEP_NS) * ZONE_STEP_NS);
        }
        long ns = localNs - zoneNs.orElse(0);
        wentBack |= !first && ns < nowNs - MAX_STEP_BACK_NS;
        nowNs = ns;
    }

    /** Returns the only zone in which the last line was written between the run's begin and the copy; empty if there are more. */
    private OptionalLong zoneAtEnd(long lastNs) {
        long firstNs = -Math.floorDiv(toNs + COPIED_WITHIN_NS - lastNs, ZONE_STEP_NS) * ZONE_STEP_NS;
        OptionalLong found = OptionalLong.empty();
        for (long ns = Math.max(firstNs, -MAX_ZONE_NS);
                ns <= MAX_ZONE_NS && lastNs - ns >= beganNs;
                ns += ZONE_STEP_NS) {
            OptionalLong inUse = zone(lastNs, ns);
            ambiguous |= inUse.isPresent() && found.isPresent();
            found = inUse.isPresent() ? inUse : found;
        }
        return ambiguous ? OptionalLong.empty() : found;
    }

    /** Returns an offset if any zone has it at a local time; empty otherwise. */
    private static OptionalLong zone(long localNs, long ns) {
        Instant instant = Instant.ofEpochSecond(0, localNs - ns);
        boolean inUse = ZoneId.getAvailableZoneIds().stream()
                .map(zone -> ZoneId.of(zone).getRules().getOffset(instant))
                .anyMatch(offset -> TimeUnit.SECONDS.toNanos(offset.getTotalSeconds()) == ns);
        return inUse ? OptionalLong.of(ns) : OptionalLong.empty();
    }

    private void stop(long lengthNs) {
        long endNs = nowNs + HALF_A_STAMP_NS;
        String what = kind.isEmpty() ? "exclusive access" : "collection (" + kind + ")";
        if (clockError) {
            wrongLengths++;
        } else {
            add(new JvmStop(endNs - lengthNs - reachingNs, endNs, reachingNs, what, ""));
        }
        reachingNs = 0;
        kind = "";
    }

    private void add(JvmStop stop) {
        if (stop.fromNs() >= fromNs) {
            stops.add(stop);
        }
    }

    static long ns(String ms) {
        return new BigDecimal(ms).movePointRight(NS_DIGITS_OF_MS).longValue();
    }

    /**
     * Parses stops of OpenJ9's metronome policy, which stops all threads for short increments. The log only summarizes the
     * increments since the previous line ({@code gc-op type="heartbeat"}): their number, the longest increment and the longest
     * time to stop the threads. Their times are unknown. A {@code syncgc} is a single stop, written at its end with the time to
     * stop the threads (OpenJ9's {@code VerboseHandlerOutputRealtime}). Not thread-safe.
     */
    private static final class MetronomeLines {
        private static final Pattern OPERATION = Pattern.compile("\\s*<gc-op .*\\btype=\"(heartbeat|syncgc)\".*");
        private static final Pattern LENGTH = VerboseGcLog.number("\\s*<gc-op ", "timems");
        private static final Pattern COUNT =
                Pattern.compile("\\s*<quanta quantumCount=\"(\\d{1,9})\" quantumType=\"([^\"]{1,60})\".*");
        private static final Pattern LONGEST = VerboseGcLog.number("\\s*<quanta ", "maxTimeMs");
        private static final Pattern REACHING = VerboseGcLog.number("\\s*<exclusiveaccess-info ", "maxTimeMs");
        private static final Pattern SYNC_REACHING = VerboseGcLog.number("\\s*<syncgc-info ", "exclusiveaccessTimeMs");

        private final LongestElements<EvidenceInterval> beats = new LongestElements<>(EvidenceInterval::mostNs);
        private String operation = "";
        private long fromNs;
        private long toNs;
        private long lengthNs;
        private String text = "";

        /**
         * Parses a line.
         *
         * @param beforeNs time stamp of the previous stamped line
         * @param nowNs time stamp of this line, or of the last stamped one
         * @return the stop that it reports, if any
         */
        Optional<JvmStop> line(String line, long beforeNs, long nowNs) {
            Matcher begun = OPERATION.matcher(line);
            if (begun.matches()) {
                operation = begun.group(1);
                fromNs = Math.min(beforeNs, nowNs);
                toNs = nowNs;
                lengthNs = number(LENGTH, line);
                text = "";
            } else if (operation.equals("heartbeat")) {
                beat(line);
            } else if (operation.equals("syncgc") && SYNC_REACHING.matcher(line).matches()) {
                operation = "";
                long reachingNs = Math.min(lengthNs, number(SYNC_REACHING, line));
                return Optional.of(new JvmStop(toNs - lengthNs, toNs, reachingNs, "collection (syncgc)", ""));
            }
            return Optional.empty();
        }

        private void beat(String line) {
            Matcher count = COUNT.matcher(line);
            if (count.matches()) {
                lengthNs = number(LONGEST, line);
                text = CountText.of(Long.parseLong(count.group(1)), "increment") + " (" + count.group(2) + ") of ";
            } else if (!text.isEmpty() && REACHING.matcher(line).matches()) {
                long mostNs = lengthNs + number(REACHING, line);
                String all = text + DurationText.format(mostNs) + " at most";
                beats.add(
                        new EvidenceInterval(fromNs, toNs, Math.max(0, Math.min(mostNs, toNs - fromNs - 1)), "", all));
                operation = "";
            }
        }

        private static long number(Pattern pattern, String line) {
            Matcher found = pattern.matcher(line);
            return found.matches() ? VerboseGcLog.ns(found.group(1)) : 0;
        }

        /** Returns intervals that contain stops, each with the longest possible stop. */
        LongestElements<EvidenceInterval> beats() {
            return beats;
        }
    }
}
