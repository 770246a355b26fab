package org.ticktoquote.replayer.importing;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;

/** The time zones that files are written in, as given: one for all, and one for each venue that differs. */
record Zones(Optional<ZoneId> ofAll, Map<String, ZoneId> ofVenue) {
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
}
