package org.ticktoquote.harness.host.command;

import java.io.PrintWriter;
import java.time.Duration;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.host.audit.Audit;
import org.ticktoquote.harness.host.audit.AuditText;
import org.ticktoquote.harness.host.audit.Profile;
import org.ticktoquote.harness.host.fingerprint.Fingerprint;
import org.ticktoquote.harness.host.fingerprint.FingerprintReader;
import org.ticktoquote.harness.host.source.Host;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code t2q host}: what this host has that hurts latency. */
@Command(
        name = "host",
        description =
                "Audits this host: everything known to hurt latency, found and wanted, why, and how to change it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {FingerprintCommand.class, DiffCommand.class, HiccupsCommand.class, PingpongCommand.class},
        exitCodeListHeading = "%nExit statuses of the audit (an error prints nothing on standard output):%n",
        exitCodeList = {"0:fit for the profile", "1:fit with warnings", "2:unfit"},
        footer = {
            "",
            "Nothing is changed. What could not be read is unknown, and counts as a warning where it matters.",
            "",
            "Examples:",
            "  t2q host",
            "  t2q host --profile lab --json",
            "  t2q host --record /tmp/colo1          keep what was read, to look at it elsewhere",
            "  t2q host --root /tmp/colo1 --profile lab",
            "  t2q host diff results/A results/B     what differs between the hosts of two runs"
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

    @Override
    public Integer call() {
        Host host = options.host();
        Audit audit;
        Fingerprint fingerprint;
        try (Progress progress = Progress.onStandardError()) {
            progress.update("looking at the host for " + DurationText.format(watchNs));
            audit = Audit.of(host, profile, Duration.ofNanos(watchNs));
            fingerprint = FingerprintReader.of(host, options.jvm());
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(AuditJson.of(audit, fingerprint));
        } else {
            AuditText.of(audit).forEach(out::println);
            out.println();
            out.println("fingerprint " + fingerprint.hash());
        }
        out.flush();
        return audit.fitness().exitStatus();
    }
}
