package org.ticktoquote.host.clocks;

import java.util.concurrent.CompletableFuture;
import org.ticktoquote.core.linux.Pinning;

/** A thread that keeps one CPU busy until it is closed. */
final class Spinner implements AutoCloseable {
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final int cpu;
    private volatile boolean stop;

    @SuppressWarnings("unused") // keeps the loop from being empty
    private volatile long turns;

    Spinner(int cpu) {
        this.cpu = cpu;
        Thread thread = new Thread(this::spin, "clocks-spinner");
        thread.setDaemon(true);
        thread.start();
    }

    private void spin() {
        try {
            boolean pinned = Pinning.pin(cpu).isEmpty();
            for (long turn = 0; pinned && !stop; turn++) {
                turns = turn;
            }
        } finally {
            end.complete(null);
        }
    }

    int cpu() {
        return cpu;
    }

    @Override
    public void close() {
        stop = true;
        end.join();
    }
}
