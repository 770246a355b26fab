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
 * Time formats that a text can have, named as in {@code --time-format}. There are several if day and month are ambiguous.
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

    private static final Pattern TIME = Pattern.compile("(T|D|-|_|, | |)"
            + "(?:(\\d{1,2}):\\d{2}(:\\d{2}(?:([.,:])\\d{1,9})?)?|(\\d{6})|\\d{6}([.])\\d{1,9}|\\d{7,15})"
            + "(?:( ?)([AaPp][Mm]))?(?:( ?)(" + Zones.FORM + "))?");

    /** Plausible times: from 1990, before 2100. */
    private static final BigDecimal EARLIEST_S = new BigDecimal(631_152_000L);

    private static final BigDecimal LATEST_S = new BigDecimal(4_102_444_800L);
    private static final Pattern NUMBER = Pattern.compile("\\d{9,20}(\\.\\d{1,12})?");

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
            return List.of(epoch.get());
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

    /** Distinguishes s, ms, us and ns by magnitude. */
    private static Optional<String> sinceEpoch(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(text);
        return TimeText.EPOCH_DECIMALS.entrySet().stream()
                .filter(unit -> {
                    BigDecimal seconds = number.movePointLeft(9 - unit.getValue());
                    return seconds.compareTo(EARLIEST_S) >= 0 && seconds.compareTo(LATEST_S) < 0;
                })
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static Optional<String> timeOfDay(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        boolean half = time.group(8) != null;
        String hour = half ? "h" : "H";
        String ofDay;
        if (time.group(2) != null) {
            ofDay = hour + ":mm" + (time.group(3) == null ? "" : ":ss" + pointOr(time.group(4), ".") + "SSS");
        } else {
            String fraction = time.group(5) == null ? pointOr(time.group(6), "") + "SSS" : "";
            ofDay = hour + hour + "mmss" + fraction;
        }
        String zone = time.group(10) == null ? "" : time.group(9) + "X";
        return Optional.of(time.group(1) + ofDay + (half ? time.group(7) + "a" : "") + zone);
    }

    private static String pointOr(@Nullable String point, String other) {
        return point == null ? other : point;
    }

    /** Time formats that fit all times of a file so far. Not thread-safe. */
    static final class Candidates {
        /** Default if no time has a known form. */
        static final String DEFAULT = "yyyy-MM-dd HH:mm:ss.SSS";

        private static final WallClock UTC = new WallClock(ZoneOffset.UTC);

        private final Map<String, TimeText> formats = new LinkedHashMap<>();
        /** The first ambiguous time, and its readings. */
        private String riddle = "";

        private List<String> readings = List.of();

        /** Adds a time. Ignores a time that no format can read. Its row is reported as bad later. */
        void add(String text) {
            if (formats.isEmpty()) {
                of(text).forEach(form -> formats.put(form, timeText(form)));
            }
            if (formats.size() < 2) {
                return;
            }
            Map<String, Long> times = new LinkedHashMap<>();
            formats.forEach((form, format) -> {
                try {
                    times.put(form, format.epochNs(text));
                } catch (BadValue other) {
                    // another form, or not a date
                }
            });
            if (!times.isEmpty()) {
                formats.keySet().retainAll(times.keySet());
                note(text, times);
            }
        }

        private static TimeText timeText(String form) {
            return TimeText.sinceEpoch(form).orElseGet(() -> new TimePattern(form, UTC, LocalDate.EPOCH));
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

        /** Returns the remaining format. Refuses remaining formats that differ in meaning. */
        String one(Path file) {
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
