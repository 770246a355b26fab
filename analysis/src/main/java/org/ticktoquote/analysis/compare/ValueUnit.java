package org.ticktoquote.analysis.compare;

import java.util.Optional;
import java.util.stream.Stream;

/** What a number of a foreign file is in: the files do not say. */
public enum ValueUnit {
    NS("ns", 1),
    US("us", 1_000),
    MS("ms", 1_000_000);

    /** No latency is longer: 52 days. */
    static final long LONGEST_NS = 1L << 52;

    private final String text;
    private final long lengthNs;

    ValueUnit(String text, long lengthNs) {
        this.text = text;
        this.lengthNs = lengthNs;
    }

    /** By its name. */
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
