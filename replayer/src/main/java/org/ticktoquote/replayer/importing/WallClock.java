package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Times of a wall clock in a time zone, as nanoseconds since 1970-01-01 UTC. */
final class WallClock {
    static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CHANGING = Long.MIN_VALUE;

    private final ZoneId zone;
    private final ZoneRules rules;
    /** What a clock that is never changed is ahead of UTC. */
    private final long fixedNs;

    WallClock(ZoneId zone) {
        this.zone = zone;
        this.rules = zone.getRules();
        this.fixedNs = rules.isFixedOffset() ? rules.getOffset(Instant.EPOCH).getTotalSeconds() * SECOND_NS : CHANGING;
    }

    /**
     * The instant at which this clock shows a time.
     *
     * @param wallNs nanoseconds since the clock showed 1970-01-01 00:00
     * @param text the time in UTF-8, for people
     * @throws BadValue when the clock never shows it, or twice, because it is put forward or back
     */
    long epochNs(long wallNs, byte[] text, int from, int to) throws BadValue {
        return fixedNs != CHANGING
                ? wallNs - fixedNs
                : epochNs(wallNs, new String(text, from, to - from, StandardCharsets.UTF_8));
    }

    /** Does the same for a text that is there already. */
    long epochNs(long wallNs, String text) throws BadValue {
        if (fixedNs != CHANGING) {
            return wallNs - fixedNs;
        }
        LocalDateTime wall = LocalDateTime.ofEpochSecond(Math.floorDiv(wallNs, SECOND_NS), 0, ZoneOffset.UTC);
        List<ZoneOffset> offsets = rules.getValidOffsets(wall);
        if (offsets.size() != 1) {
            String times = offsets.isEmpty() ? "does not exist in " : "exists twice in ";
            throw new BadValue("time", text, times + zone, "a zone without clock changes, such as UTC-05:00");
        }
        return wallNs - offsets.get(0).getTotalSeconds() * SECOND_NS;
    }
}
