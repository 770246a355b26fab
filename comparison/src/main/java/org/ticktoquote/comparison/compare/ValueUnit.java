package org.ticktoquote.comparison.compare;

import java.util.Optional;
import java.util.stream.Stream;

/** Unit of the latencies in a histogram file that does not state it. */
public enum ValueUnit {
    NS("ns", 1),
    US("us", 1_000),
    MS("ms", 1_000_000);

    /** Longest accepted latency, 52 days. */
    static final long MAX_NS = 1L << 52;

    private final String text;
    private final long lengthNs;

    ValueUnit(String text, long lengthNs) {
        this.text = text;
        this.lengthNs = lengthNs;
    }

    /** Returns the unit with this name; empty if there is none. */
    public static Optional<ValueUnit> of(String text) {
        return Stream.of(values()).filter(unit -> unit.text.equals(text)).findFirst();
    }

    long lengthNs() {
        return lengthNs;
    }

    @Override
    public String toString() {
        return text;
    }
}
