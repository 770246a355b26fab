package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/**
 * Time formats that a text can have, named as in {@code --time-format}. There are several if the order of day, month and year
 * is ambiguous, or a number can be a date or a time since 1970.
 */
final class TimeForms {
    /**
     * Date formats; # is the separator of the parts. In dates with dots that do not start with the year, the day comes
     * first.
     */
    private static final List<DateForm> DATES = List.of(
            new DateForm("\\d{4}([-./])\\d{2}\\1\\d{2}", "yyyy#MM#dd"),
            new DateForm("\\d{4}([-./])\\d{1,2}\\1\\d{1,2}", "yyyy#M#d"),
            new DateForm("\\d{8}", "yyyyMMdd"),
            new DateForm("\\d{1,2}([.])\\d{1,2}\\1\\d{4}", "d#M#yyyy"),
            new DateForm("\\d{1,2}([-/])\\d{1,2}\\1\\d{4}", "d#M#yyyy", "M#d#yyyy"),
            new DateForm("\\d{1,2}([-/. ]?)[A-Za-z]{3}\\1\\d{4}", "d#MMM#yyyy"),
            new DateForm("[A-Za-z]{3} \\d{1,2}(,? )\\d{4}", "MMM d#yyyy"),
            new DateForm("\\d{1,2}([.])\\d{1,2}\\1\\d{2}", "d#M#yy"),
            new DateForm("\\d{1,2}([-/])\\d{1,2}\\1\\d{2}", "d#M#yy", "M#d#yy", "yy#M#d"),
            new DateForm("\\d{1,2}([-/ ]?)[A-Za-z]{3}\\1\\d{2}", "d#MMM#yy"),
            new DateForm("", ""));

    /** Only after a date can points separate hour, minute and second, because dates can have the same form. */
    private static final String MARK = "(?<mark>:|(?<=[-T_ ]\\d{1,2})[.](?=\\d{2}[.]))";

    /** Dates of eight digits. Times of day such as HHmmssSS rarely look like one. */
    private static final String DAY = "(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])";

    private static final Pattern TIME = Pattern.compile("(?<before>T|D| ?0D|-|_|, | |)"
            + "(?:\\d{1,2}" + MARK + "\\d{2}(?:\\k<mark>\\d{2}(?:(?<point>[.,:])\\d{1,9})?)?"
            + "|(?<whole>\\d{6})|\\d{6}(?<dot>[.])\\d{1,9}|^(?<minute>" + DAY + "(?:[01]\\d|2[0-3])[0-5]\\d)"
            + "|(?!" + DAY + "(?!\\d))\\d{7,15})"
            + "(?:(?<halfGap> ?)(?<half>[AaPp][Mm]))?(?:(?<zoneGap> ?)(?<zone>" + Zones.FORM + "))?");

    /** Plausible times: from 1980, before 2100. Excludes .NET ticks, and times of day such as HHmmssSSS. */
    private static final BigDecimal EARLIEST_S = new BigDecimal(315_532_800L);

    /** Plausible times in nanoseconds: from 2000, which excludes kdb+ longs up to 2029. */
    private static final BigDecimal EARLIEST_OF_NS_S = new BigDecimal(946_684_800L);

    private static final BigDecimal LATEST_S = new BigDecimal(4_102_444_800L);
    private static final WallClock UTC = new WallClock(ZoneOffset.UTC);

    /** Times of day with a date before them that starts with the day or the month, such as {@code 02052014123000277}. */
    private static final String YEAR_AFTER_DAY =
            "(?:0[1-9](?:0[1-9]|1[0-2])|0[1-9](?:[12]\\d|3[01]))(?:19|20)\\d{2}" + "(?:[01]\\d|2[0-3])[0-5]\\d[0-5]\\d";

    /** Only longer numbers than times of day, up to HHmmss and nine decimals, can be padded with zeros. */
    private static final Pattern NUMBER =
            Pattern.compile("([1-9]\\d{8,19}|(?!" + YEAR_AFTER_DAY + ")0\\d{15,19})(\\.\\d{1,12})?");

    /** Dates with an hour or a time of day. Those of 10, 16 and 19 digits are also plausible times since 1970. */
    private static final Pattern DATED = Pattern.compile(DAY + "(?:[01]\\d|2[0-3])(?:[0-5]\\d[0-5]\\d\\d+)?");

    private static final int HOUR_LENGTH = 10;

    private TimeForms() {}

    /**
     * Form of a date.
     *
     * @param patterns possible date patterns
     */
    private record DateForm(Pattern form, List<String> patterns) {
        DateForm(String form, String... patterns) {
            this(Pattern.compile(form), Arrays.asList(patterns));
        }
    }

    /** Returns all possible formats of a text; empty if it has no known form. */
    static List<String> of(String text) {
        Optional<String> epoch = sinceEpoch(text);
        if (epoch.isPresent()) {
            return DATED.matcher(text).matches()
                    ? List.of(epoch.get(), text.length() == HOUR_LENGTH ? "yyyyMMddHH" : "yyyyMMddHHmmssSSS")
                    : List.of(epoch.get());
        }
        List<String> found = new ArrayList<>();
        for (DateForm date : DATES) {
            Matcher matcher = date.form().matcher(text);
            if (matcher.lookingAt()) {
                String between = matcher.groupCount() > 0 ? matcher.group(1) : "";
                timeOfDay(text.substring(matcher.end()))
                        .ifPresent(time -> date.patterns().stream()
                                .map(pattern -> pattern.replace("#", between) + time)
                                .filter(pattern -> !found.contains(pattern))
                                .forEach(found::add));
            }
            if (!found.isEmpty()) {
                return found;
            }
        }
        return found;
    }

    /** Returns true if a text is a time of a format. Refuses an invalid format. */
    static boolean fits(String format, String text) {
        try {
            long unused = parser(format).epochNs(text);
            return true;
        } catch (BadValue other) {
            return false;
        }
    }

    private static TimeText parser(String format) {
        return format.equals(TimeText.MS_OF_DAY)
                ? TimeText.msOfDay(LocalDate.EPOCH, UTC)
                : TimeText.sinceEpoch(format).orElseGet(() -> new TimePattern(format, UTC, LocalDate.EPOCH));
    }

    /** Distinguishes s, ms, us and ns by magnitude. */
    private static Optional<String> sinceEpoch(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(text);
        return TimeText.EPOCH_DECIMALS.entrySet().stream()
                .filter(unit -> {
                    BigDecimal seconds = number.movePointLeft(9 - unit.getValue());
                    BigDecimal earliest = unit.getValue() == 0 ? EARLIEST_OF_NS_S : EARLIEST_S;
                    return seconds.compareTo(earliest) >= 0 && seconds.compareTo(LATEST_S) < 0;
                })
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static Optional<String> timeOfDay(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        boolean half = time.group("half") != null;
        String hour = half ? "h" : "H";
        String mark = time.group("mark");
        String ofDay;
        if (mark != null) {
            ofDay = hour + mark + "mm" + mark + "ss" + pointOr(time.group("point"), ".") + "SSS";
        } else if (time.group("minute") != null) {
            ofDay = "yyyyMMdd" + hour + hour + "mm";
        } else {
            String fraction = time.group("whole") == null ? pointOr(time.group("dot"), "") + "SSS" : "";
            ofDay = hour + hour + "mmss" + fraction;
        }
        String zone = time.group("zone") == null ? "" : time.group("zoneGap") + "X";
        return Optional.of(time.group("before") + ofDay + (half ? time.group("halfGap") + "a" : "") + zone);
    }

    private static String pointOr(@Nullable String point, String other) {
        return point == null ? other : point;
    }

    /** Time formats that fit all times of a file so far. Not thread-safe. */
    static final class Candidates {
        /** Default if no time has a known form. */
        static final String DEFAULT = "yyyy-MM-dd HH:mm:ss.SSS";

        private final Map<String, TimeText> formats = new LinkedHashMap<>();
        /** The first ambiguous time, and its readings. */
        private String riddle = "";

        private List<String> readings = List.of();
        /** A number that is no plausible time. */
        private String number = "";

        /** Adds a time. Ignores a time that no format can read. Its row is reported as bad later. */
        void add(String text) {
            if (formats.isEmpty()) {
                of(text).forEach(form -> formats.put(form, parser(form)));
                if (NUMBER.matcher(text).matches() && times(text).isEmpty()) {
                    formats.clear();
                    number = text;
                }
            }
            if (formats.size() < 2) {
                return;
            }
            Map<String, Long> times = times(text);
            if (!times.isEmpty()) {
                formats.keySet().retainAll(times.keySet());
                note(text, times);
            }
        }

        /** Returns the time by each format that can read it. */
        private Map<String, Long> times(String text) {
            Map<String, Long> times = new LinkedHashMap<>();
            formats.forEach((form, format) -> {
                try {
                    times.put(form, format.epochNs(text));
                } catch (BadValue other) {
                    // another form, or not a date
                }
            });
            return times;
        }

        private void note(String text, Map<String, Long> times) {
            if (riddle.isEmpty() && new TreeSet<>(times.values()).size() > 1) {
                riddle = text;
                readings = new ArrayList<>(times.values().stream()
                        .map(time -> RecordingTime.format(time).substring(0, 10))
                        .toList());
            }
        }

        boolean several() {
            return formats.size() > 1;
        }

        /** Returns the remaining format. Refuses formats that differ in meaning, and numbers without a format. */
        String one(Path file) {
            if (formats.isEmpty() && !number.isEmpty()) {
                throw Problem.of(file)
                        .fault("its time '" + number
                                + "' is not s, ms, us or ns since 1970 in the years 1980 to 2099, ns from 2000;"
                                + " .NET ticks are 100 ns since the year 1, kdb+ longs ns since 2000")
                        .expected("times since 1970, or --time-format")
                        .exception();
            }
            if (several() && !riddle.isEmpty()) {
                String options = formats.keySet().stream()
                        .map(form -> "--time-format '" + form + "'")
                        .collect(Collectors.joining(" or "));
                throw Problem.of(file)
                        .fault("its time '" + Printable.text(riddle, 60) + "' is " + String.join(" or ", readings)
                                + "; no row of the file decides")
                        .expected(options)
                        .exception();
            }
            return formats.keySet().stream().findFirst().orElse(DEFAULT);
        }
    }
}
