package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.replayer.command.CommandLineParty;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import picocli.CommandLine;

/** Runs the import command in a folder and captures its output. */
final class Import {
    final Path folder;
    final Path out;
    final String printed;
    final String complaints;
    final int status;

    private Import(Path folder, Path out, String printed, String complaints, int status) {
        this.folder = folder;
        this.out = out;
        this.printed = printed;
        this.complaints = complaints;
        this.status = status;
    }

    /** Runs the command. ./ in arguments is the folder. A single argument is split at blanks outside of quotes. */
    static Import of(Path folder, String... arguments) {
        Path out = folder.resolve("out.t2q");
        StringWriter printed = new StringWriter();
        StringWriter complaints = new StringWriter();
        CommandLine command = CommandLineParty.printing(new CommandLine(new ImportCommand()), printed, complaints);
        List<String> all = new ArrayList<>(List.of("--out", out.toString()));
        Stream<String> words = arguments.length == 1
                ? Pattern.compile("'([^']*)'|(\\S+)")
                        .matcher(arguments[0])
                        .results()
                        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                : Stream.of(arguments);
        words.map(each -> each.replace("./", folder + "/")).forEach(all::add);
        int status = command.execute(all.toArray(String[]::new));
        return new Import(folder, out, printed.toString(), complaints.toString().replace(folder + "/", ""), status);
    }

    /** Returns each quote as {@code 2014-05-02T12:30:00Z EUR/USD@OANDA 1.38694/1.38705 0x0}. */
    List<String> quotes() {
        try (Recording recording = Recording.open(out)) {
            recording.verify();
            return Stream.iterate(0L, i -> i < recording.count(), i -> i + 1)
                    .map(i -> text(recording, recording.quote(i)))
                    .toList();
        }
    }

    private static String text(Recording recording, RecordedQuote quote) {
        return "%s %s@%s %s/%s %dx%d"
                .formatted(
                        RecordingTime.format(quote.venueTimeNs()),
                        recording.instruments().get(quote.instrumentId()).symbol(),
                        recording.venues().get(quote.venueId()),
                        Price.format(quote.bid()),
                        Price.format(quote.ask()),
                        quote.bidQuantity(),
                        quote.askQuantity());
    }

    /** Returns the names of the files in the folder. */
    List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
