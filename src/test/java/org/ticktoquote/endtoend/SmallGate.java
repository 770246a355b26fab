package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.core.run.RunDirectory;

/** A gate between the cases {@code old} and {@code new} of a small matrix, decided after one look. */
final class SmallGate {
    static final int INTERRUPTED = 130;

    private static final long HOLD_NS = 20_000_000;

    private SmallGate() {}

    /**
     * Returns the command of the gate.
     *
     * @param out the name of its directory in the folder
     * @param more further options
     */
    static String[] command(Path folder, Path matrix, String out, String... more) throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), """
                margins: {p50: 1000 %}
                looks: [2]
                """);
        String gate = "gate run " + matrix + " --baseline old --candidate new --policy " + policy + " --state "
                + folder.resolve("state") + " --out " + folder.resolve(out) + " --seed 1";
        return Stream.concat(T2qProcess.words(gate).stream(), Stream.of(more)).toArray(String[]::new);
    }

    /** Ends a gate, because further runs would take too long for a test. */
    static void interrupt(T2qProcess process) throws IOException, InterruptedException {
        if (process.alive()) {
            process.signal("INT");
        }
        process.awaitEnd();
    }

    /** Asserts that the new release held every tick for 20 ms. A busy machine can delay the old one as long. */
    static void assertHeld(RunDirectory now) throws IOException {
        JsonNode response = Summaries.of(now.path()).json().path("responseNs");
        assertThat(response.path("min").asLong()).isGreaterThan(HOLD_NS);
    }

    /** Returns the exit status of a verdict. */
    static int status(GateVerdict verdict) {
        return switch (verdict) {
            case PASS -> 0;
            case FAIL -> 4;
            case INCONCLUSIVE -> 7;
            case REFUSED -> 8;
        };
    }
}
