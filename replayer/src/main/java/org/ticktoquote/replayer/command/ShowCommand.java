package org.ticktoquote.replayer.command;

import java.io.PrintWriter;
import java.util.Set;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code t2q recording show}: prints the ticks of a recording as CSV. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Prints ticks as CSV.",
            "Columns: tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity. An absent side is empty. "
                    + "Recordings of payloads also have line,sequence,payload (line from 0, bytes in hexadecimal) in the "
                    + "row of the payload's first tick, or in a row of their own if a payload has no tick."
        },
        footer = {
            "",
            "Examples:",
            "  t2q recording show nfp.t2q --from T0-1s --limit 20",
            "  t2q recording show nfp.t2q --instrument EUR/USD --limit 0 > eurusd.csv"
        })
final class ShowCommand extends RecordingCommand.FileCommand {
    @Mixin
    private TickSelection selection;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "100",
            description = "maximum number of ticks; 0: all (default: ${DEFAULT-VALUE})")
    @Bounds(least = 0, expected = "0 or more")
    private long limit;

    @Override
    void read(Recording recording) {
        PrintWriter out = output();
        Set<Integer> wanted = selection.instrumentIds(recording);
        RecordingWindow window = selection.window(recording);
        out.print("tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity");
        out.print(recording.payloads() == null ? "\n" : ",line,sequence,payload\n");
        TickRows rows = new TickRows(recording, wanted, limit == 0 ? Long.MAX_VALUE : limit, out);
        rows.print(window);
        out.flush();
    }
}
