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

/** Time zones given by options, one for all files and exceptions by venue. Also parses zone names within files. */
record Zones(Optional<ZoneId> ofAll, Map<String, ZoneId> ofVenue) {
    /** Matches a zone's name after its offset, as Java prints it. */
    private static final String IN_SQUARE = "(?:\\[[\\w/:+-]+])?";
    /** Matches a zone's name after its offset, as Java or Go prints it. */
    private static final String NAME = "(?:\\[[\\w/:+-]+]| [A-Z]{3,4}| [+-]\\d{2}(?:\\d{2})?)?";

    /** Matches zones after a time: {@code Z}, {@code +01:00}, {@code GMT+0100}, {@code EST}, {@code Europe/Berlin}. */
    static final String FORM = "Z" + IN_SQUARE + "|(?:GMT|UTC)?[+-](?:\\d{1,2}(?::[0-5]\\d)?|\\d{2}[0-5]\\d)" + NAME
            + "|[A-Z]{3,4}|[A-Z][A-Za-z_]+/[A-Za-z_/+-]+";

    private static final Pattern OFFSET =
            Pattern.compile("(?:GMT|UTC)?([+-]?)(\\d{1,2}?)(?:(?::|(?<=\\d\\d))([0-5]\\d))?" + NAME);

    /** Matches the name of a column with a word in brackets. */
    private static final Pattern IN_BRACKETS = Pattern.compile(".*[(\\[]([A-Za-z][A-Za-z _-]*)[)\\]].*");

    /** Matches units and formats of times. */
    private static final Pattern UNIT =
            Pattern.compile("(?i)[dhmsyfnu]+|sec.*|milli.*|micro.*|nano.*|epoch.*|unix.*|iso.*");

    private static final int HOUR_S = 3_600;
    private static final int MINUTE_S = 60;

    /** UTC offsets in hours of unambiguous abbreviations, separate for summer time. */
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

    /** Parses {@code ZONE} or {@code VENUE=ZONE}. */
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
                    .fault("is not a time zone")
                    .expected("UTC-05:00, America/New_York or VENUE=UTC-05:00")
                    .exception();
        }
    }

    /** Returns true if a zone was given for a venue or for all. */
    boolean given(String venue) {
        return ofAll.isPresent() || ofVenue.containsKey(venue);
    }

    /** Returns the zone given for a venue, else for all files, else {@code own}. */
    ZoneId zone(String venue, ZoneId own) {
        return ofVenue.getOrDefault(venue, ofAll.orElse(own));
    }

    /** Parses the zone after a time or in a separate column; empty for other text. */
    static Optional<ZoneId> of(String text) {
        Integer hours = HOURS.get(text.replaceFirst("^Z" + IN_SQUARE + "$", "Z"));
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

    /**
     * Returns the zone in the name of a column, as in {@code Gmt time}, {@code Time (EET)} and {@code Time UTC+2}. EET and CET
     * include summer time here.
     */
    static Optional<ZoneId> inName(String headerField) {
        String last = headerField.replaceFirst(".*[ (\\[]", "").replaceFirst("[)\\]].*", "");
        return Stream.concat(Stream.of(last), Stream.of(headerField.split("[^A-Za-z]+")))
                .map(Zones::ofWord)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<ZoneId> ofWord(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        return switch (upper) {
            case "G", "TIMEUTC", "TIMESTAMPUTC" -> Optional.of(ZoneOffset.UTC);
            case "EET", "CET" -> Optional.of(ZoneId.of(upper));
            default ->
                HOURS.containsKey(upper)
                        ? of(upper)
                        : Optional.of(word).filter(text -> text.matches(FORM)).flatMap(Zones::of);
        };
    }

    /** Returns true if the name of a column declares a local time without naming a known zone. */
    static boolean isLocal(String headerField) {
        Matcher word = IN_BRACKETS.matcher(headerField);
        return headerField.toLowerCase(Locale.ROOT).matches("(.*[^a-z])?local.*|.*\\[l]")
                || word.matches() && !UNIT.matcher(word.group(1)).matches();
    }

    /** Converts times of a wall clock in a time zone to nanoseconds since 1970-01-01 UTC. */
    static final class WallClock {
        static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
        private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
        private static final long CHANGING = Long.MIN_VALUE;

        private final ZoneId zone;
        private final ZoneRules rules;
        /** Offset from UTC of a zone without clock changes. */
        private final long fixedNs;

        WallClock(ZoneId zone) {
            this.zone = zone;
            this.rules = zone.getRules();
            this.fixedNs =
                    rules.isFixedOffset() ? rules.getOffset(Instant.EPOCH).getTotalSeconds() * SECOND_NS : CHANGING;
        }

        /**
         * Returns the instant at which this clock shows a time.
         *
         * @param wallNs nanoseconds since the clock showed 1970-01-01 00:00
         * @param text the time in UTF-8, for messages
         * @throws BadValue if a clock change skips or repeats the time
         */
        long epochNs(long wallNs, byte[] text, int from, int to) throws BadValue {
            return fixedNs != CHANGING
                    ? wallNs - fixedNs
                    : epochNs(wallNs, new String(text, from, to - from, StandardCharsets.UTF_8));
        }

        /** Converts a time whose text for messages is a string. */
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
