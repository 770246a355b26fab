package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/**
 * Checks, before anything is measured, that our processes read the harness's clock: each reading of theirs must lie between
 * two of the harness's. Latencies are differences of readings of different processes, so without it there are none.
 */
final class ClockCheck {
    private static final int ROUNDS = 5;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final Supervisor supervisor;
    private final Supervisor.Listener listener;
    private final List<String> passed = new ArrayList<>();

    ClockCheck(Supervisor supervisor, Supervisor.Listener listener) {
        this.supervisor = supervisor;
        this.listener = listener;
    }

    /**
     * Asks a child some times.
     *
     * @throws ChildFailure when its clock is another one, or it does not answer
     */
    void check(Child child) throws ChildFailure, InterruptedException {
        long tightestNs = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            ForeignReading reading = read(child);
            if (!reading.ordered()) {
                throw new ChildFailure(child, complaint(child.role(), reading));
            }
            tightestNs = Math.min(tightestNs, reading.widthNs());
        }
        passed.add(child.role() + " within " + DurationText.format(tightestNs));
    }

    private ForeignReading read(Child child) throws ChildFailure, InterruptedException {
        long before = System.nanoTime();
        child.tell(Command.of(ControlChannel.CLOCK));
        StatusLine answer = supervisor.await(child, ControlChannel.CLOCK, LIMIT_NS, listener);
        long after = System.nanoTime();
        return new ForeignReading(
                before, answer.detailAs(ControlChannel.ClockAnswer.class).nanoTimeNs(), after);
    }

    static String complaint(String role, ForeignReading reading) {
        boolean ahead = reading.aheadAtLeastNs() > 0;
        long byNs = ahead ? reading.aheadAtLeastNs() : -reading.aheadAtMostNs();
        return role + " reads another clock than the harness: it is " + DurationText.format(byNs)
                + (ahead ? " ahead" : " behind")
                + " at least, and every latency would be wrong by that. Start both in one time namespace and check the"
                + " clock source with t2q clocks";
    }

    /** What was checked, for the record of the run. */
    String summary() {
        return "readings lay between two of the harness: " + String.join(", ", passed);
    }
}
