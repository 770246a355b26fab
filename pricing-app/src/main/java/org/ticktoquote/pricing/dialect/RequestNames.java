package org.ticktoquote.pricing.dialect;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.fix.message.Chars;

/** The first pieces of a session's messages, up to the name of the request that they answer; one thread at a time. */
final class RequestNames {
    /** Of messages that do not say which request they answer. */
    static final int NOT_SAID = 0;

    private static final int MOST_REQUESTS = 4096;

    private final String target;
    private final int tag;
    private final Map<String, Chars> known = new HashMap<>();

    /** @param tag of the name, or {@link #NOT_SAID} */
    RequestNames(MessageFrame frame, int tag) {
        this.target = frame.target();
        this.tag = tag;
    }

    Chars of(String requestId) {
        Chars piece = known.get(requestId);
        return piece == null ? add(requestId) : piece;
    }

    private Chars add(String requestId) {
        if (known.size() == MOST_REQUESTS) {
            known.clear(); // nearly all of them are over
        }
        Chars piece = Chars.of(tag == NOT_SAID ? target : target + tag + "=" + requestId + "|");
        known.put(requestId, piece);
        return piece;
    }
}
