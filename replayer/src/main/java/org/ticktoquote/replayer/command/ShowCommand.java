package org.ticktoquote.replayer.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.recording.RecordingWindow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code t2q recording show}: prints the ticks of a recording as CSV. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Prints ticks as CSV: tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity.",
            "A side that a tick does not carry is empty. Of a recording of payloads there are further columns,",
            "line,sequence,payload: the line's place from 0, and the bytes in hexadecimal, with the payload's first tick.",
            "A payload that carries no tick has a row of its own."
        },
        footer = {
            "",
            "Examples:",
            "  t2q recording show nfp.t2q --from T0-1s --limit 20",
            "  t2q recording show nfp.t2q --instrument EUR/USD --limit 0 > eurusd.csv"
        })
final class ShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Mixin
    private TickSelection selection;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "100",
            description = "Ticks at most; 0 for all. Default: ${DEFAULT-VALUE}.")
    @Bounds(least = 0, expected = "0 or more")
    private long limit;

    @Override
    public Integer call() {
        Bounds.Check.require(this);
        PrintWriter out = spec.commandLine().getOut();
        return RecordingCommand.reading(file, recording -> {
            Set<Integer> wanted = selection.instrumentIds(recording);
            RecordingWindow window = selection.window(recording);
            out.print("tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity");
            out.print(recording.payloads() == null ? "\n" : ",line,sequence,payload\n");
            TickRows rows = new TickRows(recording, wanted, limit == 0 ? Long.MAX_VALUE : limit, out);
            rows.print(window);
            out.flush();
        });
    }
}
