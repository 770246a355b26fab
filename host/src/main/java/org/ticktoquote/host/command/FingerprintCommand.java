package org.ticktoquote.host.command;

import java.io.PrintWriter;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.fingerprint.FingerprintFile;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code t2q host fingerprint}: the stable description of this host. */
@Command(
        name = "fingerprint",
        description = "Prints what identifies this host, in lines that change only when the host does, and their hash.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Every run carries it in run.json.",
            "",
            "Examples:",
            "  t2q host fingerprint",
            "  t2q host fingerprint --json > colo1.json",
            "  t2q host diff colo1.json colo2.json"
        })
public final class FingerprintCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final HostOptions options = new HostOptions();

    @Option(names = "--json", description = "JSON instead of text")
    private boolean json;

    @Override
    public Integer call() {
        options.check(false);
        Fingerprint fingerprint = FingerprintReader.of(options.host(), options.jvm());
        options.recorded();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(FingerprintFile.json(fingerprint));
        } else {
            out.println("fingerprint " + fingerprint.hash());
            fingerprint
                    .lines()
                    .forEach((name, value) -> out.println(String.format(Locale.ROOT, "%-30s %s", name, value)));
        }
        out.flush();
        return ExitStatus.OK.code();
    }
}
