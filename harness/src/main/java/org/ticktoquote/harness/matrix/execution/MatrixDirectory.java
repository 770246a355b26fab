package org.ticktoquote.harness.matrix.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.OwnerPermissions;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;

/**
 * Directory of one execution of a matrix: {@code matrix.yaml} as given, {@code resolved.json} with its resolution on these
 * hosts, {@code matrix.json} with the outcome of each run, and a directory per case.
 *
 * <p>Locked against other processes while open.
 */
public final class MatrixDirectory implements AutoCloseable {
    /** File that marks the folder of a gate, which is a matrix of two sides. */
    public static final String GATE_PLAN = "gate-plan.json";

    private static final String SOURCE = "matrix.yaml";
    private static final String RESOLVED = "resolved.json";

    private final Path path;
    private final Claim claim;

    private MatrixDirectory(Path path, Claim claim) {
        this.path = path;
        this.claim = claim;
    }

    /** Creates a folder; refuses one that is not empty. */
    public static MatrixDirectory create(Path path, String yaml, ResolvedMatrix resolved) {
        UserPath.outputFolder(path);
        return FileAccess.run(path, "cannot be created", ExitStatus.ENVIRONMENT, () -> {
            Files.createDirectories(path);
            MatrixDirectory folder = claimed(path);
            try {
                requireEmpty(path);
                OwnerPermissions.restrict(path);
                AtomicFile.write(path.resolve(SOURCE), yaml);
                resolved.write(path.resolve(RESOLVED));
                return folder;
            } catch (IOException | ProblemException e) {
                folder.close();
                throw e;
            }
        });
    }

    /** Opens the folder of an earlier execution, complete or not. */
    public static MatrixDirectory open(Path path) {
        if (Files.isDirectory(path)) {
            UserPath.folder(path);
        }
        for (String file : List.of(SOURCE, RESOLVED, MatrixRecord.FILE)) {
            if (!Files.isRegularFile(path.resolve(file))) {
                throw Problem.of("--resume")
                        .value(path)
                        .fault("is not the directory of a matrix")
                        .expected(file + " in it")
                        .exception();
            }
        }
        return FileAccess.run(path, "cannot be opened", ExitStatus.ENVIRONMENT, () -> claimed(path));
    }

    private static void requireEmpty(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            if (files.anyMatch(file -> !Claim.isLock(file))) {
                throw Problem.of("--out")
                        .value(path)
                        .fault("is not empty" + howToResume(path))
                        .expected("a new or empty directory")
                        .exception();
            }
        }
    }

    /** Returns a hint with the command that resumes the folder; empty if nothing can be resumed. */
    private static String howToResume(Path path) {
        if (!Files.isRegularFile(path.resolve(MatrixRecord.FILE))) {
            return "";
        }
        if (RatePlan.in(path)) {
            return "; to continue its search: t2q rate --resume " + path;
        }
        boolean gate = Files.isRegularFile(path.resolve(GATE_PLAN));
        return gate
                ? "; to continue its gate: t2q gate run --resume " + path
                : "; to continue its matrix: t2q run --resume " + path;
    }

    private static MatrixDirectory claimed(Path path) throws IOException {
        return new MatrixDirectory(
                path,
                Claim.folder(path, "a matrix, gate or rate search of t2q", "wait until it ends, or stop it first"));
    }

    public Path path() {
        return path;
    }

    /** Resolution of the matrix. */
    public ResolvedMatrix resolved() {
        return ResolvedMatrix.read(path.resolve(RESOLVED));
    }

    /** Replaces the resolution after further cases became runnable. Written atomically. */
    public void resolved(ResolvedMatrix again) {
        again.write(path.resolve(RESOLVED));
    }

    /** Record of the runs so far. Fails if {@code matrix.yaml} has changed since the start. */
    public MatrixRecord begun() {
        MatrixRecord begun = MatrixRecord.read(record());
        if (!begun.sourceSha256().equals(sourceSha256())) {
            throw Problem.of(path.resolve(SOURCE))
                    .fault("changed since this matrix was started; restore it, or start a new matrix with t2q run "
                            + path.resolve(SOURCE) + " --out DIR")
                    .exception(ExitStatus.BAD_INPUT);
        }
        return begun;
    }

    /** SHA-256 of {@code matrix.yaml}. */
    public String sourceSha256() {
        return FileAccess.read(path.resolve(SOURCE), () -> {
            MessageDigest digest = Sha256.newDigest();
            digest.update(Files.readAllBytes(path.resolve(SOURCE)));
            return Sha256.hex(digest);
        });
    }

    Path record() {
        return path.resolve(MatrixRecord.FILE);
    }

    @Override
    public void close() {
        OwnerPermissions.restrictFiles(path);
        claim.close();
    }
}
