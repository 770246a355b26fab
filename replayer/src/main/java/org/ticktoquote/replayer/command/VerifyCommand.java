package org.ticktoquote.replayer.command;

import java.nio.file.Path;
import java.util.Locale;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code t2q recording verify}: checks that a recording is complete and unchanged. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Verifies header, messages, time order and checksum of a recording.",
            "Prints the position of the first error and ends with status 5."
        },
        footer = {"", "Example:", "  t2q recording verify nfp.t2q"})
final class VerifyCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", description = "recording")
    private Path file;

    @Override
    public Integer call() {
        return RecordingCommand.reading(file, recording -> {
            recording.verify();
            commandLine()
                    .getOut()
                    .printf(
                            Locale.ROOT,
                            "%s: sound, %s%s, sha256 %s%n",
                            file,
                            CountText.of(recording.count(), "tick"),
                            recording.payloads() == null
                                    ? ""
                                    : ", " + CountText.of(recording.payloads().count(), "payload"),
                            recording.sha256());
            output().flush();
        });
    }
}
