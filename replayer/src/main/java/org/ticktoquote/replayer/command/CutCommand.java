package org.ticktoquote.replayer.command;

import java.nio.file.Path;
import java.util.Locale;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingCut;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code t2q recording cut}: copies part of a recording into a new one. */
@Command(
        name = "cut",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes the ticks of a time window or of instruments as a new recording.",
            "Announcement and venues are kept; ticks and instruments are renumbered."
        },
        footer = {
            "",
            "Examples:",
            "  t2q recording cut nfp.t2q --from T0-10s --to T0+60s --out burst.t2q",
            "  t2q recording cut nfp.t2q --instruments EUR/USD,NZD/USD --out two.t2q"
        })
final class CutCommand extends RecordingCommand.FileCommand {
    @Mixin
    private TickSelection selection;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "recording to write")
    private Path out;

    @Override
    void read(Recording recording) {
        recording.verify();
        long count =
                RecordingCut.write(recording, selection.window(recording), selection.instrumentIds(recording), out);
        output().printf(Locale.ROOT, "%s: %,d of %s%n", out, count, CountText.of(recording.count(), "tick"));
    }
}
