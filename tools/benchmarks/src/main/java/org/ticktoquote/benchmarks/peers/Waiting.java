package org.ticktoquote.benchmarks.peers;

import java.util.List;

/** Way in which a sender waits for the next tick. */
enum Waiting {
    /** Default of the replayer, which sleeps until 100 us before the tick. */
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

    /** Text for users. */
    String text() {
        return text;
    }

    /** Options of {@code t2q replay}. */
    List<String> options() {
        return options;
    }

    /** Argument of the program in C. */
    String ofBare() {
        return ofBare;
    }
}
