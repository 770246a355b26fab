package org.ticktoquote.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.command.RunResult;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.comparison.stored.LatestLink;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.run.CapturedRun;
import org.ticktoquote.harness.run.RunOutputDirectory;
import org.ticktoquote.harness.settings.StampOptions;
import org.ticktoquote.harness.settings.WireSettings;
import org.ticktoquote.wire.capture.CaptureSpool;
import org.ticktoquote.wire.run.CaptureTraffic;
import org.ticktoquote.wire.run.WirePlan;
import org.ticktoquote.wire.run.WireRun;
import org.ticktoquote.wire.show.CaptureListing;
import org.ticktoquote.wire.show.CaptureListing.Contents;
import org.ticktoquote.wire.show.CaptureListing.ListForm;
import org.ticktoquote.wire.stamp.StampFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q wire}: creates a run from packet captures and measures it by their timestamps. */
@Command(
        name = "wire",
        description = {
            "Measures from packet captures, with the timestamps of the wire.",
            "Tick streams are feeds, and FIX sessions in which the application requests prices; "
                    + "quote streams are FIX sessions in which clients request prices from it. Needs no "
                    + "run: captures of production systems are suitable. See docs/wire.md."
        },
        subcommands = WireCommand.WireShowCommand.class,
        footer = {
            "",
            "Examples:",
            "  t2q wire show monitor.pcap         check whether a capture is fit, and list its streams",
            "  t2q wire prod.pcapng --ticks :40001 --quotes :9876 --match price",
            "  t2q wire switch.pcap --join results/latest"
        })
@OptionGroup("Result")
public final class WireCommand extends Subcommand {
    private static final Set<String> WITH_JOIN = Set.of("--join", "--stamps", "--session-template", "--verbose");

    @Parameters(
            arity = "0..*",
            paramLabel = "CAPTURE",
            description = "pcap or pcapng files, plain, gzip or zstd, merged into one capture; - for standard input")
    private List<Path> captures = List.of();

    @Option(
            names = "--out",
            paramLabel = "RUN",
            description = "run directory, new or empty (default: results/TIME-wire)")
    private @Nullable Path out;

    @Option(
            names = "--join",
            paramLabel = "RUN",
            description =
                    "captured run of t2q run; its report then has both its own latencies and latencies on the wire")
    private @Nullable Path join;

    @Option(names = "--verbose", description = RunResult.VERBOSE)
    private boolean verbose;

    @Mixin
    private final WireSettings settings = new WireSettings();

    @Override
    public Integer call() {
        if (captures.isEmpty()) {
            throw Problem.ofFault("no capture").expected("at least one file").exception();
        }
        Path first = captures.get(0);
        if (!Files.exists(first)
                && NearestWord.of(first.toString(), Set.of("show")).isPresent()) {
            throw Problem.ofValue(first)
                    .expected("a capture or the subcommand show")
                    .exception();
        }
        captures.forEach(CaptureSpool::isPipe); // refuses missing files
        Optional<StampFormat> stamps = settings.stamps(); // refuses unknown formats before a pipe is read
        if (join != null) {
            return join(new RunDirectory(UserPath.followed(UserPath.folder(join))), stamps)
                    .code();
        }
        RunOutputDirectory folder = RunOutputDirectory.at(out == null ? defaultDirectory() : out);
        WirePlan plan = settings.plan(folder.directory());
        folder.create();
        Progress progress = Progress.onStandardError();
        AtomicBoolean interrupted = new AtomicBoolean();
        return InterruptHook.during(
                        () -> interrupted.set(true),
                        progress,
                        () -> measure(plan, folder, stamps, progress, interrupted))
                .code();
    }

    private ExitStatus join(RunDirectory run, Optional<StampFormat> stamps) {
        commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !WITH_JOIN.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Problem.of(name)
                            .expected("none with --join (the run defines it)")
                            .exception();
                });
        Progress progress = Progress.onStandardError();
        AtomicBoolean interrupted = new AtomicBoolean();
        return InterruptHook.during(
                () -> interrupted.set(true),
                progress,
                () -> FileAccess.run(run.path(), "cannot be written", ExitStatus.ENVIRONMENT, () -> {
                    try (Claim unused = Claim.folder(run.path(), "t2q wire", "wait until it ends")) {
                        Retention.requireJournals(run);
                        CapturedRun captured =
                                new CapturedRun(run, replayed(run), settings.sessionTemplate(), progress);
                        try (CaptureSpool spool = new CaptureSpool(run.path(), progress)) {
                            boolean made = false;
                            try {
                                spool.add(captures, interrupted::get);
                                interrupted.set(false); // as in measure()
                                captured.make(spool.files, stamps, interrupted::get);
                                made = true;
                            } finally {
                                if (!made) {
                                    keepCopies(spool, run.path(), progress);
                                }
                            }
                        }
                        return new RunResult(run, output(), verbose).derive(progress, Workers.ofProcessors());
                    }
                }));
    }

    private static RunManifest replayed(RunDirectory run) {
        RunManifest manifest = RunManifest.read(run.manifest());
        if (manifest.about().source().equals(RunManifest.WIRE)) {
            throw Problem.of("--join")
                    .value(run.path())
                    .fault("is itself made of a capture")
                    .expected("a run of t2q run")
                    .exception();
        }
        return manifest;
    }

    private ExitStatus measure(
            WirePlan plan,
            RunOutputDirectory claimed,
            Optional<StampFormat> stamps,
            Progress progress,
            AtomicBoolean interrupted) {
        try (RunOutputDirectory folder = claimed) {
            boolean made = false;
            try (CaptureSpool spool = new CaptureSpool(folder.directory().path(), progress)) {
                try {
                    spool.add(captures, interrupted::get);
                    interrupted.set(false); // Ctrl-C while a pipe is read ends the capture, which is then measured
                    CaptureTraffic traffic = new CaptureTraffic(spool.files, stamps);
                    new WireRun(plan, traffic, progress, interrupted::get).make();
                    made = true;
                } finally {
                    if (!made) {
                        keepCopies(spool, folder.directory().path(), progress);
                    }
                }
            } finally {
                if (!made) {
                    folder.removeUnmeasured(false, false);
                }
            }
            folder.close();
            LatestLink.point(folder.directory().path());
            return new RunResult(folder.directory(), output(), verbose).derive(progress, Workers.ofProcessors());
        }
    }

    /** Moves the copies of pipes next to the run directory, because their data cannot be captured again. */
    private static void keepCopies(CaptureSpool spool, Path run, Progress progress) {
        List<Path> copies =
                spool.copies.stream().filter(copy -> copy.toFile().length() > 0).toList();
        spool.copies.removeAll(copies); // closing must not delete a copy that cannot be moved
        for (Path copy : copies) {
            Path kept = run.resolveSibling(run.getFileName() + "-" + copy.getFileName() + "-" + RunCommand.time());
            FileAccess.change(kept, "cannot be written", () -> Files.move(copy, kept));
            progress.line("not measured; the capture is kept in " + kept);
        }
    }

    private static Path defaultDirectory() {
        return LatestLink.RESULTS.resolve(RunCommand.time() + "-wire");
    }

    /** {@code t2q wire show}: checks whether a capture is fit for measurement, and lists its contents. */
    @Command(
            name = "show",
            description = {
                "Checks a capture and lists its streams, packets or messages.",
                "The verdict is fit, fit with reservations, or not fit. See docs/wire.md."
            },
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
    static final class WireShowCommand extends Subcommand {
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
                throw Problem.ofFault("no capture")
                        .expected("at least one file")
                        .exception();
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
            CaptureListing listing =
                    new CaptureListing(captures, stamps.stamps(), contents, form, only, from, to, types);
            try (Progress progress = Progress.onStandardError()) {
                return listing.print(output(), commandLine().getErr(), progress).code();
            }
        }
    }
}
