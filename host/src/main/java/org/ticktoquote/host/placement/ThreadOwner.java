package org.ticktoquote.host.placement;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Process, or part of a process, that a thread belongs to. */
public enum ThreadOwner {
    /** The application under test, without its JVM's own threads. */
    APPLICATION("application"),
    /** Collector, compiler and other threads of the application's JVM itself. */
    APPLICATION_JVM("application-jvm"),
    REPLAYER("replayer"),
    CLIENTS("clients"),
    /** The harness and its guardian. */
    HARNESS("harness");

    /** All owners, as on a host that runs everything. */
    public static final Set<ThreadOwner> ALL = Set.of(values());

    private final String word;

    ThreadOwner(String word) {
        this.word = word;
    }

    /** Returns the word used in plans and files. */
    public String word() {
        return word;
    }

    /** Returns the owner for a word. */
    public static Optional<ThreadOwner> of(String word) {
        return Arrays.stream(values()).filter(party -> party.word.equals(word)).findFirst();
    }

    /** Returns all words for messages. */
    public static String description() {
        return Arrays.stream(values()).map(ThreadOwner::word).collect(Collectors.joining(", "));
    }

    /** Returns whether this is the application or its JVM. */
    public boolean underTest() {
        return this == APPLICATION || this == APPLICATION_JVM;
    }
}
