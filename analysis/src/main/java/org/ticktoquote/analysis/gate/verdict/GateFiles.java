package org.ticktoquote.analysis.gate.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;

/** The files of a verdict in a directory; an earlier verdict there is replaced. */
public final class GateFiles {
    private GateFiles() {}

    /** Writes them, each whole or not at all. */
    public static void write(GateReport report, Path folder) {
        Refusal.under("--out", () -> UserPath.outputFolder(folder));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw Problem.of(folder).fault("cannot be made", e).refusal(ExitStatus.ENVIRONMENT, e);
        }
        report.write(folder.resolve(GateReport.FILE));
    }
}
