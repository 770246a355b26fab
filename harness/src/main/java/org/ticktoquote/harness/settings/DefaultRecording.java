package org.ticktoquote.harness.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.host.process.JavaCommand;

/**
 * Recording for runs without {@code --recording}. Generated once per version of the generator's code, and kept in the user's
 * cache folder.
 *
 * <p>Entries that were not used within the last hour are removed. A run marks its entry as used before it starts.
 *
 * @param file file in the cache, named after the code that generates it
 */
record DefaultRecording(Path file) {
    private static final String NAME = "nfp-";
    /** Matches an entry, including one that is being generated or was left by a crash. */
    private static final Pattern ENTRY =
            Pattern.compile("\\.?" + NAME + "[0-9A-Za-z.-]+\\.t2q(\\.[0-9]+)?(\\.part|\\.t2q\\.lock)?");

    /** Fingerprint of the running generator's code. */
    private static final String OWN_PRINT = BuildIdentity.fingerprint(
            System.getProperty("java.class.path"), List.of("org/ticktoquote/replayer/", "org/ticktoquote/core/"));

    private static final Duration UNUSED = Duration.ofHours(1);

    /** Recording of the running code, in the user's cache. */
    static DefaultRecording cached() {
        return in(UserPath.cache(), OWN_PRINT);
    }

    static DefaultRecording in(Path cache, String print) {
        return new DefaultRecording(cache.resolve(NAME + print + ".t2q"));
    }

    /** Generates the file if it is missing, marks it as used, and removes unused entries. */
    void provide() {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                generate();
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            removeUnused();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be written", e).exception(ExitStatus.ENVIRONMENT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.ofFault("interrupted while generating the default recording")
                    .exception(ExitStatus.INTERRUPTED, e);
        }
    }

    /** Writes under a separate name first, so that two first runs do not write to the same file. */
    private void generate() throws IOException, InterruptedException {
        Path own = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            List<String> command = new JavaCommand(JavaCommand.ownJava(), List.of("-Xms64m", "-Xmx512m"))
                    .subcommand("generate", List.of("--out", own.toString()));
            int status = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw Problem.ofFault("the default recording could not be generated at " + file)
                        .exception(ExitStatus.ENVIRONMENT);
            }
            Files.move(own, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(own);
        }
    }

    private void removeUnused() throws IOException {
        Instant limit = Instant.now().minus(UNUSED);
        try (Stream<Path> entries = Files.list(file.getParent())) {
            for (Path entry : entries.toList()) {
                boolean ours = ENTRY.matcher(entry.getFileName().toString()).matches()
                        && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
                if (ours && lastUsed(entry).isBefore(limit)) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }

    /** Returns the time of last use, or the current time if another run has just removed the entry. */
    private static Instant lastUsed(Path entry) throws IOException {
        try {
            return Files.getLastModifiedTime(entry).toInstant();
        } catch (NoSuchFileException removed) {
            return Instant.now();
        }
    }
}
