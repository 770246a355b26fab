package org.ticktoquote.harness.matrix.definition;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.harness.run.RunPlan;

/** What can be judged of a run's input before its recording is there: its form. The replayer judges the rest when it is. */
final class InputForm {
    /** Recordings that begin in 1970 and 2200, one as early and one as late on its day as there can be. */
    private static final List<RecordingTime> EXTREMES = List.of(
            new RecordingTime(1, 1),
            new RecordingTime(TimeUnit.DAYS.toNanos(84_006) - 1, TimeUnit.DAYS.toNanos(84_006) - 1));

    private InputForm() {}

    static List<Problem> mistakes(RunPlan plan) {
        List<Problem> wrong = new ArrayList<>();
        judge("--window", () -> inSomeRecording(plan.input().window()), wrong);
        if (!uri(plan.input().feed())) {
            wrong.add(Problem.of("--feed")
                    .value(plan.input().feed())
                    .expected("a URI such as udp://HOST:PORT or tcp://HOST:PORT"));
        }
        if (plan.sessions().pairs().size() == 1
                && plan.sessions().pairs().get(0).matches("-[0-9]+|[+]?0*")) {
            wrong.add(Problem.of("--pairs")
                    .value(plan.sessions().pairs().get(0))
                    .expected("a count of at least 1, or symbols"));
        }
        plan.input().venues().ifPresent(file -> judge("--venues", () -> UserPath.input(file), wrong));
        plan.sessions().template().ifPresent(file -> judge("--session-template", () -> UserPath.input(file), wrong));
        return wrong;
    }

    /** A window that begins with an instant and ends with a time of day, or with T0, has its order from the recording. */
    private static void inSomeRecording(String window) {
        try {
            EXTREMES.get(0).window(window);
        } catch (Refusal early) {
            EXTREMES.get(1).window(window);
        }
    }

    private static void judge(String option, Runnable reading, List<Problem> wrong) {
        try {
            reading.run();
        } catch (Refusal refusal) {
            refusal.problems().forEach(problem -> wrong.add(problem.under(option)));
        }
    }

    /** Which schemes there are is the replayer's to know: a feed may be the user's own. */
    private static boolean uri(String text) {
        try {
            return URI.create(text).getScheme() != null;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
