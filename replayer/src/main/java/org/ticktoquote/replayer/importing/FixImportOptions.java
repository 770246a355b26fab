package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.wire.run.Selection;
import org.ticktoquote.wire.stamp.StampFormat;
import picocli.CommandLine.Option;

/** The options that say how FIX market data is read, of captures and of logs. */
final class FixImportOptions {
    @Option(
            names = "--sender",
            paramLabel = "SESSION",
            description =
                    "FIX in captures and logs: take the prices that this side sent, by its SenderCompID (49), or in"
                            + " captures by HOST:PORT or :PORT. May be repeated. Default: every side that sends prices to the"
                            + " application; not the application itself.")
    private List<String> senders = new ArrayList<>();

    @Option(
            names = "--sending-time",
            description =
                    "FIX logs: the time of a tick is the SendingTime (52) of its message. Default: the time before the"
                            + " message in its line, or SendingTime where there is none.")
    private boolean bySendingTime;

    @Option(
            names = "--stamps",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = "FIX captures: time stamps of a switch, as for t2q wire. Default: ${DEFAULT-VALUE}.")
    private String stamps = "auto";

    List<Selection> senders() {
        return senders.stream().map(text -> Selection.of("--sender", text)).toList();
    }

    boolean bySendingTime() {
        return bySendingTime;
    }

    Optional<StampFormat> stamps() {
        return Refusal.under("--stamps", () -> StampFormat.ordered(stamps));
    }
}
