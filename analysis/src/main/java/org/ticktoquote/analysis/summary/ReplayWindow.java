package org.ticktoquote.analysis.summary;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.run.RunManifest;

/**
 * Replayed part of the recording, and its speed.
 *
 * @param from venue time of its first tick, ISO-8601 UTC
 * @param to end, exclusive
 * @param speed 1 is real time
 */
public record ReplayWindow(String from, String to, double speed) {
    private static final DateTimeFormatter TIME_OF_DAY =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    public static ReplayWindow of(RunManifest.Replay replay) {
        return new ReplayWindow(
                instant(replay.fromNs()).toString(), instant(replay.toNs()).toString(), replay.speed());
    }

    private static Instant instant(long epochNs) {
        long second = TimeUnit.SECONDS.toNanos(1);
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, second), Math.floorMod(epochNs, second));
    }

    /** Returns a text for users, as in {@code 2026-11-06 12:29:55.000 to 12:30:30.000 UTC at speed 1}. */
    public String text() {
        Instant begin = Instant.parse(from);
        String shown = speed == Math.rint(speed) ? Long.toString((long) speed) : Double.toString(speed);
        return begin.atZone(ZoneOffset.UTC).toLocalDate() + " " + TIME_OF_DAY.format(begin) + " to "
                + TIME_OF_DAY.format(Instant.parse(to)) + " UTC at speed " + shown;
    }
}
