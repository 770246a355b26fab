package org.ticktoquote.replayer.importing;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/** The time zones that files are written in: one for all, and one for each venue that differs. */
record Zones(ZoneId ofAll, Map<String, ZoneId> ofVenue) {
    Zones {
        ofVenue = Map.copyOf(ofVenue);
    }

    /** From texts {@code ZONE} or {@code VENUE=ZONE}; UTC where none is given. */
    static Zones parse(List<String> texts) {
        ZoneId all = ZoneOffset.UTC;
        Map<String, ZoneId> venues = new HashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            ZoneId zone = zone(text.substring(equals + 1));
            if (equals < 0) {
                all = zone;
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
            throw new Refusal(
                    ExitStatus.USAGE,
                    "--zone: '" + text + "' is no time zone; expected UTC-05:00, America/New_York or VENUE=UTC-05:00");
        }
    }

    WallClock clock(String venue) {
        return new WallClock(ofVenue.getOrDefault(venue, ofAll));
    }
}
