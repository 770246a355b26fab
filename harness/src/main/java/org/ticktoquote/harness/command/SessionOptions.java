package org.ticktoquote.harness.command;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.harness.run.CommandText;
import picocli.CommandLine.Option;

/** Who receives what. */
final class SessionOptions {
    @Option(names = "--sessions", defaultValue = "25", description = "FIX sessions (default: ${DEFAULT-VALUE})")
    int sessions;

    @Option(
            names = "--pairs",
            split = ",",
            defaultValue = "15",
            description = "symbols, or how many of the recording's pairs each session subscribes to (default:"
                    + " ${DEFAULT-VALUE})")
    List<String> pairs = List.of();

    @Option(
            names = "--session-template",
            paramLabel = "FILE",
            description =
                    "YAML with FIX version, CompIDs, logon, TLS and symbols of the sessions; see docs/fix-clients.md")
    @Nullable
    Path template;

    @Option(
            names = "--clients-args",
            defaultValue = "",
            paramLabel = "OPTIONS",
            description = "further options of the clients; see t2q clients --help")
    private String arguments = "";

    @Option(
            names = "--conflation",
            paramLabel = "POLICY",
            description = "declared: none, unknown, or an interval as in 10ms (default: none; unknown for --app and"
                    + " --attach)")
    private @Nullable String conflation;

    @Option(names = "--allow-missing", description = "count pairs without a first snapshot instead of ending the run")
    boolean allowMissing;

    /** The declared policy; nothing is known of somebody else's application that declares none. */
    Conflation conflation(boolean builtIn) {
        if (conflation == null) {
            return new Conflation(builtIn ? Conflation.NONE : Conflation.UNKNOWN, 0);
        }
        if (conflation.equals(Conflation.NONE) || conflation.equals(Conflation.UNKNOWN)) {
            return new Conflation(conflation, 0);
        }
        try {
            return new Conflation(Conflation.INTERVAL, DurationText.parse(conflation));
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    ExitStatus.USAGE, "--conflation '" + conflation + "': expected none, unknown or an interval", e);
        }
    }

    List<String> arguments() {
        return CommandText.split(arguments);
    }
}
