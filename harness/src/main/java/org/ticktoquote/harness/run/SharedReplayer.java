package org.ticktoquote.harness.run;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ExecutionHost;
import org.ticktoquote.harness.process.Supervisor;

/**
 * The replayer shared by two concurrent runs. Sends a command when both runs have given it, and ends when both have
 * ended. The first run starts the replayer. Its application starts before that of the second run. Sessions are
 * connected when both runs have started. Thread-safe.
 */
final class SharedReplayer {
    private static final long POLL_MS = 50;
    private static final long END_LIMIT_S = 300;

    private final RunSequence.DuetRun first;
    private final RunSequence.DuetRun second;
    private final @Nullable Long turnSeed;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch firstStarted = new CountDownLatch(1);
    private final CountDownLatch secondStarted = new CountDownLatch(1);
    private final CountDownLatch secondOver = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Map<String, RunLink> orders = new HashMap<>();
    private @Nullable Child replayer;
    private String failure = "";

    final RunLink firstLink = new RunLink(true);
    final RunLink secondLink = new RunLink(false);

    /** @param turnSeed seed of the turns of both runs; null if both get each tick at once */
    SharedReplayer(RunSequence.DuetRun first, RunSequence.DuetRun second, @Nullable Long turnSeed) {
        this.first = first;
        this.second = second;
        this.turnSeed = turnSeed;
    }

    /** Returns whether both runs have given the command. */
    private synchronized boolean givenByBoth(ControlCommand order, RunLink from) {
        RunLink before = orders.putIfAbsent(order.name(), from);
        if (before == null || before == from) {
            return false;
        }
        orders.remove(order.name());
        return true;
    }

    private synchronized void broken(String why) {
        if (failure.isEmpty()) {
            failure = why;
        }
    }

    private synchronized String broken() {
        return failure;
    }

    private synchronized void running(Child child) {
        replayer = child;
        started.countDown();
    }

    private synchronized Child running() {
        Child child = replayer;
        if (child == null) {
            throw new IllegalStateException("the replayer is not started");
        }
        return child;
    }

    /** Marks a run as ended, so that the other one no longer waits for it. */
    void ended(RunLink part) {
        (part == firstLink ? ended : secondOver).countDown();
    }

    /** Link of one run to the replayer. */
    final class RunLink implements ReplayerLink {
        private final boolean leads;
        private @Nullable Supervisor supervisor;

        private RunLink(boolean leads) {
            this.leads = leads;
        }

        /** Sets the run's supervisor, which is interrupted if the other run cannot continue. */
        RunLink of(Supervisor own) {
            supervisor = own;
            return this;
        }

        private RunLink other() {
            return leads ? secondLink : firstLink;
        }

        private Supervisor supervisor() {
            Supervisor own = supervisor;
            if (own == null) {
                throw new IllegalStateException("this part has no run");
            }
            return own;
        }

        @Override
        public Child start(Supervisor own, RunHosts hosts, Commands commands) throws InterruptedException {
            if (!leads) {
                await(started);
                own.adopt(running(), this::awaitEnd);
                return running();
            }
            Commands secondCommands = new Commands(second.plan(), RunHosts.onLocalHost(second.plan()));
            Child child = own.start(
                    Role.REPLAYER,
                    hosts.replayer(),
                    commands.replayer(secondCommands.replayerLog()),
                    commands.replayPlan(secondCommands.asSecond(), turnSeed),
                    other().supervisor());
            own.before(child, () -> await(secondOver, END_LIMIT_S));
            running(child);
            return child;
        }

        @Override
        public boolean starts() {
            return leads;
        }

        @Override
        public String readyStatus() {
            return leads ? ProcessProtocol.READY : ReplayerProtocol.SECOND_READY;
        }

        @Override
        public String doneStatus() {
            return leads ? ProcessProtocol.DONE : ReplayerProtocol.SECOND_DONE;
        }

        @Override
        public Map<String, String> facts() {
            Map<String, String> facts = new HashMap<>();
            facts.put(
                    RunManifest.DUET_PARTNER_FACT,
                    (leads ? second : first).plan().identity().toString());
            facts.put(RunManifest.DUET_FIRST_FACT, Boolean.toString(leads));
            if (turnSeed != null) {
                facts.put(RunManifest.DUET_TURNS_FACT, turnSeed.toString());
            }
            if (!own().cpus().isEmpty()) {
                facts.put(RunManifest.DUET_CPUS_FACT, own().cpus());
            }
            return facts;
        }

        @Override
        public long lastingNs(long ns) {
            return turnSeed == null ? ns : new TurnSchedule(turnSeed, leads).durationNs(ns);
        }

        @Override
        public long firstSnapshotsLimitNs(RunPlan plan) {
            return Math.max(
                    first.plan().timing().firstSnapshotsLimitNs(),
                    second.plan().timing().firstSnapshotsLimitNs());
        }

        private RunSequence.DuetRun own() {
            return leads ? first : second;
        }

        @Override
        public ExecutionHost application(RunHosts hosts) {
            return own().cpus().isEmpty() ? hosts.application() : new ExecutionHost.CpuBound(own().cpus());
        }

        @Override
        public void awaitStart() throws InterruptedException {
            if (!leads) {
                await(firstStarted);
            }
        }

        /**
         * Waits for both runs, because the feed starts for both together. An application with subscribers might not
         * wait long for the pairs that it learns from the feed.
         */
        @Override
        public void started() throws InterruptedException {
            (leads ? firstStarted : secondStarted).countDown();
            await(secondStarted);
        }

        /**
         * Sends a command when both runs have given it. Sends the end of the replay at once, because it ends the measurement of
         * both.
         */
        @Override
        public void send(Child child, ControlCommand order) {
            if (order.name().equals(ReplayerProtocol.REPLAY_END) || givenByBoth(order, this)) {
                child.send(order);
            }
        }

        @Override
        public void release(String why) {
            if (!why.isEmpty()) {
                broken("the concurrent run ended: " + why);
                other().supervisor().interrupt();
            }
        }

        @Override
        public String interruption() {
            return broken().isEmpty() ? "interrupted" : broken();
        }

        private void awaitEnd() {
            secondOver.countDown();
            await(ended, END_LIMIT_S);
        }

        /** Waits for a latch. An interruption of the run ends the wait. */
        private void await(CountDownLatch latch) throws InterruptedException {
            while (!latch.await(POLL_MS, TimeUnit.MILLISECONDS)) {
                supervisor().requireNotInterrupted();
            }
        }

        private void await(CountDownLatch latch, long limitS) {
            try {
                if (!latch.await(limitS, TimeUnit.SECONDS)) {
                    broken("the concurrent run did not end");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
