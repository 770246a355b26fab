package org.ticktoquote.core.control;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.WholeFile;

/**
 * Plan of a process that a run starts: the first line on its standard input, and a file of the run directory. Secrets stay in
 * the files that it names.
 */
public interface ChildPlan {
    /** Command that carries the plan as its detail. */
    String COMMAND = "plan";

    /** Option of a process whose plan comes on standard input. */
    String OPTION = "--planned";

    /** Name of its file in the run directory. */
    String file();

    /** Options with which a user makes the same plan. */
    default List<String> words() {
        return OptionWords.of(this);
    }

    /** Writes its file. */
    default void write(Path directory) {
        Path file = directory.resolve(file());
        FileAccess.write(
                file,
                () -> WholeFile.write(
                        file, JsonLine.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n"));
    }
}
