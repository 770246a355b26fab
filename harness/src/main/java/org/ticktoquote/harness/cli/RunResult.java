package org.ticktoquote.harness.cli;

import java.io.PrintWriter;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.report.RunFiles;
import org.ticktoquote.analysis.report.RunText;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.run.Run;

/** What a person gets of a run: files, a table, the path of the report, and an exit status. */
final class RunResult {
    private final RunDirectory directory;
    private final PrintWriter out;

    RunResult(RunDirectory directory, PrintWriter out) {
        this.directory = directory;
        this.out = out;
    }

    /** Derives and prints everything after a run. */
    ExitStatus of(Run.Outcome outcome, Progress progress) {
        if (!outcome.measured()) {
            throw Problem.ofFault(outcome.cause() + "; nothing was measured").refusal(outcome.status());
        }
        if (!outcome.cause().isEmpty()) {
            progress.stage(outcome.cause());
        }
        outcome.manifest().stream()
                .flatMap(manifest -> manifest.observed().processes().stream())
                .filter(end -> end.end().equals(ProcessEnd.HUNG))
                .forEach(end -> progress.stage(end.role() + " " + end.cause() + " and was killed"));
        return derive(progress, Workers.ofProcessors());
    }

    /** Derives every file from the journals, by so many threads, and prints the table. */
    ExitStatus derive(Progress progress, Workers workers) {
        progress.stage("analysing " + directory.path());
        RunAnalysis result = RunFiles.derive(directory, workers);
        Summary summary = result.summary();
        progress.close();
        RunText.of(summary, result.manifest().observed().host()).forEach(out::println);
        out.println();
        out.println("report:  " + directory.report());
        out.println("figures: " + directory.summary());
        out.flush();
        return switch (summary.findings().validity()) {
            case VALID, DEGRADED -> ExitStatus.OK;
            case FAILED -> ExitStatus.FAILED;
            case VOID -> ExitStatus.VOID;
        };
    }
}
