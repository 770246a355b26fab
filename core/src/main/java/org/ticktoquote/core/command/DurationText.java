package org.ticktoquote.core.command;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/**
 * Parses and formats durations of a number and a unit, such as {@code 250us}, {@code 1.5s}, {@code 60m} or {@code 60min}.
 * Values are in nanoseconds.
 */
public final class DurationText implements ITypeConverter<Long> {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*(ns|us|ms|s|m|min|h)");

    /**
     * Parses a duration such as {@code 250us} to nanoseconds. Truncates fractions of a nanosecond.
     *
     * @throws ProblemException naming the text and the expected form
     */
    public static long parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw Problem.ofValue(text)
                    .fault("is not a duration")
                    .expected("a number with ns, us, ms, s, m or h, as in 250us")
                    .exception();
        }
        try {
            return new BigDecimal(matcher.group(1))
                    .multiply(BigDecimal.valueOf(unitNs(matcher.group(2))))
                    .toBigInteger()
                    .longValueExact();
        } catch (ArithmeticException tooLong) {
            throw Problem.ofValue(text).fault("is longer than 292 years").exception(tooLong);
        }
    }

    /**
     * Parses a duration of at most an hour, so that a typo cannot cause an endless wait.
     *
     * @throws ProblemException naming the text and the expected form
     */
    public static long parseUpToAnHour(String text) {
        long ns = parse(text);
        if (ns > HOUR_NS) {
            throw Problem.ofValue(text)
                    .fault("is too long")
                    .expected("1h at most")
                    .exception();
        }
        return ns;
    }

    private static long unitNs(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m", "min" -> 60_000_000_000L;
            default -> HOUR_NS;
        };
    }

    /**
     * Formats nanoseconds with a suitable unit, such as {@code 1.23 ms}, {@code 45.0 us} or {@code 12 ns}. Shows three
     * significant digits, or whole nanoseconds below 1 us and whole seconds from 100 s.
     */
    public static String format(long ns) {
        long size = Math.abs(ns);
        if (size < 1_000) {
            return ns + " ns";
        }
        if (size < 999_500) { // 999.5 us and more would round to 1000 us
            return digits(ns / 1e3) + " us";
        }
        return size < 999_500_000 ? digits(ns / 1e6) + " ms" : digits(ns / 1e9) + " s";
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        String form = size < 9.995 ? "%.2f" : size < 99.95 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, form, value);
    }

    @Override
    public Long convert(String value) {
        return parse(value);
    }
}
