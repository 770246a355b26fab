package org.ticktoquote.replayer.importing;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Time zones as rows and header lines write them. */
final class ZoneText {
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

    private ZoneText() {}

    /** The zone behind a time, or in a column of its own; empty when it is none. */
    static Optional<ZoneId> parse(String text) {
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
}
