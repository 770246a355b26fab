package org.ticktoquote.comparison.gate.verdict;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.AtomicFile;

/** Writes the files of a verdict to a directory, replacing an earlier verdict. */
public final class GateFiles {
    public static final String MARKDOWN = "gate.md";
    public static final String JUNIT = "gate.xml";

    private GateFiles() {}

    /** Writes the files, each atomically. */
    public static void write(GateReport report, Path folder) {
        ProblemException.under("--out", () -> UserPath.outputFolder(folder));
        FileAccess.write(folder, () -> {
            Files.createDirectories(folder);
            AtomicFile.write(folder.resolve(MARKDOWN), GateMarkdown.of(report));
            AtomicFile.write(folder.resolve(JUNIT), GateJUnit.of(report));
        });
        report.write(folder.resolve(GateReport.FILE));
    }
}
