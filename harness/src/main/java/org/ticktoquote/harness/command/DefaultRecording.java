package org.ticktoquote.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.T2q;
import org.ticktoquote.harness.process.JavaCommand;

/** The recording of a run that names none: generated once and kept in the user's cache folder. */
final class DefaultRecording {
    private DefaultRecording() {}

    /** The cached file, generated first where it is missing. */
    static Path file() {
        Path file = cache().resolve("nfp-" + T2q.product() + ".t2q");
        if (!Files.exists(file)) {
            generate(file);
        }
        return file;
    }

    private static Path cache() {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path home = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return home.resolve("t2q");
    }

    /** Under a name of its own first, so that two first runs do not meet in one file. */
    private static void generate(Path file) {
        Path own = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.createDirectories(file.getParent());
            List<String> command = new JavaCommand(JavaCommand.ownJava(), List.of("-Xmx512m"))
                    .subcommand("generate", List.of("--out", own.toString()));
            int status = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new Refusal(ExitStatus.ENVIRONMENT, "the default recording could not be generated at " + file);
            }
            Files.move(own, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": cannot be written: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(ExitStatus.INTERRUPTED, "interrupted while generating the default recording", e);
        }
    }
}
