package org.ticktoquote.harness.check;

import java.io.PrintWriter;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ReplayerLines;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.RunSequence;

/** A brief run of an application, and what it showed. */
public final class ApplicationCheck {
    private final RunPlan plan;

    /**
     * Of the application of a plan.
     *
     * @param input what the plan's options choose of the recording
     */
    public ApplicationCheck(RunPlan plan, ReplayerLines.Checked input) {
        this.plan = BriefPlan.of(plan, input);
    }

    /** Runs and prints; the plan's directory is there, and is not needed any more afterwards. */
    public ExitStatus run(RunSequence runs, Progress progress, PrintWriter out) {
        Run.Outcome outcome = runs.execute(plan);
        progress.close();
        CheckReport report = new CheckReport(plan, SeenMessages.of(plan.directory()), out);
        try {
            return outcome.measured() && outcome.cause().isEmpty()
                    ? report.measured(BriefRun.of(plan.directory()))
                    : report.unmeasured(outcome);
        } finally {
            out.flush();
        }
    }
}
