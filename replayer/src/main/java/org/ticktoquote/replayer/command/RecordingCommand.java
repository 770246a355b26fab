package org.ticktoquote.replayer.command;

import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingCut;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code t2q recording}: shows, cuts, verifies and summarises recordings. */
@Command(
        name = "recording",
        synopsisSubcommandLabel = "COMMAND",
        description = {"Shows, cuts, verifies and summarises recordings."},
        subcommands = {
            StatsCommand.class,
            RecordingCommand.ShowCommand.class,
            RecordingCommand.CutCommand.class,
            RecordingCommand.VerifyCommand.class
        },
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
        throw new ParameterException(commandLine(), "a command is missing: stats, show, cut or verify");
    }

    /** Command on one recording. */
    abstract static class FileCommand extends Subcommand {
        @Parameters(paramLabel = "FILE", description = "recording")
        private Path file;

        abstract void read(Recording recording);

        @Override
        public final Integer call() {
            OptionProblems.requireBounds(this);
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

    /** {@code t2q recording verify}: checks that a recording is complete and unchanged. */
    @Command(
            name = "verify",
            description = {
                "Verifies header, messages, time order and checksum of a recording.",
                "Prints the position of the first error and ends with status 5."
            },
            footer = {"", "Example:", "  t2q recording verify nfp.t2q"})
    static final class VerifyCommand extends FileCommand {
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

    /** {@code t2q recording cut}: copies part of a recording into a new one. */
    @Command(
            name = "cut",
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
    static final class CutCommand extends FileCommand {
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

    /** {@code t2q recording show}: prints the ticks of a recording as CSV. */
    @Command(
            name = "show",
            sortOptions = false,
            description = {
                "Prints ticks as CSV.",
                "Columns: tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity. An absent side is empty. "
                        + "Recordings of payloads also have line,sequence,payload (number of the feed line from 0, bytes "
                        + "in hexadecimal) in the row of the payload's first tick. A payload without a tick has its own "
                        + "row."
            },
            footer = {
                "",
                "Examples:",
                "  t2q recording show nfp.t2q --from T0-1s --limit 20",
                "  t2q recording show nfp.t2q --instrument EUR/USD --limit 0 > eurusd.csv"
            })
    static final class ShowCommand extends FileCommand {
        @Mixin
        private TickSelection selection;

        @Option(
                names = "--limit",
                paramLabel = "COUNT",
                defaultValue = "100",
                description = "maximum number of rows; 0: all (default: ${DEFAULT-VALUE})")
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

    /** Prints a recording's ticks and payloads as CSV rows, up to a limit. */
    private static final class TickRows {
        private static final String NO_TICK = ",,,,,,";

        private final Recording recording;
        private final Set<Integer> instruments;
        private final PrintWriter out;
        private long left;

        TickRows(Recording recording, Set<Integer> instruments, long most, PrintWriter out) {
            this.recording = recording;
            this.instruments = instruments;
            this.left = most;
            this.out = out;
        }

        void print(RecordingWindow window) {
            RecordedPayloads payloads = recording.payloads();
            if (payloads == null) {
                print(recording.firstAtOrAfter(window.fromNs()), recording.firstAtOrAfter(window.toNs()), "", "");
                return;
            }
            for (long number = 0; number < payloads.count() && left > 0 && !out.checkError(); number++) {
                if (window.contains(payloads.timeNs(number))) {
                    print(payloads, number);
                }
            }
        }

        private void print(RecordedPayloads payloads, long number) {
            String behind = behind(recording.payload(number));
            long first = payloads.firstTick(number);
            long end = Math.min(recording.count(), first + Math.max(0, payloads.ticks(number)));
            if (first == end) {
                out.print("," + RecordingTime.format(payloads.timeNs(number)) + NO_TICK + behind + "\n");
                left--;
            } else {
                print(first, end, behind, ",,,");
            }
        }

        private static String behind(RecordedPayload payload) {
            ByteBuffer bytes = payload.bytes().duplicate().rewind();
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return "," + payload.line() + "," + (payload.numbered() ? payload.sequence() : "") + ","
                    + HexFormat.of().formatHex(copy);
        }

        /** Prints the selected ticks of a range, the first with one suffix and the others with another. */
        private void print(long from, long end, String behindFirst, String behindOthers) {
            String behind = behindFirst;
            for (long index = from; index < end && left > 0 && !out.checkError(); index++) {
                RecordedQuote quote = recording.quote(index);
                if (instruments.contains(quote.instrumentId())) {
                    out.print(row(index, quote) + behind + "\n");
                    behind = behindOthers;
                    left--;
                }
            }
        }

        private String row(long index, RecordedQuote quote) {
            return String.join(
                    ",",
                    Long.toString(index + 1),
                    RecordingTime.format(quote.venueTimeNs()),
                    recording.instruments().get(quote.instrumentId()).symbol(),
                    recording.venues().get(quote.venueId()),
                    quote.hasBid() ? Price.format(quote.bid()) : "",
                    quote.hasAsk() ? Price.format(quote.ask()) : "",
                    quote.hasBid() ? Long.toString(quote.bidQuantity()) : "",
                    quote.hasAsk() ? Long.toString(quote.askQuantity()) : "");
        }
    }

    /** Options that select ticks of a recording by time and instrument. */
    private static final class TickSelection {
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
}
