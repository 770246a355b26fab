package org.ticktoquote.harness.gate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.harness.matrix.execution.MatrixDirectory;

/**
 * {@code gate-plan.json}: terms under which the runs of a folder are judged, so that an interrupted gate resumes unchanged.
 *
 * @param formatVersion version of the file
 * @param gate unique id under which the ledger records the looks of this gate
 * @param baseline name of the case
 * @param candidate name of the case
 * @param policy name or file
 * @param policySha256 hash of the policy file; empty for a name
 * @param mayDiffer conditions that need not agree
 * @param inconclusiveAs verdict that INCONCLUSIVE counts as
 * @param state folder of ledgers and histories
 * @param duet true if both releases run at once
 * @param turns true if the releases of a duet take turns; without a duet, if the gate may go on with one by turns
 * @param timeNs longest duration of the gate, from its start or resumption; 0 for any
 * @param coreSets CPUs for the two applications of a duet, swapped from pair to pair; empty for any
 */
@JsonIgnoreProperties("sha256")
public record GatePlan(
        int formatVersion,
        String gate,
        String baseline,
        String candidate,
        String policy,
        String policySha256,
        List<String> mayDiffer,
        String inconclusiveAs,
        String state,
        boolean duet,
        boolean turns,
        long timeNs,
        List<String> coreSets) {
    public static final int FORMAT_VERSION = 5;
    /** File name in the directory of the gate. */
    public static final String FILE = MatrixDirectory.GATE_PLAN;

    private static final JsonFile<GatePlan> CONTENT = JsonFile.of(GatePlan.class, "a plan of a gate");

    public GatePlan {
        mayDiffer = List.copyOf(mayDiffer);
        coreSets = List.copyOf(coreSets);
    }

    public void write(Path folder) {
        CONTENT.writeSealed(folder.resolve(FILE), this);
    }

    public static GatePlan read(Path folder) {
        CONTENT.requireVersion(folder.resolve(FILE), FORMAT_VERSION);
        return CONTENT.readSealed(folder.resolve(FILE));
    }
}
