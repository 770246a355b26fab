package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.recording.RecordingTime;

/** The time formats that all times of a file so far can be of. Not thread-safe. */
final class TimeCandidates {
    /** What is expected where no time is of a known form. */
    static final String USUAL = "yyyy-MM-dd HH:mm:ss.SSS";

    private static final WallClock UTC = new WallClock(ZoneOffset.UTC);

    private final Map<String, TimeText> formats = new LinkedHashMap<>();
    /** The first time that they read differently, and how. */
    private String riddle = "";

    private List<String> readings = List.of();

    /** Takes a time; one that none of the formats can read is for others to complain of. */
    void add(String text) {
        if (formats.isEmpty()) {
            TimeForms.of(text).forEach(form -> formats.put(form, timeText(form)));
        }
        if (formats.size() < 2) {
            return;
        }
        Map<String, Long> times = new LinkedHashMap<>();
        formats.forEach((form, format) -> {
            try {
                times.put(form, format.epochNs(text));
            } catch (BadValue other) {
                // of another form, or no date there
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

    /** Whether more than one is left. */
    boolean several() {
        return formats.size() > 1;
    }

    /** The one that is left; refuses several that mean different times. */
    String one(Path file) {
        if (several() && !riddle.isEmpty()) {
            String options = formats.keySet().stream()
                    .map(form -> "--time-format '" + form + "'")
                    .collect(Collectors.joining(" or "));
            throw Problem.of(file)
                    .fault("its time '" + Shown.text(riddle, 60) + "' is " + String.join(" or ", readings)
                            + ", and no row of the file tells which")
                    .expected(options)
                    .refusal();
        }
        return formats.keySet().stream().findFirst().orElse(USUAL);
    }
}
