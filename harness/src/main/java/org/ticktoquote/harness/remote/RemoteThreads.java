package org.ticktoquote.harness.remote;

import java.util.Optional;
import org.ticktoquote.harness.remote.DeputyOrders.Kept;
import org.ticktoquote.harness.remote.DeputyOrders.Placing;
import org.ticktoquote.harness.remote.DeputyOrders.Values;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ThreadAccount;
import org.ticktoquote.harness.threads.keep.ThreadHand;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** Threads on another host, in the hands of its deputy, who gives their masks back also when the connection is gone. */
final class RemoteThreads implements ThreadHand {
    private final Deputy deputy;
    private final ThreadChoice threads;
    private final HostProcesses processes;

    RemoteThreads(Deputy deputy, ThreadChoice threads, HostProcesses processes) {
        this.deputy = deputy;
        this.threads = threads;
        this.processes = processes;
    }

    @Override
    public void place() {
        deputy.ask(DeputyOrders.THREADS_PLACE, new Placing(threads.name(), threads.yaml(), processes), Values.class);
    }

    @Override
    public void measuring() {
        deputy.ask(DeputyOrders.THREADS_MEASURING, Values.class);
    }

    @Override
    public void measured() {
        deputy.ask(DeputyOrders.THREADS_MEASURED, Values.class);
    }

    @Override
    public Optional<ThreadAccount> finish() {
        return Optional.ofNullable(
                deputy.ask(DeputyOrders.THREADS_FINISH, Kept.class).account());
    }
}
