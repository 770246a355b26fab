package org.ticktoquote.comparison.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;

/** Checks output files named by users, so that no input is overwritten. */
final class NewFile {
    private NewFile() {}

    /** Rejects an existing file that is an input or is in an input directory. */
    static void require(String option, @Nullable Path file, List<Path> folders) {
        if (file == null || !Files.exists(file)) {
            return;
        }
        for (Path folder : folders) {
            if (within(folder, file.toAbsolutePath())) {
                throw Problem.of(option)
                        .value(file)
                        .expected("a new file, or a file outside of " + folder + " (inputs are not overwritten)")
                        .exception();
            }
        }
    }

    /** Rejects one file for two outputs. */
    static void requireOther(String option, @Nullable Path file, String otherOption, @Nullable Path other) {
        if (file != null
                && other != null
                && file.toAbsolutePath()
                        .normalize()
                        .equals(other.toAbsolutePath().normalize())) {
            throw Problem.of(option)
                    .value(file)
                    .expected("a different file than " + otherOption)
                    .exception();
        }
    }

    private static boolean within(Path folder, Path file) {
        return FileAccess.run(
                file,
                "cannot be read",
                ExitStatus.ENVIRONMENT,
                () -> Files.isDirectory(folder)
                        ? file.resolveSibling(".").toRealPath().startsWith(folder.toRealPath())
                        : Files.exists(folder) && Files.isSameFile(folder, file));
    }
}
