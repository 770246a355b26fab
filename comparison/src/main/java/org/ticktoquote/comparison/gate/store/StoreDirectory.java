package org.ticktoquote.comparison.gate.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.Claim;

/** Lists folders of the store. */
final class StoreDirectory {
    private StoreDirectory() {}

    /** Returns the files sorted by name, without locks and files being written; empty if there is no folder. */
    static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return FileAccess.run(folder, "cannot be read", ExitStatus.ENVIRONMENT, () -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(
                                file -> !Claim.isLock(file) && !file.toString().endsWith(AtomicFile.PART))
                        .sorted()
                        .toList();
            }
        });
    }
}
