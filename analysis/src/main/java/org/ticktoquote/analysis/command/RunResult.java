package org.ticktoquote.analysis.command;

import java.io.PrintWriter;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.report.RunFiles;
import org.ticktoquote.analysis.report.RunText;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.RunDirectory;

/** Writes the results of a run: files, a table, the path of the report, and an exit status. */
public final class RunResult {
    private final RunDirectory directory;
    private final PrintWriter out;

    /** Creates the results of a finished run. The table is printed to {@code out}. */
    public RunResult(RunDirectory directory, PrintWriter out) {
        this.directory = directory;
        this.out = out;
    }

    /** Derives all files from the journals on the given workers, and prints the table. */
    public ExitStatus derive(Progress progress, Workers workers) {
        progress.stage("analysing " + directory.path());
        RunAnalysis result = RunFiles.derive(directory, workers);
        Summary summary = result.summary();
        progress.close();
        RunText.of(result, directory.path().toString()).forEach(out::println);
        out.println();
        out.println("report:  " + directory.report());
        out.println("figures: " + directory.summary());
        out.flush();
        return status(summary.findings());
    }

    /** A broken service level fails the application, like the verdict FAILED. Levels of a VOID run are ignored. */
    static ExitStatus status(Summary.Findings findings) {
        return switch (findings.validity()) {
            case VALID, DEGRADED -> levels(findings);
            case FAILED -> ExitStatus.FAILED;
            case VOID -> ExitStatus.VOID;
        };
    }

    private static ExitStatus levels(Summary.Findings findings) {
        if (findings.any(LevelState.BROKEN)) {
            return ExitStatus.FAILED;
        }
        return findings.any(LevelState.UNDECIDED) ? ExitStatus.UNDECIDED : ExitStatus.OK;
    }
}
