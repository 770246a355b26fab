package org.ticktoquote.host.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.audit.AuditText;
import org.ticktoquote.host.audit.Finding;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.audit.HostAudit;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.change.ChangeLog;
import org.ticktoquote.host.change.HostChanges;
import org.ticktoquote.host.change.HostChanges.ChangeOutcome;
import org.ticktoquote.host.command.HostCommand.HostOptions;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.HostRecorder;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.source.LiveHost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q host}: audits a host, changes its settings on request, and restores them. */
@Command(
        name = "host",
        description = {
            "Audits the settings of this host that affect latency.",
            "Prints each setting as found and as recommended, the reason, and the command to change it."
        },
        sortOptions = false,
        subcommands = {
            HostCommand.FingerprintCommand.class,
            HostCommand.DiffCommand.class,
            HiccupsCommand.class,
            PingpongCommand.class
        },
        exitCodeListHeading = "%nExit statuses of the audit (an error prints nothing on standard output):%n",
        exitCodeList = {"0:fit for the profile", "1:fit with warnings", "2:unfit"},
        footer = {
            "",
            "Changes nothing without --apply. Unreadable settings are unknown, and a warning if they matter.",
            "",
            "Examples:",
            "  t2q host",
            "  t2q host --profile lab --json",
            "  t2q host --record /tmp/colo1          record this host, to audit it later",
            "  t2q host --root /tmp/colo1 --profile lab",
            "  sudo t2q host --profile lab --apply   change settings that are a warning or unfit",
            "  sudo t2q host --undo                  restore them, latest first",
            "  t2q host diff results/A results/B     compare the hosts of two runs"
        })
public final class HostCommand extends Subcommand {
    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            defaultValue = "dev",
            description = "intended use: dev (shared machine) or lab (isolated cores) (default: ${DEFAULT-VALUE})")
    private Profile profile = Profile.DEV;

    @Mixin
    private final HostOptions options = new HostOptions();

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationText.class,
            description = "duration of the observation of busy processes and steal time (default: ${DEFAULT-VALUE})")
    private long watchNs;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "also write a page, one offline file")
    private @Nullable Path html;

    @Option(
            names = "--apply",
            description = "change run-time settings with a warning or unfit verdict; logs each value before and after")
    private boolean apply;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "ITEM",
            description = "with --apply: change only these settings, also if they have a note only")
    private List<String> only = new ArrayList<>();

    @Option(names = "--undo", description = "restore the settings changed by --apply, latest first")
    private boolean undo;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description =
                    "log of changes (default: tick-to-quote/host-changes.jsonl in XDG_STATE_HOME or ~/.local/state; "
                            + "with --root host-changes.jsonl in DIR)")
    private @Nullable Path state;

    @Override
    public Integer call() {
        checkChanges();
        options.check(apply || undo);
        if (undo && (json || html != null)) {
            throw Problem.of("--json and --html")
                    .expected("only with an audit, not with --undo")
                    .exception();
        }
        if (undo) {
            return undo();
        }
        try (@Nullable OutputFile page = OutputFile.claimIfGiven(html)) {
            return audit(page);
        }
    }

    private Integer undo() {
        List<ChangeOutcome> outcomes = undo(options.host());
        if (outcomes.isEmpty()) {
            print("nothing to restore: no change of --apply is in force");
        }
        outcomes.forEach(outcome -> print(outcome.words()));
        boolean done = outcomes.stream().allMatch(ChangeOutcome::done);
        return (done ? ExitStatus.OK : ExitStatus.ENVIRONMENT).code();
    }

    private Integer audit(@Nullable OutputFile page) {
        Host host = options.host();
        HostAudit audit;
        List<ChangeOutcome> outcomes = List.of();
        Fingerprint fingerprint;
        try (Progress progress = Progress.onStandardError()) {
            progress.update("sampling the host for " + DurationText.format(watchNs));
            audit = HostAudit.of(host, profile, Duration.ofNanos(watchNs));
            if (apply) {
                outcomes = apply(host, audit);
                progress.update("second sample");
                audit = HostAudit.of(host, profile, Duration.ofNanos(watchNs));
            }
            fingerprint = FingerprintReader.of(host, options.jvm());
        }
        long inForce = HostChanges.inForce(host, log());
        options.recorded();
        if (page != null) {
            AuditText.page(audit, fingerprint).write(page);
        }
        if (json) {
            print(AuditText.json(audit, outcomes, fingerprint));
        } else {
            show(audit, outcomes, fingerprint, inForce);
        }
        return audit.fitness().exitStatus();
    }

    private void show(HostAudit audit, List<ChangeOutcome> outcomes, Fingerprint fingerprint, long inForce) {
        outcomes.forEach(outcome -> print(outcome.words()));
        if (apply) {
            print(outcomes.isEmpty() ? "nothing that --apply can change" : "");
        }
        AuditText.of(audit).forEach(this::print);
        print("");
        print("fingerprint " + fingerprint.hash());
        if (inForce > 0) {
            print("changes of --apply in force: " + inForce + "; t2q host --undo restores them");
        }
    }

    private void checkChanges() {
        if (apply && undo) {
            throw Problem.of("--undo").fault("not together with --apply").exception();
        }
        if (!only.isEmpty() && !apply) {
            throw Problem.of("--only").expected("only with --apply").exception();
        }
    }

    private List<ChangeOutcome> apply(Host host, HostAudit audit) {
        List<String> items = audit.findings().stream().map(Finding::item).toList();
        for (String item : only) {
            if (!items.contains(item)) {
                throw Problem.of("--only")
                        .value(item)
                        .fault("is not a line of the audit" + NearestWord.hint(item, items))
                        .expected("a line of t2q host")
                        .exception();
            }
        }
        List<ChangeOutcome> outcomes = new ArrayList<>();
        try (ChangeLog log = ChangeLog.open(log())) {
            outcomes.addAll(new HostChanges(host, log).apply(audit.settings(only)));
        }
        audit.findings().stream()
                .filter(finding ->
                        only.contains(finding.item()) && finding.settings().isEmpty())
                .filter(finding -> finding.severity() != Severity.FIT)
                .forEach(finding -> outcomes.add(unchanged(finding)));
        return outcomes;
    }

    /** Returns the outcome of a selected item that only the user can change, or that is unknown. */
    private static ChangeOutcome unchanged(Finding finding) {
        String why = finding.how().isEmpty() ? finding.found() : "--apply cannot do this: " + finding.how();
        return new ChangeOutcome(false, finding.item() + ": not changed: " + why);
    }

    private List<ChangeOutcome> undo(Host host) {
        try (ChangeLog log = ChangeLog.open(log())) {
            return new HostChanges(host, log).undo();
        }
    }

    private Path log() {
        return state == null ? options.stateFile() : state;
    }

    /** Options that select this host or a recorded tree. */
    static final class HostOptions {
        @Option(
                names = "--root",
                paramLabel = "DIR",
                description = "read a recorded tree instead of this host: DIR/proc, DIR/sys, ...")
        private @Nullable Path root;

        @Option(
                names = "--record",
                paramLabel = "DIR",
                description = "also record all that is read, for --root; contains process names, "
                        + "command lines of Java processes and boot parameters")
        private @Nullable Path record;

        /** Rejects mutually exclusive options. */
        void check(boolean changes) {
            if (root != null && record != null) {
                throw Problem.of("--record").fault("not together with --root").exception();
            }
            if (record != null && changes) {
                throw Problem.of("--record")
                        .fault("changes nothing: not together with --apply or --undo")
                        .exception();
            }
        }

        /** Returns the default log of changes. A recorded tree has its own. */
        Path stateFile() {
            return root == null ? ChangeLog.standardFile() : root.resolve("host-changes.jsonl");
        }

        Host host() {
            if (root != null) {
                return recorded(root);
            }
            return record == null ? new LiveHost() : recorder(record);
        }

        /** Marks the record as complete; {@code --root} rejects incomplete records. */
        void recorded() {
            if (record != null) {
                HostRecorder.complete(record);
            }
        }

        /** Returns facts of this JVM, or none for a recorded tree, whose JVM is unknown. */
        Map<String, String> jvm() {
            return root == null ? FingerprintReader.ownJvm() : Map.of();
        }

        private static Host recorded(Path root) {
            if (!Files.isDirectory(UserPath.folder(root).resolve("proc"))) {
                throw Problem.of("--root")
                        .value(root)
                        .fault("is not a recorded host")
                        .expected(root + "/proc")
                        .exception(ExitStatus.BAD_INPUT);
            }
            if (!HostRecorder.isComplete(root)) {
                throw Problem.of("--root")
                        .value(root)
                        .fault("is incomplete: record the host again")
                        .exception(ExitStatus.BAD_INPUT);
            }
            return new RecordedHost(root);
        }

        private static Host recorder(Path directory) {
            try {
                Files.createDirectories(UserPath.outputFolder(directory));
                try (Stream<Path> files = Files.list(directory)) {
                    if (files.findAny().isPresent()) {
                        throw Problem.of("--record")
                                .value(directory)
                                .expected("a new or empty directory")
                                .exception();
                    }
                }
            } catch (IOException e) {
                throw Problem.of(directory)
                        .fault("cannot be created", e)
                        .under("--record")
                        .exception(ExitStatus.ENVIRONMENT, e);
            }
            return HostRecorder.start(directory);
        }
    }

    /** {@code t2q host diff A B}: differences between two hosts. */
    @Command(
            name = "diff",
            description = {"Prints the differences between the hosts of two runs."},
            footer = {
                "",
                "A and B are run directories or files of t2q host fingerprint --json.",
                "",
                "Examples:",
                "  t2q host diff results/2026-11-20T0900-run results/2026-11-21T0900-run",
                "  t2q host diff colo1.json colo2.json"
            })
    static final class DiffCommand extends Subcommand {
        @Parameters(index = "0", paramLabel = "A", description = "run directory or fingerprint file")
        private Path first;

        @Parameters(index = "1", paramLabel = "B", description = "run directory or fingerprint file to compare with A")
        private Path second;

        @Override
        public Integer call() {
            Fingerprint a = Fingerprint.read(first);
            Fingerprint b = Fingerprint.read(second);
            List<String> sentences = a.differences(b);
            if (sentences.isEmpty()) {
                return print("the same host: " + a.lines().size() + " lines agree, fingerprint " + a.hash());
            }
            print("A is " + first + ", fingerprint " + a.hash());
            print("B is " + second + ", fingerprint " + b.hash());
            print(sentences.size() + " of "
                    + Math.max(a.lines().size(), b.lines().size()) + " lines differ:");
            return print(sentences.stream()
                    .map(sentence -> "  " + sentence.replaceAll("\\p{Cc}", "?"))
                    .toList());
        }
    }

    /** {@code t2q host fingerprint}: stable description of this host. */
    @Command(
            name = "fingerprint",
            description = {
                "Prints the identifying facts of this host and their hash.",
                "They change only if the host does."
            },
            sortOptions = false,
            footer = {
                "",
                "Every run records it in run.json.",
                "",
                "Examples:",
                "  t2q host fingerprint",
                "  t2q host fingerprint --json > colo1.json",
                "  t2q host diff colo1.json colo2.json"
            })
    static final class FingerprintCommand extends Subcommand {
        @Mixin
        private final HostOptions options = new HostOptions();

        @Option(names = "--json", description = "print JSON")
        private boolean json;

        @Override
        public Integer call() {
            options.check(false);
            Fingerprint fingerprint = FingerprintReader.of(options.host(), options.jvm());
            options.recorded();
            if (json) {
                return print(Fingerprint.json(fingerprint));
            }
            print("fingerprint " + fingerprint.hash());
            return print(fingerprint.lines().entrySet().stream()
                    .map(line -> String.format(Locale.ROOT, "%-30s %s", line.getKey(), line.getValue()))
                    .toList());
        }
    }
}
