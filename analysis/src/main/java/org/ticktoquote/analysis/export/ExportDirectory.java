package org.ticktoquote.analysis.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.OwnerPermissions;

/**
 * Target of an export: a new or empty directory, locked while it is filled. Tables stay in a hidden folder until all are
 * complete.
 */
public final class ExportDirectory implements AutoCloseable {
    private static final String OPTION = "--parquet";
    /** Hidden, so that no engine mistakes it for a table. */
    private static final String PART = ".part";

    private static final String ADVICE = "wait until it ends, or choose another directory with " + OPTION;

    private final Path path;
    private final Claim claim;

    private ExportDirectory(Path path, Claim claim) {
        this.path = path;
        this.claim = claim;
    }

    /** Creates and locks the directory. Rejects a directory that is not empty, except for the remains of a killed export. */
    public static ExportDirectory claim(Path path) throws IOException {
        ProblemException.under(OPTION, () -> UserPath.outputFolder(path));
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path);
            OwnerPermissions.restrict(path);
        }
        ExportDirectory folder = new ExportDirectory(path, Claim.folder(path, "t2q export", ADVICE));
        try {
            folder.requireEmpty();
            DirectoryTree.remove(folder.part());
            Files.createDirectory(folder.part());
            return folder;
        } catch (IOException | RuntimeException e) {
            folder.claim.close();
            throw e;
        }
    }

    private void requireEmpty() throws IOException {
        if (entries(path).stream().anyMatch(file -> !Claim.isLock(file) && !file.equals(part()))) {
            throw Problem.of(OPTION)
                    .value(path)
                    .fault("is not empty (an export does not overwrite another)")
                    .exception();
        }
    }

    private Path part() {
        return path.resolve(PART);
    }

    /** Creates a folder for a partition of a table. */
    public Path folder(String table, String partition) throws IOException {
        return Files.createDirectories(part().resolve(table).resolve(partition));
    }

    /** Moves the complete tables to their final names. */
    public void complete() throws IOException {
        for (Path table : entries(part())) {
            Files.move(table, path.resolve(table.getFileName()));
        }
    }

    public static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            DirectoryTree.remove(part());
        } catch (IOException e) {
            throw Problem.of(part()).fault("cannot be removed", e).exception(ExitStatus.ENVIRONMENT, e);
        } finally {
            claim.close();
        }
    }
}
