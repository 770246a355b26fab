package org.ticktoquote.analysis.compare;

import java.util.Arrays;
import java.util.Optional;

/** How the tool sent its requests that wrote a file: when they were due, or one after the answer to the other. */
public enum LoadLoop {
    /** When they were due: a late answer delays no request that counts. */
    OPEN("open", ""),
    /** After the answer to the one before: while one waits, others are not sent, and nothing counts that. */
    CLOSED(
            "closed",
            "; requests were sent after the answer to the one before (closed loop), so its percentiles omit the time that"
                    + " others waited"),
    /** The file does not say, and nobody did. */
    UNKNOWN(
            "unknown",
            "; whether requests waited for answers (closed loop), so that percentiles omit waiting, the file does not say:"
                    + " --loop closed or --loop open");

    private final String word;
    private final String note;

    LoadLoop(String word, String note) {
        this.word = word;
        this.note = note;
    }

    /** What a user says. */
    public static Optional<LoadLoop> of(String text) {
        return Arrays.stream(values())
                .filter(loop -> loop != UNKNOWN && loop.word.equals(text))
                .findFirst();
    }

    /** By a line of a file: of wrk2, of YCSB, or of ours; {@link #UNKNOWN} where it says nothing of it. */
    static LoadLoop saidBy(String line) {
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

    /** What must be said beside figures; empty where nothing is to be said. */
    String note() {
        return note;
    }
}
