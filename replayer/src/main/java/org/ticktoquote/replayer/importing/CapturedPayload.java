package org.ticktoquote.replayer.importing;

import java.util.List;
import org.ticktoquote.replayer.recording.RecordedPayload;

/**
 * A payload of a declared line, with what it carries.
 *
 * @param quotes none, one or several; of a payload that nobody decodes one without prices
 */
record CapturedPayload(RecordedPayload payload, List<DecodedQuote> quotes) {
    CapturedPayload {
        quotes = List.copyOf(quotes);
    }
}
