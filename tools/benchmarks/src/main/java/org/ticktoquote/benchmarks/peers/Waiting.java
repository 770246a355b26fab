package org.ticktoquote.benchmarks.peers;

import java.util.List;

/** How a sender waits for the next tick. */
enum Waiting {
    /** By the replayer's default: asleep until 100 us before. */
    DEFAULT("asleep until 100 us before", List.of(), "100000"),
    ALWAYS_AWAKE("--spin always", List.of("--spin", "always"), "-1");

    private final String text;
    private final List<String> options;
    private final String ofBare;

    Waiting(String text, List<String> options, String ofBare) {
        this.text = text;
        this.options = options;
        this.ofBare = ofBare;
    }

    /** For people. */
    String text() {
        return text;
    }

    /** Of {@code t2q replay}. */
    List<String> options() {
        return options;
    }

    /** The argument of the program in C. */
    String ofBare() {
        return ofBare;
    }
}
