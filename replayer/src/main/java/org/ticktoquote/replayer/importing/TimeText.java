package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/** Parses the times of a tick file. */
interface TimeText {
    /** Name of the format for milliseconds since midnight. */
    String MS_OF_DAY = "ms-of-day";
    /** Power of ten that converts a time since 1970-01-01 UTC to nanoseconds, by format name. */
    Map<String, Integer> EPOCH_DECIMALS = Map.of("epoch-s", 9, "epoch-ms", 6, "epoch-us", 3, "epoch-ns", 0);

    /** Parses a UTF-8 text into nanoseconds since 1970-01-01 UTC. */
    long epochNs(byte[] text, int from, int to) throws BadValue;

    default long epochNs(String text) throws BadValue {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return epochNs(bytes, 0, bytes.length);
    }

    /**
     * Returns a parser of times since 1970-01-01 UTC: {@code epoch-s}, {@code epoch-ms}, {@code epoch-us} or
     * {@code epoch-ns}.
     */
    static Optional<TimeText> sinceEpoch(String name) {
        return Optional.ofNullable(EPOCH_DECIMALS.get(name))
                .map(decimals -> (text, from, to) -> Decimal.timeNs(text, from, to, decimals, "a time in " + name));
    }

    /** Returns a parser of times since a clock showed 1970-01-01 00:00. */
    static TimeText shownBy(WallClock clock, TimeText epoch) {
        return (text, from, to) -> clock.epochNs(epoch.epochNs(text, from, to), text, from, to);
    }

    /** Returns a parser of milliseconds since midnight, with an optional fraction. */
    static TimeText msOfDay(LocalDate date, WallClock clock) {
        long midnightNs = Math.multiplyExact(date.toEpochDay(), WallClock.DAY_NS);
        String expected = "milliseconds since midnight, 0 to 86399999.999";
        return (bytes, from, to) -> {
            long sinceMidnightNs = Decimal.timeNs(bytes, from, to, 6, expected);
            if (sinceMidnightNs < 0 || sinceMidnightNs >= WallClock.DAY_NS) {
                String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
                throw new BadValue("time", text, "is not within a day", expected);
            }
            return clock.epochNs(midnightNs + sinceMidnightNs, bytes, from, to);
        };
    }
}
