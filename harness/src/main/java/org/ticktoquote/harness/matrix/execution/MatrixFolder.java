package org.ticktoquote.harness.matrix.execution;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.core.checksum.Sha256;
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
        for (String file : List.of(SOURCE, RESOLVED, MatrixRecord.FILE)) {
            if (!Files.isRegularFile(path.resolve(file))) {
                throw new Refusal(
                        ExitStatus.USAGE,
                        "--resume '" + path + "': no directory of a matrix: expected " + file + " in it");
            }
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
        return ResolvedMatrix.read(path.resolve(RESOLVED));
    }

    /** What has run so far; refused when the text of the matrix is another one than that of which it ran. */
    public MatrixRecord begun() {
        MatrixRecord begun = MatrixRecord.read(record());
        if (!begun.sourceSha256().equals(sourceSha256())) {
            throw new Refusal(
                    ExitStatus.BAD_INPUT,
                    path.resolve(SOURCE) + ": it was changed since this matrix began, and half of its runs would be of"
                            + " another one: put it back, or begin anew with t2q run " + path.resolve(SOURCE)
                            + " --out DIR");
        }
        return begun;
    }

    /** SHA-256 of {@code matrix.yaml}. Read where it is locked: the lock ends with any other handle that is closed. */
    public String sourceSha256() {
        try {
            ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(source.size()));
            while (content.hasRemaining() && source.read(content, content.position()) >= 0) {
                // until all of it is there
            }
            content.flip();
            MessageDigest digest = Sha256.start();
            digest.update(content);
            return Sha256.hex(digest);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, path.resolve(SOURCE) + ": cannot be read: " + e, e);
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
