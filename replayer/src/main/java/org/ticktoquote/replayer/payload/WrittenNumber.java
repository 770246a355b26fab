package org.ticktoquote.replayer.payload;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a rule writes into a payload when it is replayed, but for check sums. */
enum WrittenNumber {
    /** The next number of the payload's line, from 1. */
    SEQUENCE("sequence"),
    /** The number of the payload's tick, or of the one that follows. */
    TICK("tick"),
    /** The session's number. */
    SESSION("session"),
    /** The time of the recording, which in a warm-up passes steadily. */
    VENUE_TIME("venue-time"),
    /** When the schedule says that it leaves. */
    INTENDED("intended"),
    /** Read before the send call. */
    SENT("sent");

    private final String text;

    WrittenNumber(String text) {
        this.text = text;
    }

    boolean isTime() {
        return this == VENUE_TIME || this == INTENDED || this == SENT;
    }

    static Optional<WrittenNumber> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(each -> each.text).toList();
    }
}
