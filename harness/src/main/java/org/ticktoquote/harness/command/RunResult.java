package org.ticktoquote.harness.command;

import java.io.PrintWriter;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
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
            throw new Refusal(beforeMeasuring(outcome), outcome.cause() + "; nothing was measured");
        }
        if (!outcome.cause().isEmpty()) {
            progress.stage(outcome.cause());
        }
        return derive(progress);
    }

    private static RunAnalysis analysis() {
        throw new UnsupportedOperationException("later");
    }

    private static ExitStatus beforeMeasuring(Run.Outcome outcome) {
        if (outcome.manifest().state().equals(org.ticktoquote.core.run.RunManifest.INTERRUPTED)) {
            return ExitStatus.INTERRUPTED;
        }
        return outcome.role().equals("pricing-app") ? ExitStatus.FAILED : ExitStatus.ENVIRONMENT;
    }

    /** Derives every file from the journals and prints the table. */
    ExitStatus derive(Progress progress) {
        progress.stage("analysing " + directory.path());
        RunAnalysis analysis = analysis();
        progress.close();
        ResultTable.of(analysis.summary()).forEach(out::println);
        out.println();
        out.println("report:  " + directory.report());
        out.println("figures: " + directory.summary());
        out.flush();
        return switch (analysis.summary().validity()) {
            case VALID, DEGRADED -> ExitStatus.OK;
            case FAILED -> ExitStatus.FAILED;
            case VOID -> ExitStatus.VOID;
        };
    }
}
