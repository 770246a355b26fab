package org.ticktoquote.core.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Ctrl-C and SIGTERM: tells the work to end and holds the JVM until it has, so that nothing stays behind, what was
 * measured is kept, and everything that is to be said has been said.
 */
public final class InterruptHook {
    private static final long LIMIT_S = 60;

    private final Runnable interrupt;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean interrupted;

    private InterruptHook(Runnable interrupt) {
        this.interrupt = interrupt;
    }

    /**
     * Does the work and closes its progress. Interrupted, a refusal is reported here: once the hook lets go, the JVM is gone.
     *
     * @param interrupt called on another thread, at most once
     * @return the status of the work, {@link ExitStatus#INTERRUPTED} when it was interrupted
     */
    public static ExitStatus during(Runnable interrupt, Progress progress, Supplier<ExitStatus> work) {
        InterruptHook hook = new InterruptHook(interrupt);
        try (ShutdownHook registered = new ShutdownHook("interrupt", hook::end)) {
            try (progress) {
                return hook.status(progress, work);
            } finally {
                hook.over.countDown();
            }
        }
    }

    private ExitStatus status(Progress progress, Supplier<ExitStatus> work) {
        try {
            ExitStatus status = work.get();
            return interrupted ? ExitStatus.INTERRUPTED : status;
        } catch (Refusal refusal) {
            if (!interrupted) {
                throw refusal;
            }
            progress.line("t2q: " + refusal.getMessage());
            return ExitStatus.INTERRUPTED;
        }
    }

    private void end() {
        interrupted = true;
        interrupt.run();
        try {
            boolean unused = over.await(LIMIT_S, TimeUnit.SECONDS); // late or not, the end is near
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
