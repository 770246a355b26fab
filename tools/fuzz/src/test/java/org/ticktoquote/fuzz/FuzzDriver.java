package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Jazzer calls, in a process of its own: one target under one input after the other. */
public final class FuzzDriver {
    private static Trial trial;

    private FuzzDriver() {}

    /**
     * Called once.
     *
     * @param arguments the name of the target, and a folder for its files
     */
    public static void fuzzerInitialize(String[] arguments) throws IOException {
        trial = new Trial(FuzzTargets.of(arguments[0]), Files.createTempDirectory(Path.of(arguments[1]), arguments[0]));
        // The first input of all loads and instruments the classes: that time is not an input's.
        trial.target().seeds().values().forEach(trial::of);
    }

    /** Called for every input; whatever it throws is a finding. */
    public static void fuzzerTestOneInput(byte[] input) {
        trial.of(input);
    }
}
