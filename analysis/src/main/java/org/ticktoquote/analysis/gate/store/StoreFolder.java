package org.ticktoquote.analysis.gate.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.WholeFile;

/** What lies in a folder of the store. */
final class StoreFolder {
    private StoreFolder() {}

    /** By name; none where there is no folder. What is being written is left out. */
    static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return FileAccess.run(folder, "cannot be read", ExitStatus.ENVIRONMENT, () -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(
                                file -> !Claim.isLock(file) && !file.toString().endsWith(WholeFile.PART))
                        .sorted()
                        .toList();
            }
        });
    }
}
