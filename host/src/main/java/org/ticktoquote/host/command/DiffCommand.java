package org.ticktoquote.host.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.fingerprint.FingerprintDifference;
import org.ticktoquote.host.fingerprint.FingerprintFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code t2q host diff A B}: what differs between two hosts. */
@Command(
        name = "diff",
        description = "Says in words what differs between the hosts of two runs.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A and B are run directories or files of t2q host fingerprint --json.",
            "",
            "Examples:",
            "  t2q host diff results/2026-11-20T0900-run results/2026-11-21T0900-run",
            "  t2q host diff colo1.json colo2.json"
        })
public final class DiffCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "a run directory or a fingerprint file")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "the one to compare it with")
    private Path second;

    @Override
    public Integer call() {
        Fingerprint a = FingerprintFile.read(first);
        Fingerprint b = FingerprintFile.read(second);
        List<String> sentences = new FingerprintDifference(a, b).sentences();
        PrintWriter out = spec.commandLine().getOut();
        if (sentences.isEmpty()) {
            out.println("the same host: " + a.lines().size() + " lines agree, fingerprint " + a.hash());
        } else {
            out.println("A is " + first + ", fingerprint " + a.hash());
            out.println("B is " + second + ", fingerprint " + b.hash());
            out.println(sentences.size() + " of "
                    + Math.max(a.lines().size(), b.lines().size()) + " lines differ:");
            sentences.forEach(sentence -> out.println("  " + sentence.replaceAll("\\p{Cc}", "?")));
        }
        out.flush();
        return ExitStatus.OK.code();
    }
}
