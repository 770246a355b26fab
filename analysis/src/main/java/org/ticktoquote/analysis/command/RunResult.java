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

/** What a person gets of a run: files, a table, the path of the report, and an exit status. */
public final class RunResult {
    private final RunDirectory directory;
    private final PrintWriter out;

    /** Of a run whose journals are whole; the table goes to {@code out}. */
    public RunResult(RunDirectory directory, PrintWriter out) {
        this.directory = directory;
        this.out = out;
    }

    /** Derives every file from the journals, by so many threads, and prints the table. */
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

    /** A broken level is the application's doing, as what it FAILED by; of a VOID run nothing is known. */
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
