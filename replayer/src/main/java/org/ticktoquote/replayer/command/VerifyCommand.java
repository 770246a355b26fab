package org.ticktoquote.replayer.command;

import java.util.Locale;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.replayer.recording.Recording;
import picocli.CommandLine.Command;

/** {@code t2q recording verify}: checks that a recording is complete and unchanged. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Verifies header, messages, time order and checksum of a recording.",
            "Prints the position of the first error and ends with status 5."
        },
        footer = {"", "Example:", "  t2q recording verify nfp.t2q"})
final class VerifyCommand extends RecordingCommand.FileCommand {
    @Override
    void read(Recording recording) {
        recording.verify();
        output().printf(
                        Locale.ROOT,
                        "%s: sound, %s%s, sha256 %s%n",
                        recording.file(),
                        CountText.of(recording.count(), "tick"),
                        recording.payloads() == null
                                ? ""
                                : ", " + CountText.of(recording.payloads().count(), "payload"),
                        recording.sha256());
    }
}
