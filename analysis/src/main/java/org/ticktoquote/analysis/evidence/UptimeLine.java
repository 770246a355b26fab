package org.ticktoquote.analysis.evidence;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Line of an {@link UptimeLog}: {@code DATE: SECONDS: MESSAGE}, where one time stamp can be missing, or
 * {@code [DATE][SECONDSs][...] MESSAGE} with the decorations of unified logs (JEP 158).
 *
 * @param dayNs date, ns since 1970-01-01 UTC; {@link #UNKNOWN} if missing
 * @param uptimeNs since the start of the JVM; {@link #UNKNOWN} if missing
 * @param message text after the time stamps; the whole line if there are none
 */
record UptimeLine(long dayNs, long uptimeNs, String message) {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private static final String DATE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}[+-]\\d{4}";
    private static final String SECONDS = "\\d{1,8}" + LogDecimal.POINT + "\\d{1,9}";
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
        return LogDecimal.scaled(seconds, NS_DIGITS_OF_A_SECOND);
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
