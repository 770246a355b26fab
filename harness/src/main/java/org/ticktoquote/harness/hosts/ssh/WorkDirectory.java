package org.ticktoquote.harness.hosts.ssh;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.file.OwnerPermissions;

/**
 * Working folder of t2q on a host. Keeps files by checksum for later runs, and the folder of one run until its files are
 * fetched.
 *
 * @param work absolute path of the whole folder
 * @param own folder of one run, with {@code run} and {@code sent}
 */
record WorkDirectory(Path work, Path own) {
    static final String JARS = "jars";
    static final String RECORDINGS = "recordings";
    private static final String RUNS = "runs";
    private static final Logger LOG = LoggerFactory.getLogger(WorkDirectory.class);

    /** Creates missing folders. The run's folder must be new. */
    static WorkDirectory make(String work, String run) {
        Path all = Path.of(work).toAbsolutePath().normalize();
        Path own = all.resolve(RUNS).resolve(run).normalize();
        if (!all.resolve(RUNS).equals(own.getParent())) {
            throw Problem.ofValue(run).fault("is not the name of a run").exception();
        }
        WorkDirectory folder = new WorkDirectory(all, own);
        FileAccess.change(own, "cannot be created", () -> {
            Files.createDirectories(all.resolve(RUNS));
            Files.createDirectories(all.resolve(RECORDINGS));
            Files.createDirectory(own);
            OwnerPermissions.restrict(own);
            Files.createDirectory(folder.run());
            Files.createDirectory(folder.sent());
        });
        return folder;
    }

    /** Folders that {@link #make} creates for a run, as paths for a remote shell, innermost first. */
    static List<String> ofRun(String work, String run) {
        String own = work + "/" + RUNS + "/" + run;
        return List.of(own + "/run", own + "/sent", own);
    }

    /** Folder that the run's processes write to. */
    Path run() {
        return own.resolve("run");
    }

    /** Folder of files sent for the run. */
    Path sent() {
        return own.resolve("sent");
    }

    /** All files of the run, by path below the run's directory. */
    List<FileDigest> files() {
        if (!Files.isDirectory(run())) {
            throw Problem.of(run()).fault("was removed by another process").exception(ExitStatus.ENVIRONMENT);
        }
        try {
            return DirectoryTree.files(run(), Integer.MAX_VALUE).stream()
                    .map(file -> FileDigest.of(file, run().relativize(file).toString()))
                    .sorted(Comparator.comparing(FileDigest::path))
                    .toList();
        } catch (IOException e) {
            throw Problem.of(run()).fault("cannot be read", e).failure(e);
        }
    }

    void remove() {
        try {
            DirectoryTree.remove(own);
        } catch (IOException e) {
            throw Problem.of(own).fault("cannot be removed", e).failure(e);
        }
    }

    /** Removes the run's folder if nothing was written. */
    void removeEmpty() {
        try {
            for (Path each : List.of(run(), sent(), own)) {
                Files.deleteIfExists(each);
            }
        } catch (DirectoryNotEmptyException written) {
            // files of the run are kept
        } catch (IOException e) {
            LOG.info("{} was not removed: {}", own, IoReason.of(e));
        }
    }
}
