package org.ticktoquote.harness.matrix.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.analysis.rate.RatePlan;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.OwnerOnly;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;

/**
 * The directory of one execution of a matrix: {@code matrix.yaml} as it was given, {@code resolved.json} with what it means
 * on these hosts, {@code matrix.json} with what became of each run, and a directory for each case.
 *
 * <p>Whoever has one open is the only one.
 */
public final class MatrixFolder implements AutoCloseable {
    /** A file that stands in a folder whose matrix is the two sides of a gate. */
    public static final String GATE_PLAN = "gate-plan.json";

    private static final String SOURCE = "matrix.yaml";
    private static final String RESOLVED = "resolved.json";

    private final Path path;
    private final Claim claim;

    private MatrixFolder(Path path, Claim claim) {
        this.path = path;
        this.claim = claim;
    }

    /** A new folder; refuses one that holds something. */
    public static MatrixFolder create(Path path, String yaml, ResolvedMatrix resolved) {
        UserPath.outputFolder(path);
        return FileAccess.run(path, "cannot be made", ExitStatus.ENVIRONMENT, () -> {
            Files.createDirectories(path);
            MatrixFolder folder = claimed(path);
            try {
                requireEmpty(path);
                OwnerOnly.folder(path);
                WholeFile.write(path.resolve(SOURCE), yaml);
                resolved.write(path.resolve(RESOLVED));
                return folder;
            } catch (IOException | Refusal e) {
                folder.close();
                throw e;
            }
        });
    }

    /** A folder of an execution that did not come to its end, or did. */
    public static MatrixFolder open(Path path) {
        if (Files.isDirectory(path)) {
            UserPath.folder(path);
        }
        for (String file : List.of(SOURCE, RESOLVED, MatrixRecord.FILE)) {
            if (!Files.isRegularFile(path.resolve(file))) {
                throw Problem.of("--resume")
                        .value(path)
                        .fault("is no directory of a matrix")
                        .expected(file + " in it")
                        .refusal();
            }
        }
        return FileAccess.run(path, "cannot be opened", ExitStatus.ENVIRONMENT, () -> claimed(path));
    }

    private static void requireEmpty(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            if (files.anyMatch(file -> !Claim.isLock(file))) {
                throw Problem.of("--out")
                        .value(path)
                        .fault("is not empty" + howToGoOn(path))
                        .expected("a new or empty directory")
                        .refusal();
            }
        }
    }

    /** The command that continues what the folder holds; empty where that is nothing to be continued. */
    private static String howToGoOn(Path path) {
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

    private static MatrixFolder claimed(Path path) throws IOException {
        return new MatrixFolder(
                path,
                Claim.folder(
                        path, "a matrix, gate or rate search of t2q", "wait until that has ended, or end it first"));
    }

    public Path path() {
        return path;
    }

    /** What the matrix means, as far as its cases could be resolved. */
    public ResolvedMatrix resolved() {
        return ResolvedMatrix.read(path.resolve(RESOLVED));
    }

    /** What it means now that further cases can run; written whole or not at all. */
    public void resolved(ResolvedMatrix again) {
        again.write(path.resolve(RESOLVED));
    }

    /** What has run so far; refused when the text of the matrix is another one than that of which it ran. */
    public MatrixRecord begun() {
        MatrixRecord begun = MatrixRecord.read(record());
        if (!begun.sourceSha256().equals(sourceSha256())) {
            throw Problem.of(path.resolve(SOURCE))
                    .fault("it was changed since this matrix began, and half of its runs would be of"
                            + " another one: put it back, or begin anew with t2q run " + path.resolve(SOURCE)
                            + " --out DIR")
                    .refusal(ExitStatus.BAD_INPUT);
        }
        return begun;
    }

    /** SHA-256 of {@code matrix.yaml}. */
    public String sourceSha256() {
        return FileAccess.read(path.resolve(SOURCE), () -> {
            MessageDigest digest = Sha256.start();
            digest.update(Files.readAllBytes(path.resolve(SOURCE)));
            return Sha256.hex(digest);
        });
    }

    Path record() {
        return path.resolve(MatrixRecord.FILE);
    }

    @Override
    public void close() {
        OwnerOnly.files(path);
        claim.close();
    }
}
