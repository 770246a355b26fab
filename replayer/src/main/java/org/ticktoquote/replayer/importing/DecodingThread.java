package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.feed.PluginExit;

/** Reads captures on a thread of its own, so that a decoder that never returns holds nobody else. */
final class DecodingThread {
    private static final long LOOK_MS = 200;

    private final PrintWriter err;
    private volatile @Nullable QuoteSource current;

    /**
     * A thread for each work.
     *
     * @param err where it is said that a decoder ended the process
     */
    DecodingThread(PrintWriter err) {
        this.err = err;
    }

    /** The source that is asked from now on. */
    QuoteSource watch(QuoteSource source) {
        current = source;
        return source;
    }

    /**
     * The result of work, as long as its decoder returns.
     *
     * @param tidy is to be done before the process ends, should the decoder end it
     */
    <T> T run(Supplier<T> work, Runnable tidy) {
        return PluginExit.during(() -> awaited(work), this::place, exit -> {
            tidy.run();
            err.println(exit.getMessage());
            err.flush();
        });
    }

    private String place() {
        QuoteSource source = current;
        return source == null ? "its loading" : source.place();
    }

    private <T> T awaited(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(task, "import-decoding");
        thread.setDaemon(true);
        thread.start();
        while (true) {
            try {
                return task.get(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException stillRunning) {
                requireReturn();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (CancellationException) new CancellationException("interrupted").initCause(e);
            }
        }
    }

    private void requireReturn() {
        QuoteSource source = current;
        if (source != null) {
            source.requireReturn();
        }
    }
}
