package org.ticktoquote.host.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.audit.AuditPage;
import org.ticktoquote.host.audit.AuditText;
import org.ticktoquote.host.audit.HostAudit;
import org.ticktoquote.host.audit.Profile;
import org.ticktoquote.host.change.ChangeOutcome;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.source.Host;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code t2q host}: what this host has that hurts latency. */
@Command(
        name = "host",
        description =
                "Audits this host: every setting known to affect latency, as found and as recommended, why, and how to change it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {FingerprintCommand.class, DiffCommand.class, HiccupsCommand.class, PingpongCommand.class},
        exitCodeListHeading = "%nExit statuses of the audit (an error prints nothing on standard output):%n",
        exitCodeList = {"0:fit for the profile", "1:fit with warnings", "2:unfit"},
        footer = {
            "",
            "Nothing is changed without --apply. What could not be read is unknown, and a warning where it",
            "matters.",
            "",
            "Examples:",
            "  t2q host",
            "  t2q host --profile lab --json",
            "  t2q host --record /tmp/colo1          keep what was read, to look at later",
            "  t2q host --root /tmp/colo1 --profile lab",
            "  sudo t2q host --profile lab --apply   change what warns, without a reboot",
            "  sudo t2q host --undo                  restore all of it, the latest first",
            "  t2q host diff results/A results/B     what differs between two runs' hosts"
        })
public final class HostCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            defaultValue = "dev",
            description = "what the host is to be fit for: dev (a shared machine) or lab (isolated cores) (default:"
                    + " ${DEFAULT-VALUE})")
    private Profile profile = Profile.DEV;

    @Mixin
    private final HostOptions options = new HostOptions();

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationText.class,
            description = "how long to watch for busy processes and steal (default: ${DEFAULT-VALUE})")
    private long watchNs;

    @Option(names = "--json", description = "JSON instead of text")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "also as a page, one offline file")
    private @Nullable Path html;

    @Mixin
    private final ChangeOptions changes = new ChangeOptions();

    @Override
    public Integer call() {
        changes.check();
        options.check(changes.any());
        if (changes.undo() && (json || html != null)) {
            throw Problem.of("--json and --html")
                    .expected("only with an audit, not with --undo")
                    .refusal();
        }
        if (changes.undo()) {
            return undo();
        }
        try (@Nullable OutputFile page = OutputFile.claimIfGiven(html)) {
            return audit(page);
        }
    }

    private Integer undo() {
        List<ChangeOutcome> outcomes = changes.undo(options.host(), options.stateFile());
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
            progress.update("looking at the host for " + DurationText.format(watchNs));
            audit = HostAudit.of(host, profile, Duration.ofNanos(watchNs));
            if (changes.apply()) {
                outcomes = changes.apply(host, options.stateFile(), audit);
                progress.update("looking again");
                audit = HostAudit.of(host, profile, Duration.ofNanos(watchNs));
            }
            fingerprint = FingerprintReader.of(host, options.jvm());
        }
        int inForce = changes.inForce(options.stateFile());
        options.recorded();
        if (page != null) {
            AuditPage.of(audit, fingerprint).write(page);
        }
        if (json) {
            print(AuditJson.of(audit, outcomes, fingerprint));
        } else {
            show(audit, outcomes, fingerprint, inForce);
        }
        return audit.fitness().exitStatus();
    }

    private void show(HostAudit audit, List<ChangeOutcome> outcomes, Fingerprint fingerprint, int inForce) {
        outcomes.forEach(outcome -> print(outcome.words()));
        if (changes.apply()) {
            print(outcomes.isEmpty() ? "nothing to change" : "");
        }
        AuditText.of(audit).forEach(this::print);
        print("");
        print("fingerprint " + fingerprint.hash());
        if (inForce > 0) {
            print("changes of --apply in force: " + inForce + "; t2q host --undo restores them");
        }
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
