package org.ticktoquote.replayer.replay;

import java.util.function.Supplier;
import org.ticktoquote.core.command.ShutdownHook;

/** Turns Ctrl-C and SIGTERM into an orderly stop. The JVM ends when the work has ended, or after 3 s. */
final class StopOnSignal {
    private static final long LIMIT_S = 3;

    private StopOnSignal() {}

    /** Runs the work. A signal during it calls {@code stop} on another thread. */
    static <T> T during(Supplier<T> work, Runnable stop) {
        try (ShutdownHook hook = new ShutdownHook("replayer-signal", stop, LIMIT_S, () -> {})) {
            return work.get();
        }
    }
}
