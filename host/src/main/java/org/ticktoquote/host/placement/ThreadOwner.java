package org.ticktoquote.host.placement;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whose a thread is. */
public enum ThreadOwner {
    /** The application under test: its own threads. */
    APPLICATION("application"),
    /** Collector, compiler and other threads that the application's JVM has of its own. */
    APPLICATION_JVM("application-jvm"),
    REPLAYER("replayer"),
    CLIENTS("clients"),
    /** The harness and its guardian. */
    HARNESS("harness");

    /** All of them, as on a host on which everyone runs. */
    public static final Set<ThreadOwner> EVERYONE = Set.of(values());

    private final String word;

    ThreadOwner(String word) {
        this.word = word;
    }

    /** As plans and files write it. */
    public String word() {
        return word;
    }

    /** The party of a word. */
    public static Optional<ThreadOwner> of(String word) {
        return Arrays.stream(values()).filter(party -> party.word.equals(word)).findFirst();
    }

    /** All words, for people. */
    public static String words() {
        return Arrays.stream(values()).map(ThreadOwner::word).collect(Collectors.joining(", "));
    }

    /** Whether a thread of this party is the application's or its JVM's. */
    public boolean underTest() {
        return this == APPLICATION || this == APPLICATION_JVM;
    }
}
