package org.ticktoquote.harness.matrix.execution;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;

/**
 * The directory of one execution of a matrix: {@code matrix.yaml} as it was given, {@code resolved.json} with what it means
 * on these hosts, {@code matrix.json} with what became of each run, and a directory for each case.
 *
 * <p>Whoever has one open is the only one: {@code matrix.yaml} is locked meanwhile, and the lock ends with the process.
 */
public final class MatrixFolder implements AutoCloseable {
    private static final String SOURCE = "matrix.yaml";
    private static final String RESOLVED = "resolved.json";

    private final Path path;
    private final FileChannel source;

    private MatrixFolder(Path path, FileChannel source) {
        this.path = path;
        this.source = source;
    }

    /** A new folder; refuses one that holds something. */
    public static MatrixFolder create(Path path, String yaml, ResolvedMatrix resolved) {
        UserPath.outputFolder(path);
        try {
            Files.createDirectories(path);
            try (Stream<Path> files = Files.list(path)) {
                if (files.findAny().isPresent()) {
                    throw new Refusal(
                            ExitStatus.USAGE,
                            "--out '" + path + "': it is not empty; to continue a matrix: t2q run --resume " + path);
                }
            }
            Files.writeString(path.resolve(SOURCE), yaml);
            Files.writeString(path.resolve(RESOLVED), resolved.json() + "\n");
            return locked(path);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, path + ": cannot be made: " + e, e);
        }
    }

    /** A folder of an execution that did not come to its end, or did. */
    public static MatrixFolder open(Path path) {
        if (!Files.isRegularFile(path.resolve(MatrixRecord.FILE)) || !Files.isRegularFile(path.resolve(RESOLVED))) {
            throw new Refusal(
                    ExitStatus.USAGE,
                    "--resume '" + path + "': no directory of a matrix: expected " + MatrixRecord.FILE + " and "
                            + RESOLVED + " in it");
        }
        try {
            return locked(path);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, path + ": cannot be opened: " + e, e);
        }
    }

    private static MatrixFolder locked(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path.resolve(SOURCE), StandardOpenOption.READ, StandardOpenOption.WRITE);
        @Nullable FileLock lock = tryLock(channel);
        if (lock == null) {
            channel.close();
            throw new Refusal(ExitStatus.ENVIRONMENT, path + ": another t2q is at work on this matrix");
        }
        return new MatrixFolder(path, channel);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ofThisProcess) {
            return null;
        }
    }

    public Path path() {
        return path;
    }

    /** What the matrix meant when it began. */
    public ResolvedMatrix resolved() {
        Path file = path.resolve(RESOLVED);
        try {
            return ResolvedMatrix.parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    Path record() {
        return path.resolve(MatrixRecord.FILE);
    }

    @Override
    public void close() {
        try {
            source.close();
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, path + ": cannot be closed: " + e, e);
        }
    }
}
