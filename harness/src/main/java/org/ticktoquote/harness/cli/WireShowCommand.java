package org.ticktoquote.harness.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.settings.StampOptions;
import org.ticktoquote.wire.show.CaptureListing;
import org.ticktoquote.wire.show.CaptureListing.Contents;
import org.ticktoquote.wire.show.ListForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q wire show}: checks whether a capture is fit for measurement, and lists its contents. */
@Command(
        name = "show",
        description = {
            "Checks a capture and lists its streams, packets or messages.",
            "The verdict is fit, fit with reservations, or not fit. See docs/wire.md."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit statuses:%n",
        exitCodeList = {
            "0:fit, or fit with reservations",
            "2:wrong command line",
            "3:not fit: its figures could not be trusted",
            "5:damaged file, or not a capture; data before the damage is listed"
        },
        footer = {
            "",
            "The verdict is printed first; with --format csv, on standard error.",
            "",
            "Examples:",
            "  t2q wire show monitor.pcap",
            "  t2q wire show monitor.pcap --messages --type W,X --stream tcp:3 --format csv > quotes.csv",
            "  t2q wire show monitor.pcap --packets --from 12:30:00 --to 12:30:01 | less -S"
        })
@OptionGroup("Selection and format")
final class WireShowCommand extends Subcommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "CAPTURE",
            description = "pcap or pcapng files, plain, gzip or zstd, merged into one "
                    + "capture; - for standard input (streams only)")
    private List<Path> captures = List.of();

    @Option(names = "--streams", description = "list connections and datagram flows (default)")
    private boolean streams;

    @Option(names = "--packets", description = "list UDP datagrams and TCP segments")
    private boolean packets;

    @Option(names = "--messages", description = "list FIX messages and ticks")
    private boolean messages;

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "text",
            completionCandidates = Forms.class,
            description = "text, jsonl or csv (default: ${DEFAULT-VALUE})")
    private String format = "text";

    @Option(
            names = "--stream",
            paramLabel = "N",
            split = ",",
            description = "only these streams, as in tcp:3,udp:0; a number alone is a connection")
    private List<String> only = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            defaultValue = "",
            description = "first time: 12:30:00.250 on the day of the first frame, or 2014-05-02T12:30:00Z; UTC")
    private String from = "";

    @Option(names = "--to", paramLabel = "TIME", defaultValue = "", description = "end time, exclusive")
    private String to = "";

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            split = ",",
            description = "only messages of these types: MsgType (35) of FIX, or tick")
    private List<String> types = List.of();

    @Mixin
    private final StampOptions stamps = new StampOptions();

    /** Values of {@code --format}. */
    static final class Forms extends AllowedWords {
        Forms() {
            super("text", "jsonl", "csv");
        }
    }

    @Override
    public Integer call() {
        if (captures.isEmpty()) {
            throw Problem.ofFault("no capture").expected("at least one file").exception();
        }
        new Forms().require("--format", format);
        if ((streams ? 1 : 0) + (packets ? 1 : 0) + (messages ? 1 : 0) > 1) {
            throw Problem.of("--streams, --packets and --messages")
                    .expected("one of them")
                    .exception();
        }
        if (!messages && !types.isEmpty()) {
            throw Problem.of("--type").expected("only with --messages").exception();
        }
        Contents contents = packets ? Contents.PACKETS : messages ? Contents.MESSAGES : Contents.STREAMS;
        ListForm form = ListForm.valueOf(format.toUpperCase(Locale.ROOT));
        CaptureListing listing = new CaptureListing(captures, stamps.stamps(), contents, form, only, from, to, types);
        try (Progress progress = Progress.onStandardError()) {
            return listing.print(output(), commandLine().getErr(), progress).code();
        }
    }
}
