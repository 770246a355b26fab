package org.ticktoquote.replayer.feed;

import java.util.List;
import org.ticktoquote.core.run.Instrument;

/**
 * Instruments and venues to be sent, known before a feed is opened. Ids are indexes in these lists.
 *
 * @param venues venue names
 */
public record Markets(List<Instrument> instruments, List<String> venues) {
    /** Used for feeds that do not depend on instruments and venues. */
    public static final Markets NONE = new Markets(List.of(), List.of());

    public Markets {
        instruments = List.copyOf(instruments);
        venues = List.copyOf(venues);
    }
}
