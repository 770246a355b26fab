package org.ticktoquote.analysis.evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * The stops of an OpenJ9 by the XML log of {@code -Xverbosegclog}, from "Verbose GC logs" of its documentation: all threads
 * stand from {@code exclusive-start} (after {@code response-info timems}, which it took to stop them) to {@code exclusive-end
 * durationms}.
 *
 * <p>Its stamps are the local time of day in whole milliseconds, without a zone. Zones differ by quarters of an hour: the log's is
 * the one in which it begins within such a quarter after the run did. A stop ends half a millisecond after its stamp, which is
 * no further than that from the truth; its length is in microseconds. A log that was cut is read as far as it goes.
 */
public final class VerboseGcLog {
    private static final long ZONE_STEP_NS = TimeUnit.MINUTES.toNanos(15);
    private static final long MOST_BACK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long HALF_A_STAMP_NS = TimeUnit.MILLISECONDS.toNanos(1) / 2;
    private static final int NS_DIGITS_OF_MS = 6;
    private static final String STAMP = ".*\\btimestamp=\"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3})\".*";
    private static final Pattern STAMPED = Pattern.compile(STAMP);
    private static final Pattern START = Pattern.compile("\\s*<exclusive-start " + STAMP);
    private static final Pattern RESPONSE = number("\\s*<response-info ", "timems");
    private static final Pattern KIND =
            Pattern.compile("\\s*<(?:cycle-start|gc-start|gc-op) .*\\btype=\"([^\"]{1,60})\".*");
    private static final Pattern END = number("\\s*<exclusive-end ", "durationms");

    private final Longest<JvmStop> stops = new Longest<>(JvmStop::lengthNs);
    private final long fromNs;
    private final long toNs;
    private long reachingNs;
    private String kind = "";
    private OptionalLong zoneNs = OptionalLong.empty();
    private long nowNs = Long.MIN_VALUE;
    private boolean wentBack;

    private VerboseGcLog(long fromNs, long toNs) {
        this.fromNs = fromNs;
        this.toNs = toNs;
    }

    private static Pattern number(String element, String attribute) {
        return Pattern.compile(element + ".*\\b" + attribute + "=\"(\\d{1,9}(?:\\.\\d{1,6})?)\".*");
    }

    /** Whether a file is such a log. */
    static boolean is(Path file) {
        return Files.isRegularFile(file) && JvmLogFiles.firstLine(file).startsWith("<?xml");
    }

    /**
     * Reads a log.
     *
     * @param fromNs the JVM did not begin before
     * @param toNs nor stop after that, both ns since 1970-01-01 UTC
     * @return with stops on that scale
     */
    public static JvmLog read(Path log, long fromNs, long toNs) {
        return new VerboseGcLog(fromNs, toNs).read(log);
    }

    private JvmLog read(Path log) {
        try (BufferedReader lines = JvmLogFiles.lines(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                line(line);
            }
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(log).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
        String absence = absence();
        if (!absence.isEmpty()) {
            return JvmLog.absent(log.getFileName() + " is OpenJ9's, and " + absence);
        }
        List<JvmStop> kept = stops.kept().stream()
                .sorted(Comparator.comparingLong(JvmStop::toNs).thenComparingLong(JvmStop::fromNs))
                .toList();
        return new JvmLog(kept, List.of(), stops.omitted(), stops.longestOmittedNs(), List.of(), "");
    }

    private String absence() {
        if (nowNs == Long.MIN_VALUE) {
            return "has no line with a time";
        }
        if (wentBack) {
            return "its times of day go back by more than a second";
        }
        return zoneNs.isEmpty() || nowNs > toNs ? "in no time zone do its times of day lie in this run" : "";
    }

    private void line(String line) {
        Matcher stamped = STAMPED.matcher(line);
        if (stamped.matches()) {
            stamp(stamped.group(1));
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
        } else if (end.matches() && stamped.matches() && zoneNs.isPresent()) {
            stop(ns(end.group(1)));
        }
    }

    private void stamp(String text) {
        long localNs;
        try {
            localNs = ChronoUnit.NANOS.between(
                    Instant.EPOCH, LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException | ArithmeticException e) {
            return; // no time that a JVM of this run could have written
        }
        boolean first = nowNs == Long.MIN_VALUE;
        if (first) {
            zoneNs = zone(localNs);
        }
        long ns = localNs - zoneNs.orElse(0);
        wentBack |= !first && ns < nowNs - MOST_BACK_NS;
        nowNs = ns;
    }

    private OptionalLong zone(long localNs) {
        long ns = Math.floorDiv(localNs - fromNs, ZONE_STEP_NS) * ZONE_STEP_NS;
        Instant instant = Instant.ofEpochSecond(0, localNs - ns);
        boolean inUse = ZoneId.getAvailableZoneIds().stream()
                .map(zone -> ZoneId.of(zone).getRules().getOffset(instant))
                .anyMatch(offset -> TimeUnit.SECONDS.toNanos(offset.getTotalSeconds()) == ns);
        return inUse ? OptionalLong.of(ns) : OptionalLong.empty();
    }

    private void stop(long lengthNs) {
        long endNs = nowNs + HALF_A_STAMP_NS;
        long begin = endNs - lengthNs - reachingNs;
        if (begin >= fromNs) {
            String what = kind.isEmpty() ? "exclusive access" : "collection (" + kind + ")";
            stops.add(new JvmStop(begin, endNs, reachingNs, what, ""));
        }
    }

    private static long ns(String ms) {
        return new BigDecimal(ms).movePointRight(NS_DIGITS_OF_MS).longValue();
    }
}
