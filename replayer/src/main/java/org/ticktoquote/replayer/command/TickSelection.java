package org.ticktoquote.replayer.command;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.Recording;
import picocli.CommandLine.Option;

/** Options that select ticks of a recording by time and instrument. */
final class TickSelection {
    @Option(
            names = "--from",
            paramLabel = "TIME",
            defaultValue = "",
            description = "first time (default: start of the recording)")
    private String from = "";

    @Option(
            names = "--to",
            paramLabel = "TIME",
            defaultValue = "",
            description = "end time, exclusive (default: end of the recording)")
    private String to = "";

    @Option(
            names = {"--instruments", "--instrument"},
            paramLabel = "LIST",
            split = ",",
            description = "symbols separated by commas (default: all)")
    private @Nullable List<String> instruments;

    RecordingWindow window(Recording recording) {
        return recording.times().between(from, to);
    }

    SortedSet<Integer> instrumentIds(Recording recording) {
        SortedSet<Integer> ids = new TreeSet<>();
        if (instruments == null) {
            recording.instruments().forEach(each -> ids.add(each.id()));
            return ids;
        }
        for (String symbol : instruments.isEmpty() ? List.of("") : instruments) {
            ids.add(instrument(recording, symbol).id());
        }
        return ids;
    }

    private static Instrument instrument(Recording recording, String symbol) {
        return recording.header().instrument(symbol).orElseThrow(() -> {
            List<String> symbols =
                    recording.instruments().stream().map(Instrument::symbol).toList();
            return Problem.of("--instruments")
                    .value(symbol)
                    .fault("is not in " + recording.file())
                    .expected("some of " + String.join(",", symbols))
                    .exception();
        });
    }
}
