package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Entry point for Jazzer, in a separate process: runs one target with consecutive inputs. */
public final class FuzzDriver {
    private static Trial trial;

    private FuzzDriver() {}

    /**
     * Called once at the start.
     *
     * @param arguments the name of the target and a folder for its files
     */
    public static void fuzzerInitialize(String[] arguments) throws IOException {
        trial = new Trial(FuzzTargets.of(arguments[0]), Files.createTempDirectory(Path.of(arguments[1]), arguments[0]));
        // Load and instrument classes first, so that no input is charged for it.
        trial.target().seeds().values().forEach(trial::of);
    }

    /** Called for every input; any exception is a finding. */
    public static void fuzzerTestOneInput(byte[] input) {
        trial.of(input);
    }
}
