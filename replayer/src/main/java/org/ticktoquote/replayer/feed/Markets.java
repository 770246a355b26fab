package org.ticktoquote.replayer.feed;

import java.util.List;
import org.ticktoquote.core.run.Instrument;

/**
 * What there is to be sent, known before a feed is opened; ids are places in these lists.
 *
 * @param venues by name
 */
public record Markets(List<Instrument> instruments, List<String> venues) {
    /** Where it does not matter. */
    public static final Markets NONE = new Markets(List.of(), List.of());

    public Markets {
        instruments = List.copyOf(instruments);
        venues = List.copyOf(venues);
    }
}
