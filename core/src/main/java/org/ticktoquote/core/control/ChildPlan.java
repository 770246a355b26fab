package org.ticktoquote.core.control;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.core.command.FileAccess;

/**
 * Plan of a process that a run starts: the first line on its standard input, and a file of the run directory. It holds no
 * secret.
 */
public interface ChildPlan {
    /** Command that carries the plan as its detail. */
    String COMMAND = "plan";

    /** Value of {@code --plan} for a process whose plan comes on standard input. */
    String STANDARD_INPUT = "-";

    /** Options with which a user makes the same plan. */
    default List<String> words() {
        return OptionWords.of(JsonLine.JSON.valueToTree(this));
    }

    /** Writes the plan as JSON. */
    default void write(Path file) {
        FileAccess.write(
                file,
                () -> WholeFile.write(
                        file,
                        JsonLine.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n"));
    }
}
