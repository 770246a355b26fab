package org.ticktoquote.replayer.command;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.replayer.recording.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code t2q recording}: inspects and cuts recordings. */
@Command(
        name = "recording",
        mixinStandardHelpOptions = true,
        description = {"Shows, cuts and verifies recordings, with statistics."},
        subcommands = {StatsCommand.class, ShowCommand.class, CutCommand.class, VerifyCommand.class},
        footer = {
            "",
            "Times are T0 (the announcement), T0-10s, T0+1.5m, 12:30:00.250 or 2014-05-02T12:30:00Z; all UTC.",
            "",
            "Examples:",
            "  t2q recording stats nfp.t2q",
            "  t2q recording show nfp.t2q --from T0-1s --limit 20",
            "  t2q recording cut nfp.t2q --from T0-10s --to T0+60s --out burst.t2q",
            "  t2q recording verify nfp.t2q"
        })
public final class RecordingCommand extends Subcommand {
    @Override
    public Integer call() {
        throw new ParameterException(commandLine(), "Missing subcommand: stats, show, cut or verify");
    }

    /** Command on one recording. */
    abstract static class FileCommand extends Subcommand {
        @Parameters(paramLabel = "FILE", description = "recording")
        private Path file;

        abstract void read(Recording recording);

        @Override
        public final Integer call() {
            Bounds.Check.require(this);
            reading(file, this::read);
            return print(List.of());
        }
    }

    /**
     * Opens a recording, passes it to {@code work}, and closes it.
     *
     * @throws org.ticktoquote.core.command.ProblemException if {@link Recording#open} throws it, or if the file is truncated
     *     while it is read
     */
    static void reading(Path file, Consumer<Recording> work) {
        try (Recording recording = Recording.open(file)) {
            try {
                work.accept(recording);
            } catch (InternalError fault) { // thrown for a mapped page beyond the end of the file
                recording.requireUncut();
                throw fault;
            }
        }
    }
}
