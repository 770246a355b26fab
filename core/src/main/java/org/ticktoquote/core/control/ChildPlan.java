package org.ticktoquote.core.control;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Configuration of a child process of a run. Sent as the first line of its standard input and saved in the run directory.
 * Secrets stay in the files that the plan refers to.
 */
public interface ChildPlan {
    /** Name of the command whose detail is the plan. */
    String COMMAND = "plan";

    /** Option of a process that reads its plan from standard input. */
    String OPTION = "--planned";

    /** Returns the name of the plan's file in the run directory. */
    String file();

    /** Returns the command-line options that result in the same plan. */
    default List<String> arguments() {
        return OptionArguments.of(this);
    }

    default void write(Path directory) {
        Path file = directory.resolve(file());
        FileAccess.write(
                file,
                () -> AtomicFile.write(
                        file, JsonLine.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n"));
    }
}
