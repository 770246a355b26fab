package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/**
 * Checks before measuring that t2q processes read the clock of their host. Each reading of a process must lie between
 * two readings of the harness, or of the agent on another host. Latencies are differences between readings of different
 * processes and require one clock.
 */
final class ClockCheck {
    private static final int ROUNDS = 5;

    private final Supervisor supervisor;
    private final Supervisor.Listener listener;
    private final long limitNs;
    private final Map<String, List<String>> passed = new LinkedHashMap<>();

    /** @param limitNs limit for an answer */
    ClockCheck(Supervisor supervisor, Supervisor.Listener listener, long limitNs) {
        this.limitNs = limitNs;
        this.supervisor = supervisor;
        this.listener = listener;
    }

    /**
     * Compares several readings of a child.
     *
     * @throws ChildFailure if its clock is a different one, or if it does not answer
     */
    void check(Child child, RunHost host) throws ChildFailure, InterruptedException {
        String whose = host.isRemote() ? "host " + host.name() : "the harness";
        Optional<ClockIdentity> held = child.clockElsewhere();
        if (held.isPresent() && !held.get().same(host.clock())) {
            throw new ChildFailure(
                    child,
                    Role.describe(child.role()) + " uses a different clock than " + whose + ": " + held.get()
                            + ", expected " + host.clock());
        }
        long tightestNs = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            PeerClockReading reading = read(child, host);
            if (!reading.ordered()) {
                throw new ChildFailure(child, complaint(Role.describe(child.role()), whose, reading));
            }
            tightestNs = Math.min(tightestNs, reading.widthNs());
        }
        passed.computeIfAbsent(whose, any -> new ArrayList<>())
                .add(Role.describe(child.role()) + " within " + DurationText.format(tightestNs));
    }

    private PeerClockReading read(Child child, RunHost host) throws ChildFailure, InterruptedException {
        long before = host.exchange().readingNs();
        child.send(ControlCommand.of(ControlChannel.CLOCK));
        StatusLine answer = supervisor.await(child, ControlChannel.CLOCK, limitNs, listener);
        long after = host.exchange().readingNs();
        return new PeerClockReading(
                before, answer.detailAs(ControlChannel.ClockAnswer.class).nanoTimeNs(), after);
    }

    static String complaint(String role, String whose, PeerClockReading reading) {
        boolean ahead = reading.aheadAtLeastNs() > 0;
        long byNs = ahead ? reading.aheadAtLeastNs() : -reading.aheadAtMostNs();
        return role + " uses a different clock than " + whose + ", at least " + DurationText.format(byNs)
                + (ahead ? " ahead" : " behind")
                + ": every latency would be wrong by this. Start both in one time namespace and check the clock source"
                + " with t2q clocks";
    }

    /** Describes the checks, for the manifest. */
    String summary() {
        return passed.entrySet().stream()
                .map(each ->
                        "readings between two readings of " + each.getKey() + ": " + String.join(", ", each.getValue()))
                .collect(Collectors.joining("; "));
    }
}
