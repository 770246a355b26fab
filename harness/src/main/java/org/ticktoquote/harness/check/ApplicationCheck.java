package org.ticktoquote.harness.check;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.RunSequence;

/** Checks an application with a brief run. */
public final class ApplicationCheck {
    private static final String TRACE = "--trace";
    /** Enough ticks for at least one quote. */
    private static final int TICKS = 40;

    private static final long MIN_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(3);
    private static final double MAX_TOLERANCE = 1000;
    private static final RunPlan.WarmUp FIRST_PRICES_ONLY = new RunPlan.WarmUp(0, 1, 1, 1, MAX_TOLERANCE);

    private final RunPlan plan;

    /**
     * Creates a check of a plan's application.
     *
     * @param input part of the recording that the plan's options select
     */
    public ApplicationCheck(RunPlan plan, ReplayerProtocol.Checked input) {
        this.plan = brief(plan, input);
    }

    /** Runs the check and prints its result. The plan's directory must exist and is no longer needed afterwards. */
    public ExitStatus run(RunSequence runs, Progress progress, PrintWriter out) {
        Run.Outcome outcome = runs.execute(plan);
        progress.close();
        CheckReport report = new CheckReport(plan, TracedMessages.of(plan.directory()), out);
        try {
            return outcome.measured() && outcome.cause().isEmpty()
                    ? report.measured(BriefRun.of(plan.directory()))
                    : report.unmeasured(outcome);
        } finally {
            out.flush();
        }
    }

    /**
     * Returns the plan of the shortest possible run with a message trace: every pair's first price, and the first few ticks
     * of the window. Captures and evidence are off; everything else is as in the original plan.
     */
    private static RunPlan brief(RunPlan plan, ReplayerProtocol.Checked input) {
        RunPlan.Input whole = plan.input();
        RunPlan.Sessions sessions = plan.sessions();
        return new RunPlan(
                plan.identity(),
                plan.directory(),
                new RunPlan.Input(
                        whole.recording(),
                        window(input, whole.speed()),
                        whole.speed(),
                        whole.feed(),
                        whole.venues(),
                        whole.plugins(),
                        whole.sender().with(TRACE)),
                new RunPlan.Sessions(
                        sessions.count(),
                        sessions.pairs(),
                        sessions.template(),
                        sessions.accept(),
                        sessions.allowMissing(),
                        sessions.options(),
                        true),
                plan.application(),
                plan.declared(),
                new RunPlan.Timing(
                        plan.timing().startLimitNs(),
                        FIRST_PRICES_ONLY,
                        plan.timing().drainNs()),
                plan.profile(),
                plan.threads(),
                plan.hosts().withoutCaptures(),
                RunPlan.Evidence.NONE,
                plan.capture());
    }

    private static String window(ReplayerProtocol.Checked input, double speed) {
        double nsPerTick = (double) (input.toNs() - input.fromNs()) / Math.max(1, input.ticks());
        long longestNs = Math.max(MIN_NS, (long) (MAX_NS * speed));
        long lengthNs = Math.max(MIN_NS, Math.min(longestNs, (long) (TICKS * nsPerTick)));
        long toNs = Math.min(input.toNs(), input.fromNs() + lengthNs);
        return instant(input.fromNs()) + ".." + instant(toNs);
    }

    private static Instant instant(long ns) {
        return Instant.ofEpochSecond(0, ns);
    }
}
