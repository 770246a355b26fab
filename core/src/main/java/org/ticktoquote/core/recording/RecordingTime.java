package org.ticktoquote.core.recording;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Parses times of a recording as users write them, to ns since 1970-01-01 UTC.
 *
 * <p>A time is an ISO instant ({@code 2014-05-02T12:30:00Z}), a time on the UTC day of the first tick ({@code 12:30},
 * {@code 12:30:00.250}), or a distance from the announcement ({@code T0}, {@code T0-10s}, {@code T0+1.5m}). A window is
 * {@code A..B}, from A inclusive to B exclusive. An omitted side means the beginning or end of the recording. Anything else
 * is rejected with {@link ExitStatus#USAGE}.
 */
public final class RecordingTime {
    private static final long NS_PER_S = 1_000_000_000L;
    private static final Pattern DISTANCE = Pattern.compile("T0(?:([+-])(.+))?");
    private static final String BETWEEN = "..";

    private final long announcementNs;
    private final long firstVenueTimeNs;

    /**
     * Creates a parser for a recording, which need not exist yet.
     *
     * @param announcementNs 0 if there is no announcement
     * @param firstVenueTimeNs venue time of the recording's first tick
     */
    public RecordingTime(long announcementNs, long firstVenueTimeNs) {
        this.announcementNs = announcementNs;
        this.firstVenueTimeNs = firstVenueTimeNs;
    }

    /** Parses a time. */
    public long parse(String text) {
        String trimmed = text.trim();
        Matcher distance = DISTANCE.matcher(trimmed);
        try {
            if (distance.matches()) {
                return fromAnnouncement(trimmed, distance);
            }
            return trimmed.contains("T") ? nanoseconds(Instant.parse(trimmed)) : ofDay(LocalTime.parse(trimmed));
        } catch (DateTimeException | ArithmeticException e) {
            throw notATime(text, e);
        }
    }

    private long fromAnnouncement(String text, Matcher distance) {
        if (announcementNs == 0) {
            throw Problem.ofValue(text)
                    .fault("cannot be resolved: the recording has no announcement T0")
                    .expected("a time of day, or a recording imported with --announcement")
                    .exception();
        }
        if (distance.group(1) == null) {
            return announcementNs;
        }
        long ns = distance(text, distance.group(2));
        return Math.addExact(announcementNs, distance.group(1).equals("-") ? -ns : ns);
    }

    private long distance(String text, String duration) {
        try {
            return DurationText.parse(duration);
        } catch (ProblemException notADuration) {
            throw notATime(text, notADuration);
        }
    }

    private ProblemException notATime(String text, Exception cause) {
        String distances = announcementNs == 0 ? "" : "T0, T0-10s, T0+1.5m, ";
        return Problem.ofValue(text)
                .fault("is not a time")
                .expected(distances + "12:30:00.250 or 2014-05-02T12:30:00Z")
                .exception(cause);
    }

    private long ofDay(LocalTime time) {
        LocalDate day = instant(firstVenueTimeNs).atZone(ZoneOffset.UTC).toLocalDate();
        return nanoseconds(day.atTime(time).toInstant(ZoneOffset.UTC));
    }

    /** Parses a window such as {@code T0-10s..T0+60s}. */
    public RecordingWindow window(String text) {
        int middle = text.indexOf(BETWEEN);
        if (middle < 0) {
            throw Problem.ofValue(text)
                    .fault("is not a window")
                    .expected("FROM..TO, as in T0-10s..T0+60s")
                    .exception();
        }
        return window(text.substring(0, middle), text.substring(middle + BETWEEN.length()));
    }

    /** Returns the window between the times of the options {@code --from} and {@code --to}. Each can be empty. */
    public RecordingWindow between(String from, String to) {
        ProblemException.under("--from", () -> from.isBlank() ? 0 : parse(from));
        ProblemException.under("--to", () -> to.isBlank() ? 0 : parse(to));
        return window(from, to);
    }

    private RecordingWindow window(String from, String to) {
        long fromNs = from.isBlank() ? Long.MIN_VALUE : parse(from);
        long toNs = to.isBlank() ? Long.MAX_VALUE : parse(to);
        if (toNs <= fromNs) {
            throw Problem.ofValue(from + BETWEEN + to)
                    .fault("must end after its start")
                    .exception();
        }
        return new RecordingWindow(fromNs, toNs);
    }

    /** Formats a time as an ISO instant, with as many decimals as it needs. */
    public static String format(long ns) {
        return instant(ns).toString();
    }

    /** Returns ns since 1970-01-01 UTC. */
    public static long nanoseconds(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_S), instant.getNano());
    }

    private static Instant instant(long ns) {
        return Instant.ofEpochSecond(Math.floorDiv(ns, NS_PER_S), Math.floorMod(ns, NS_PER_S));
    }
}
