package org.ticktoquote.analysis.gate.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.WholeFile;

/** The files of a verdict in a directory; an earlier verdict there is replaced. */
public final class GateFiles {
    public static final String MARKDOWN = "gate.md";
    public static final String JUNIT = "gate.xml";

    private GateFiles() {}

    /** Writes them, each whole or not at all. */
    public static void write(GateReport report, Path folder) {
        Refusal.under("--out", () -> UserPath.outputFolder(folder));
        try {
            Files.createDirectories(folder);
            WholeFile.write(folder.resolve(MARKDOWN), GateMarkdown.of(report));
            WholeFile.write(folder.resolve(JUNIT), GateJUnit.of(report));
        } catch (IOException e) {
            throw Problem.of(folder).fault("cannot be written", e).refusal(ExitStatus.ENVIRONMENT, e);
        }
        report.write(folder.resolve(GateReport.FILE));
    }
}
