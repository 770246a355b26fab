package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem;

/** The time zones that files are written in, as given: one for all, and one for each venue that differs; and as files name them. */
record Zones(Optional<ZoneId> ofAll, Map<String, ZoneId> ofVenue) {
    /** What may follow a time: {@code Z}, {@code +01:00}, {@code GMT+0100}, {@code EST}, {@code Europe/Berlin}. */
    static final String FORM =
            "Z|(?:GMT|UTC)?[+-]\\d{1,2}(?::?\\d{2})?(?:\\[[A-Za-z_/+-]+])?|[A-Z]{3,4}|[A-Z][A-Za-z_]+/[A-Za-z_/+-]+";

    private static final Pattern OFFSET =
            Pattern.compile("(?:GMT|UTC)?([+-]?)(\\d{1,2})(?::?(\\d{2}))?(?:\\[[A-Za-z_/+-]+])?");
    private static final int HOUR_S = 3_600;
    private static final int MINUTE_S = 60;

    /** Hours of abbreviations behind a time, which tell summer from winter; others have several meanings. */
    private static final Map<String, Integer> HOURS = Map.ofEntries(
            Map.entry("Z", 0),
            Map.entry("UTC", 0),
            Map.entry("GMT", 0),
            Map.entry("BST", 1),
            Map.entry("CET", 1),
            Map.entry("CEST", 2),
            Map.entry("EET", 2),
            Map.entry("EEST", 3),
            Map.entry("EST", -5),
            Map.entry("EDT", -4),
            Map.entry("JST", 9),
            Map.entry("SGT", 8),
            Map.entry("HKT", 8));

    Zones {
        ofVenue = Map.copyOf(ofVenue);
    }

    /** From texts {@code ZONE} or {@code VENUE=ZONE}. */
    static Zones parse(List<String> texts) {
        Optional<ZoneId> all = Optional.empty();
        Map<String, ZoneId> venues = new HashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            ZoneId zone = zone(text.substring(equals + 1));
            if (equals < 0) {
                all = Optional.of(zone);
            } else {
                venues.put(text.substring(0, equals), zone);
            }
        }
        return new Zones(all, venues);
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text.strip());
        } catch (DateTimeException unknown) {
            throw Problem.of("--zone")
                    .value(text)
                    .fault("is no time zone")
                    .expected("UTC-05:00, America/New_York or VENUE=UTC-05:00")
                    .refusal();
        }
    }

    /** Whether a zone was given for a venue. */
    boolean given(String venue) {
        return ofAll.isPresent() || ofVenue.containsKey(venue);
    }

    /** Of a venue's files, whose own zone counts where nobody gave one. */
    ZoneId zone(String venue, ZoneId own) {
        return ofVenue.getOrDefault(venue, ofAll.orElse(own));
    }

    /** The zone behind a time, or in a column of its own; empty when it is none. */
    static Optional<ZoneId> of(String text) {
        Integer hours = HOURS.get(text);
        if (hours != null) {
            return Optional.of(ZoneOffset.ofHours(hours));
        }
        Matcher offset = OFFSET.matcher(text);
        try {
            if (offset.matches()) {
                int minutes = offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3));
                int seconds = Integer.parseInt(offset.group(2)) * HOUR_S + minutes * MINUTE_S;
                return Optional.of(ZoneOffset.ofTotalSeconds(offset.group(1).equals("-") ? -seconds : seconds));
            }
            return text.indexOf('/') > 0 ? Optional.of(ZoneId.of(text)) : Optional.empty();
        } catch (DateTimeException none) {
            return Optional.empty();
        }
    }

    /** The zone that the name of a column says, as in {@code Gmt time} and {@code Time (EET)}; EET and CET have summer time there. */
    static Optional<ZoneId> inName(String headerField) {
        return Stream.of(headerField.toUpperCase(Locale.ROOT).split("[^A-Z]+"))
                .flatMap(word -> switch (word) {
                    case "G", "GMT", "UTC", "TIMEUTC", "TIMESTAMPUTC" -> Stream.of(ZoneOffset.UTC);
                    case "EET", "CET" -> Stream.of(ZoneId.of(word));
                    case "EST" -> Stream.of(ZoneId.of("UTC-05:00"));
                    default -> Stream.<ZoneId>empty();
                })
                .map(ZoneId.class::cast)
                .findFirst();
    }

    /** Whether the name of a column says that its times are of a zone that it does not name. */
    static boolean isLocal(String headerField) {
        return headerField.toLowerCase(Locale.ROOT).matches("(.*[^a-z])?local.*|.*\\[l]");
    }

    /** Times of a wall clock in a time zone, as nanoseconds since 1970-01-01 UTC. */
    static final class WallClock {
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
            this.fixedNs =
                    rules.isFixedOffset() ? rules.getOffset(Instant.EPOCH).getTotalSeconds() * SECOND_NS : CHANGING;
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
}
