package org.ticktoquote.core.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Handles Ctrl-C and SIGTERM. Asks the work to end and keeps the JVM alive until it has ended or shows no progress for 60 s
 * outside of long steps, so that the work can clean up, save its measurements and print its messages. Prints a line if it
 * has not ended.
 */
public final class InterruptHook {
    private static final long LIMIT_S = 60;

    private final Runnable interrupt;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean interrupted;

    InterruptHook(Runnable interrupt) {
        this.interrupt = interrupt;
    }

    /**
     * Runs the work and closes its progress. If interrupted work fails, prints its problems here, because the JVM exits as
     * soon as the hook returns.
     *
     * @param interrupt action that asks the work to end. Called on another thread, at most once
     * @return the status of the work, or {@link ExitStatus#INTERRUPTED} if it was interrupted
     */
    public static ExitStatus during(Runnable interrupt, Progress progress, Supplier<ExitStatus> work) {
        InterruptHook hook = new InterruptHook(interrupt);
        try (ShutdownHook registered = new ShutdownHook("interrupt", () -> hook.end(LIMIT_S, progress))) {
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
        } catch (ProblemException refusal) {
            if (!interrupted) {
                throw refusal;
            }
            progress.line("t2q: " + refusal.getMessage());
            return ExitStatus.INTERRUPTED;
        }
    }

    /** Waits for the end of the work. The JVM exits afterwards in any case. */
    void end(long limitS, Progress progress) {
        interrupted = true;
        interrupt.run();
        try {
            boolean ended;
            boolean inLongStep;
            do {
                inLongStep = progress.isInLongStep();
                ended = endsWhileProgressing(limitS, progress::latest);
            } while (!ended && (inLongStep || progress.isInLongStep()));
            if (!ended) {
                progress.line("t2q: no progress for " + limitS
                        + " s after the interruption, and its files are incomplete: " + progress.latest());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end of the work. Returns false once its latest progress has not changed for the limit. */
    boolean endsWhileProgressing(long limitS, Supplier<String> latest) throws InterruptedException {
        String before;
        do {
            before = latest.get();
            if (over.await(limitS, TimeUnit.SECONDS)) {
                return true;
            }
        } while (!latest.get().equals(before));
        return false;
    }
}
