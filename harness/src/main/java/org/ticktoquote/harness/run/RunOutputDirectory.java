package org.ticktoquote.harness.run;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.OwnerPermissions;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Directory of one run on disk. It is new or empty at the start, claimed and readable only by its owner during the run, and
 * removed at the end if nothing was measured.
 *
 * <p>Removes only files written by the run's own processes. Logs left by an earlier run that measured nothing do not prevent a
 * new run.
 */
public final class RunOutputDirectory implements AutoCloseable {
    /** Folder of the run that measures the harness share, inside the folder of a run. */
    public static final String SHARE = "harness-share";

    private static final String OPTION = "--out";
    private static final Pattern LOG = Pattern.compile(
            "(ssh-)?(guardian|replayer|pricing-app|fix-clients|control|capture-\\d+|host-agent-.*|deputy-.*)\\.log"
                    + "|hs_err.*\\.log|javacore-.*\\.txt");
    /** Kept after a failure. A GC log alone can be a user's, so that it counts only next to another log. */
    private static final Pattern KEPT = Pattern.compile(LOG + "|gc\\.log(\\.\\d)?");

    private static final Pattern OURS = Pattern.compile(
            "(run|slo)\\.json(\\..*\\.part)?|application\\.sha256|threads(-.+)?\\.json|host-audit(-.+)?\\.json"
                    + "|clients\\.json|replayer\\.json|fix-clients\\.json|gc-(replayer|fix-clients|harness|control)\\.log(\\.\\d)?"
                    + "|(ticks|warmup|source-ids|price-gaps|quotes-\\d+)\\.journal.*"
                    + "|hiccups-(replayer|fix-clients|harness|control)\\.journal.*"
                    + "|audit-(replayer|fix-clients|harness|control)\\.jsonl|capture-\\d+\\.pcap\\d+"
                    + "|evidence-application\\.jsonl|application\\.jfr(\\.jfc)?|graph\\.json|plan\\.yaml");
    private static final Pattern OF_JVM =
            Pattern.compile("gc\\.log(\\.\\d)?|application-async\\.jfr|truth-(ticks|quotes)\\.journal.*");
    /** Characters that the JVM's log option cannot quote. */
    private static final Pattern UNFIT = Pattern.compile("[\"%\\n]");

    /** Retries, because another run can remove its folder just after this run has found it. */
    private static final int TRIES = 100;

    private static final String ADVICE = "wait until it ends, or choose another directory with --out";

    private final Path path;
    private final List<Path> made = new ArrayList<>();
    private @Nullable Claim claim;

    private RunOutputDirectory(Path path) {
        this.path = path;
    }

    /**
     * Returns a folder that a run can use. Refuses one that is in use by another t2q, is not empty, or cannot be created.
     */
    public static RunOutputDirectory at(Path path) {
        Path whole = path.toAbsolutePath().normalize();
        if (UNFIT.matcher(whole.toString()).find()) {
            throw wrong(path, "contains \" or %, which the path of a run directory must not contain");
        }
        ProblemException.under(OPTION, () -> UserPath.outputFolder(path));
        if (Files.exists(whole)) {
            requireFree(path);
            requireEmpty(path);
        }
        return new RunOutputDirectory(path);
    }

    /** Refuses a folder that another process has claimed. {@link #create} claims it for this run. */
    private static void requireFree(Path path) {
        Optional<String> holder =
                FileAccess.run(path, "cannot be read", ExitStatus.ENVIRONMENT, () -> Claim.holder(path));
        if (holder.isPresent()) {
            throw Problem.of(path)
                    .fault(holder.get() + " is using it; " + ADVICE)
                    .exception(ExitStatus.ENVIRONMENT);
        }
    }

    private static void requireEmpty(Path path) {
        List<Path> files = list(path);
        Pattern remains = hasLog(files) ? KEPT : LOG;
        if (files.stream().anyMatch(file -> !matches(remains, file))) {
            throw wrong(path, "is not empty: a run never overwrites another one");
        }
    }

    /** Returns whether there is a log, other than a GC log, that is not empty. */
    private static boolean hasLog(List<Path> files) {
        return files.stream()
                .anyMatch(file -> matches(LOG, file) && file.toFile().length() > 0);
    }

    private static boolean matches(Pattern names, Path file) {
        return names.matcher(file.getFileName().toString()).matches();
    }

    private static ProblemException wrong(Path path, String reason) {
        return Problem.of(OPTION).value(path).fault(reason).exception();
    }

    private static List<Path> list(Path folder) {
        return FileAccess.run(folder, "cannot be read", ExitStatus.ENVIRONMENT, () -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(file -> !Claim.isLock(file)).toList();
            }
        });
    }

    public RunDirectory directory() {
        return new RunDirectory(path);
    }

    /**
     * Creates the folder and its parents, claims it, and removes old logs.
     *
     * @return this, to be closed
     * @throws ProblemException if another process uses it or has written to it
     */
    public RunOutputDirectory create() {
        try {
            claim = claimed();
            OwnerPermissions.restrict(path);
            requireEmpty(path);
            for (Path log : list(path)) {
                Files.delete(log);
            }
            return this;
        } catch (IOException e) {
            close();
            throw Problem.of(path).fault("cannot be created", e).exception(ExitStatus.ENVIRONMENT, e);
        } catch (ProblemException refusal) {
            close();
            removeMade();
            throw refusal;
        }
    }

    private Claim claimed() throws IOException {
        for (int tried = 1; ; tried++) {
            try {
                make(path.toAbsolutePath().normalize());
                return Claim.folder(path, "t2q run", ADVICE);
            } catch (NoSuchFileException removed) {
                if (tried == TRIES) {
                    throw removed;
                }
            }
        }
    }

    /** Creates folders like {@code createDirectories} and remembers those that it created. */
    private void make(Path folder) throws IOException {
        @Nullable Path parent = folder.getParent();
        if (Files.isDirectory(folder) || parent == null) {
            return;
        }
        make(parent);
        try {
            Files.createDirectory(folder);
            made.add(0, folder);
        } catch (FileAlreadyExistsException somebodyWasFaster) {
            // another process created it
        }
    }

    /**
     * Returns whether ticks were measured, by the manifest in the folder. After a full disk, this can still be the planned
     * manifest.
     */
    public boolean measured() {
        Path manifest = directory().manifest();
        try {
            return Files.exists(manifest) && RunManifest.read(manifest).replay().t0Ns() != 0;
        } catch (ProblemException unreadable) {
            return false; // it is written atomically
        }
    }

    /**
     * Removes the files of the run, and folders created for it if they are empty. Removes nothing if ticks were measured.
     *
     * @param ofJvm true if t2q lets the application's JVM, or the built-in application, write files of the run
     * @param keepLogs true to keep logs that are not empty, and the application's GC log with them
     */
    public void removeUnmeasured(boolean ofJvm, boolean keepLogs) {
        if (measured() || !Files.isDirectory(path)) { // another process might have removed it
            close();
            return;
        }
        try {
            List<Path> files = list(path);
            boolean logs = keepLogs && hasLog(files);
            for (Path file : files) {
                boolean ours = matches(OF_JVM, file) ? ofJvm : matches(LOG, file) || matches(OURS, file);
                boolean kept = logs && matches(KEPT, file) && file.toFile().length() > 0;
                if (ours && !kept) {
                    Files.deleteIfExists(file);
                }
            }
            DirectoryTree.remove(path.resolve(SHARE));
        } catch (IOException e) {
            throw Problem.of(path).fault("cannot be removed", e).failure(e);
        }
        close();
        removeMade();
    }

    private void removeMade() {
        try {
            for (Path folder : made) {
                Files.deleteIfExists(folder);
            }
        } catch (DirectoryNotEmptyException somebodyElses) {
            // files of others remain, with their folders
        } catch (IOException e) {
            throw Problem.of(path).fault("cannot be removed", e).failure(e);
        }
    }

    /** Releases the folder after the last write. */
    @Override
    public void close() {
        Claim held = claim;
        claim = null;
        if (held != null) {
            OwnerPermissions.restrictFiles(path);
            held.close();
        }
    }
}
