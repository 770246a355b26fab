package org.ticktoquote.host.clocks;

import com.sun.jna.LastErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

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
        try {
            Cpus.pin(cpu);
            work.on(cpu);
            end.complete(null);
        } catch (LastErrorException | LinkageError refused) {
            end.completeExceptionally(new UnsupportedOperationException(
                    "a thread cannot be kept on CPU " + cpu + ": " + refused.getMessage(), refused));
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
