package org.ticktoquote.analysis.slo;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.Percentile;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/** Parses one service level, from left to right. Not reusable. */
final class LevelText {
    /** Latencies that a level can use: the application's latencies that are measured with every kind of matching. */
    static final List<Latency> LATENCIES = List.of(
            Latency.RESPONSE, Latency.SERVICE, Latency.FIRST_CLIENT, Latency.MEDIAN_CLIENT, Latency.LAST_CLIENT);

    private static final int MAX_LENGTH = 200;
    private static final Pattern WORD =
            Pattern.compile("\\G\\s*([0-9]+(?:\\.[0-9]+)?|[A-Za-z][A-Za-z0-9.-]*|[<%]|\\S)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
    private static final Pattern PERCENTILE = Pattern.compile("p([0-9]+(?:\\.[0-9]+)?)");
    private static final List<String> UNITS = List.of("ns", "us", "ms", "s", "min", "h");
    private static final List<Long> UNITS_NS = List.of(1L, 1_000L, 1_000_000L, 1_000_000_000L);
    private static final int PERCENT_DIGITS = 7;
    private static final int MAX_PERCENT = 100;
    private static final long MAX_TICKS = 1_000_000_000;
    private static final String BEGIN =
            "a percentile as in p99.9, a share as in 99 %, 'no session' or 'no answer': as in '"
                    + "p99.9 in any 60 s < 5 ms'";
    private static final String A_DURATION = "a duration above 0, as in 5 ms";

    private final String text;
    private final Matcher words;
    private String word = "";
    private int place;

    LevelText(String text) {
        this.text = text;
        this.words = WORD.matcher(text);
    }

    ServiceLevel level() {
        if (text.length() > MAX_LENGTH) {
            throw Problem.ofValue(text)
                    .fault("is too long")
                    .expected("at most " + MAX_LENGTH + " characters")
                    .exception();
        }
        next();
        ServiceLevel level = form();
        if (!word.isEmpty()) {
            throw wrong("the end");
        }
        return level;
    }

    private ServiceLevel form() {
        if (word.equals("no")) {
            next();
            return none();
        }
        return NUMBER.matcher(word).matches() ? quotes() : percentile();
    }

    private ServiceLevel percentile() {
        Matcher percentile = PERCENTILE.matcher(word);
        if (!percentile.matches()) {
            throw wrong(BEGIN);
        }
        Percentile share = share(percentile.group(1));
        if (share.equals(Percentile.ALL)) {
            throw wrong("a percentile above p0 and below p100, as in p99.9");
        }
        next();
        Latency latency = Latency.LAST_CLIENT;
        if (word.equals("of")) {
            next();
            latency = latency();
        } else if (!word.equals("in") && !word.equals("<")) {
            throw wrong("'of', 'in' or '<'");
        }
        LevelWindow window = window();
        words("<");
        return new ServiceLevel(ServiceLevel.Kind.PERCENTILE, share, latency, window, duration());
    }

    private ServiceLevel quotes() {
        Percentile share = share(word);
        next();
        words("%", "of", "quotes", "within");
        long limitNs = duration();
        return new ServiceLevel(ServiceLevel.Kind.QUOTES, share, Latency.RESPONSE, window(), limitNs);
    }

    private ServiceLevel none() {
        if (word.equals("answer")) {
            words("answer", "later", "than");
            return new ServiceLevel(
                    ServiceLevel.Kind.ANSWER, Percentile.ALL, Latency.RESPONSE, LevelWindow.WHOLE, duration());
        }
        if (!word.equals("session")) {
            throw wrong("session or answer");
        }
        words("session", "more", "than");
        if (!NUMBER.matcher(word).matches() || new BigDecimal(word).compareTo(BigDecimal.valueOf(MAX_PERCENT)) >= 0) {
            throw wrong("a percentage from 0 to below 100");
        }
        Percentile share = new BigDecimal(word).signum() == 0 ? new Percentile(0) : share(word);
        next();
        words("%", "of", "its", "time", "stale", "by");
        return new ServiceLevel(ServiceLevel.Kind.SESSION, share, Latency.RESPONSE, LevelWindow.WHOLE, age());
    }

    /** Parses an age. Only ages for which {@link Staleness} counts the time exactly are allowed. */
    private long age() {
        int begin = place;
        String first = word;
        long ageNs = duration();
        if (!Staleness.THRESHOLDS_NS.contains(ageNs)) {
            String known = String.join(
                    ", ",
                    Staleness.THRESHOLDS_NS.stream().map(LevelText::duration).toList());
            throw wrong(begin, first, "an age for which the time is counted exactly: " + known);
        }
        return ageNs;
    }

    private Latency latency() {
        for (Latency latency : LATENCIES) {
            if (Stream.of(latency.file(), latency.field()).anyMatch(word::equals)) {
                next();
                return latency;
            }
        }
        List<String> known = LATENCIES.stream().map(Latency::file).toList();
        throw wrong(String.join(", ", known) + (word.isEmpty() ? "" : NearestWord.hint(word, known)));
    }

    private LevelWindow window() {
        if (!word.equals("in")) {
            return LevelWindow.WHOLE;
        }
        words("in", "any");
        int begin = place;
        String number = word;
        if (!NUMBER.matcher(number).matches()) {
            throw wrong("a length of time or a number of ticks, as in 60 s or 10000 ticks");
        }
        next();
        if (!word.equals("ticks")) {
            return new LevelWindow(duration(begin, number), 0);
        }
        if (!number.matches("[0-9]{1,10}") || Long.parseLong(number) < 1 || Long.parseLong(number) > MAX_TICKS) {
            throw wrong(begin, number, "1.." + MAX_TICKS + " ticks");
        }
        next();
        return new LevelWindow(0, Long.parseLong(number));
    }

    private long duration() {
        int begin = place;
        String number = word;
        if (!NUMBER.matcher(number).matches()) {
            throw wrong(A_DURATION);
        }
        next();
        return duration(begin, number);
    }

    /** Parses the unit that follows a number. */
    private long duration(int begin, String number) {
        if (!UNITS.contains(word)) {
            throw wrong("a unit of time: " + String.join(", ", UNITS));
        }
        long ns;
        try {
            ns = DurationText.parse(number + word);
        } catch (ProblemException tooLong) {
            throw wrong(begin, number, "less than 292 years");
        }
        if (ns == 0) {
            throw wrong(begin, number, A_DURATION);
        }
        next();
        return ns;
    }

    /** Parses a share above 0 and up to 100 percent. */
    private Percentile share(String percent) {
        BigDecimal parts = new BigDecimal(percent).movePointRight(PERCENT_DIGITS);
        boolean sound = parts.signum() > 0
                && parts.compareTo(BigDecimal.valueOf(Percentile.ALL.partsPerBillion())) <= 0
                && parts.stripTrailingZeros().scale() <= 0;
        if (!sound) {
            throw wrong("a percentage above 0 and up to 100, with at most " + PERCENT_DIGITS + " decimals");
        }
        return new Percentile(parts.longValueExact());
    }

    private void words(String... expected) {
        for (String each : expected) {
            if (!word.equals(each)) {
                throw wrong("'" + each + "'");
            }
            next();
        }
    }

    private void next() {
        boolean found = words.find();
        word = found ? words.group(1) : "";
        place = found ? words.start(1) + 1 : text.length() + 1;
    }

    private ProblemException wrong(String expected) {
        return wrong(place, word, expected);
    }

    private ProblemException wrong(int at, String found, String expected) {
        String end = text.isBlank() ? "is empty" : "ends after character " + (at - 1);
        String what = found.isEmpty() ? end : "has '" + found + "' at character " + at;
        return Problem.ofValue(text).fault(what).expected(expected).exception();
    }

    /** Formats a duration in the largest unit, up to seconds, that needs no decimals. */
    static String duration(long ns) {
        int unit = UNITS_NS.size() - 1;
        while (ns % UNITS_NS.get(unit) != 0) {
            unit--;
        }
        return ns / UNITS_NS.get(unit) + " " + UNITS.get(unit);
    }

    /** Formats a share without trailing zeros. */
    static String percent(Percentile share) {
        BigDecimal percent = BigDecimal.valueOf(share.partsPerBillion(), PERCENT_DIGITS);
        return percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString();
    }
}
