package org.ticktoquote.comparison.compare;

import java.util.Arrays;
import java.util.Optional;

/** Load loop of the tool that wrote a file: requests sent on schedule, or after the previous answer. */
public enum LoadLoop {
    /** On schedule: a late answer delays no other request. */
    OPEN("open", ""),
    /** After the previous answer: while one request waits, no others are sent or counted. */
    CLOSED("closed", "; closed loop (requests wait for the previous answer): percentiles omit waiting time"),
    /** Neither the file nor the user states it. */
    UNKNOWN("unknown", "; open or closed loop unknown (closed: percentiles omit waiting time); set --loop");

    private final String word;
    private final String note;

    LoadLoop(String word, String note) {
        this.word = word;
        this.note = note;
    }

    /** Parses a user's choice; empty if unknown. */
    public static Optional<LoadLoop> of(String text) {
        return Arrays.stream(values())
                .filter(loop -> loop != UNKNOWN && loop.word.equals(text))
                .findFirst();
    }

    /** Recognizes the loop in a line of a file written by wrk2, YCSB or t2q; {@link #UNKNOWN} otherwise. */
    static LoadLoop statedIn(String line) {
        if (line.contains("Uncorrected Latency")
                || line.startsWith("#[Logging for: ") && !line.startsWith("#[Logging for: Intended-")) {
            return CLOSED;
        }
        boolean open = line.contains("(HdrHistogram - Recorded Latency)")
                || line.startsWith("#[Logging for: Intended-")
                || line.endsWith(", nanoseconds")
                || line.endsWith(", nanoseconds]");
        return open ? OPEN : UNKNOWN;
    }

    /** Returns a reservation on the figures for users; can be empty. */
    String note() {
        return note;
    }
}
