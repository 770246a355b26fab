package org.ticktoquote.replayer.replay;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.ticktoquote.core.command.ShutdownHook;

/** Turns Ctrl-C and SIGTERM into an orderly stop: they end the virtual machine when the work has ended, or after 3 s. */
final class StopOnSignal {
    private static final long LIMIT_S = 3;

    private final Runnable stop;
    private final CountDownLatch ended = new CountDownLatch(1);

    private StopOnSignal(Runnable stop) {
        this.stop = stop;
    }

    /** Does the work; a signal that comes meanwhile calls {@code stop} on another thread. */
    static <T> T during(Supplier<T> work, Runnable stop) {
        StopOnSignal signal = new StopOnSignal(stop);
        try (ShutdownHook hook = new ShutdownHook("replayer-signal", signal::stopAndWait)) {
            try {
                return work.get();
            } finally {
                signal.ended.countDown();
            }
        }
    }

    private void stopAndWait() {
        stop.run();
        try {
            boolean unused = ended.await(LIMIT_S, TimeUnit.SECONDS); // late or not, the end is near
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
