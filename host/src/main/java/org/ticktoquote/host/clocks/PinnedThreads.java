package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.ticktoquote.core.linux.Pinning;

/** Work on chosen CPUs, one thread on each. */
final class PinnedThreads {
    private PinnedThreads() {}

    /** The work of one thread, which runs on the CPU by then. */
    interface Work {
        void on(int cpu);
    }

    /**
     * Runs the work on every CPU at once and returns when all are done.
     *
     * @throws UnsupportedOperationException when the kernel does not let a thread stay on its CPU
     */
    static void run(List<Integer> cpus, Work work) {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int cpu : cpus) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            Thread thread = new Thread(() -> pinned(cpu, work, end), "clocks-cpu-" + cpu);
            thread.setDaemon(true);
            thread.start();
        }
        ends.forEach(PinnedThreads::await);
    }

    private static void pinned(int cpu, Work work, CompletableFuture<Void> end) {
        String refused = Pinning.pin(cpu);
        if (!refused.isEmpty()) {
            end.completeExceptionally(new UnsupportedOperationException("a thread is " + refused));
            return;
        }
        try {
            work.on(cpu);
            end.complete(null);
        } catch (RuntimeException failed) {
            end.completeExceptionally(failed);
        }
    }

    private static void await(CompletableFuture<Void> end) {
        try {
            end.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
