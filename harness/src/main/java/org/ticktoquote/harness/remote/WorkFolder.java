package org.ticktoquote.harness.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.checksum.Sha256;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.OwnerOnly;
import org.ticktoquote.harness.remote.DeputyOrders.Content;
import org.ticktoquote.harness.remote.DeputyOrders.Contents;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;

/**
 * Where we work on a host: what is kept from run to run by its checksum, and one run's own folder, which is removed once its
 * files are known to be elsewhere.
 *
 * @param work the whole path of all of it
 * @param own of one run: {@code run} and {@code sent}
 */
record WorkFolder(Path work, Path own) {
    static final WorkFolder NONE = new WorkFolder(Path.of(""), Path.of(""));
    static final String JARS = "jars";
    static final String RECORDINGS = "recordings";
    private static final String RUNS = "runs";
    private static final int BLOCK = 1 << 16;
    private static final Logger LOG = LoggerFactory.getLogger(WorkFolder.class);

    /** Makes what is missing; the run's folder must be new. */
    static WorkFolder make(String work, String run) {
        Path all = Path.of(work).toAbsolutePath().normalize();
        Path own = all.resolve(RUNS).resolve(run).normalize();
        if (!all.resolve(RUNS).equals(own.getParent())) {
            throw new Refusal(ExitStatus.USAGE, "'" + run + "' is no name of a run");
        }
        WorkFolder folder = new WorkFolder(all, own);
        try {
            Files.createDirectories(all.resolve(RUNS));
            Files.createDirectories(all.resolve(RECORDINGS));
            Files.createDirectory(own);
            OwnerOnly.folder(own);
            Files.createDirectory(folder.run());
            Files.createDirectory(folder.sent());
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, own + ": cannot be made: " + e, e);
        }
        return folder;
    }

    /** The folders that {@link #make} makes for a run, as a shell there names them, the inner ones first. */
    static List<String> ofRun(String work, String run) {
        String own = work + "/" + RUNS + "/" + run;
        return List.of(own + "/run", own + "/sent", own);
    }

    /** What the run's processes write. */
    Path run() {
        return own.resolve("run");
    }

    /** What they are given. */
    Path sent() {
        return own.resolve("sent");
    }

    /** Every file of the run, by its path below the run's directory. */
    Contents files() {
        try (Stream<Path> all = Files.walk(run())) {
            return new Contents(all.filter(Files::isRegularFile)
                    .map(file -> content(file, run().relativize(file).toString()))
                    .sorted(Comparator.comparing(Content::path))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(run() + ": cannot be read: " + e, e);
        }
    }

    /** Removes the run's folder. */
    OfPath remove() {
        try (Stream<Path> all = Files.walk(own)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.delete(each);
            }
            return new OfPath(own.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(own + ": cannot be removed: " + e, e);
        }
    }

    /** Removes the run's folder where nothing was written. */
    void removeEmpty() {
        try {
            for (Path each : List.of(run(), sent(), own)) {
                Files.deleteIfExists(each);
            }
        } catch (DirectoryNotEmptyException written) {
            // somebody wants it
        } catch (IOException e) {
            LOG.info("{} stays: {}", own, e.toString());
        }
    }

    /** Size and checksum of a file that may be missing. */
    static Content content(Path file, String name) {
        if (!Files.isRegularFile(file)) {
            return new Content(name, -1, "");
        }
        try {
            MessageDigest digest = Sha256.start();
            byte[] block = new byte[BLOCK];
            long size = 0;
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                for (int read = in.read(block); read >= 0; read = in.read(block)) {
                    size += read;
                }
            }
            return new Content(name, size, Sha256.hex(digest));
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be read: " + e, e);
        }
    }
}
