package org.ticktoquote.harness.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.harness.remote.DeputyOrders.Kept;
import org.ticktoquote.harness.remote.DeputyOrders.Placing;
import org.ticktoquote.harness.remote.DeputyOrders.Values;
import org.ticktoquote.harness.site.Site;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ManagedProcess;
import org.ticktoquote.harness.threads.keep.ThreadAccount;
import org.ticktoquote.harness.threads.keep.ThreadHand;

/** The threads of a run as its deputy has them in hand. Used by one thread. */
final class DeputyThreads {
    private static final Values DONE = new Values(Map.of());

    private @Nullable ThreadHand hand;

    Values place(Site site, Placing order) {
        HostProcesses processes = order.processes().and(ours(order.processes()));
        ThreadHand placing = site.threads(order.choice(), processes, masks -> {});
        hand = placing;
        placing.place();
        return DONE;
    }

    /** The deputy itself, and the tethers that hold the processes. */
    private static List<ManagedProcess> ours(HostProcesses processes) {
        List<ManagedProcess> ours = new ArrayList<>();
        ours.add(harness(ProcessHandle.current().pid()));
        Stream.concat(processes.processes().stream().map(ManagedProcess::pid), processes.applicationGroups().stream())
                .flatMap(held -> ProcessHandle.of(held).flatMap(ProcessHandle::parent).stream())
                .forEach(tether -> ours.add(harness(tether.pid())));
        return ours;
    }

    private static ManagedProcess harness(long pid) {
        return new ManagedProcess(Party.HARNESS, pid, false);
    }

    Values measuring() {
        held().ifPresent(ThreadHand::measuring);
        return DONE;
    }

    Values measured() {
        held().ifPresent(ThreadHand::measured);
        return DONE;
    }

    /** Gives the masks back; harmless when it was done. */
    Kept finish() {
        @Nullable ThreadAccount account = held().flatMap(ThreadHand::finish).orElse(null);
        hand = null;
        return new Kept(account);
    }

    private Optional<ThreadHand> held() {
        return Optional.ofNullable(hand);
    }
}
