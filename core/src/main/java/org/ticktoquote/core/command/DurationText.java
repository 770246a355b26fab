package org.ticktoquote.core.command;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Durations as people write them: a number and a unit, {@code 250us}, {@code 1.5s}, {@code 60m} or {@code 60min}. Nanoseconds inside. */
public final class DurationText implements ITypeConverter<Long> {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*(ns|us|ms|s|m|min|h)");

    /**
     * Nanoseconds of a text such as {@code 250us}; fractions of a nanosecond are cut off.
     *
     * @throws Refusal naming the text and the expected form
     */
    public static long parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw Problem.ofValue(text)
                    .fault("is not a duration")
                    .expected("a number with ns, us, ms, s, m or h, as in 250us")
                    .refusal();
        }
        try {
            return new BigDecimal(matcher.group(1))
                    .multiply(BigDecimal.valueOf(unitNs(matcher.group(2))))
                    .toBigInteger()
                    .longValueExact();
        } catch (ArithmeticException tooLong) {
            throw Problem.ofValue(text).fault("is longer than 292 years").refusal(tooLong);
        }
    }

    /**
     * Nanoseconds of a text, at most an hour: for waits that a slip must not make endless.
     *
     * @throws Refusal naming the text and the expected form
     */
    public static long parseUpToAnHour(String text) {
        long ns = parse(text);
        if (ns > HOUR_NS) {
            throw Problem.ofValue(text)
                    .fault("is too long")
                    .expected("1h at most")
                    .refusal();
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

    /** Three significant digits and the fitting unit: {@code 1.23 ms}, {@code 45.0 us}, {@code 12 ns}. */
    public static String format(long ns) {
        long size = Math.abs(ns);
        if (size < 1_000) {
            return ns + " ns";
        }
        if (size < 999_500) { // above, three digits round to 1000 us
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
