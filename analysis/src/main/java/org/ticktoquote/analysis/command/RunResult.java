package org.ticktoquote.analysis.command;

import java.io.PrintWriter;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.report.RunFiles;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Derives the results of a run: writes its files, prints a table and the path of the report, and returns an exit status.
 *
 * @param directory of a finished run
 * @param out for the table
 */
public record RunResult(RunDirectory directory, PrintWriter out, boolean verbose) {
    /** Help of the option {@code --verbose} of every command that prints a result. */
    public static final String VERBOSE = "also print staleness, drift and the harness's own audit";

    /** Derives all files from the journals on the given workers, and prints the table. */
    public ExitStatus derive(Progress progress, Workers workers) {
        RunAnalysis result =
                progress.longStep("analysing " + directory.path(), () -> RunFiles.derive(directory, workers));
        Summary summary = result.summary();
        progress.close();
        RunReport.lines(result, directory.path().toString(), verbose).forEach(out::println);
        out.println();
        out.println("report:  " + directory.report());
        out.println("figures: " + directory.summary());
        out.flush();
        return status(summary.findings());
    }

    /**
     * Returns the exit status. A broken service level fails the application, like the verdict FAILED. Levels of a VOID run
     * are ignored.
     */
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
