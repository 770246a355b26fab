package org.ticktoquote.harness.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ctrl-C and SIGTERM: tells the run to end and holds the JVM until it has, so that nothing stays behind and what was
 * measured is kept.
 */
final class InterruptHook implements AutoCloseable {
    private static final long LIMIT_S = 40;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean interrupted;

    InterruptHook(Runnable interrupt) {
        this.thread = new Thread(() -> end(interrupt), "interrupt");
        Runtime.getRuntime().addShutdownHook(thread);
    }

    private void end(Runnable interrupt) {
        interrupted = true;
        interrupt.run();
        try {
            over.await(LIMIT_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean interrupted() {
        return interrupted;
    }

    /** Returns only where nothing interrupted: otherwise the JVM ends, with the status of the signal. */
    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException alreadyEnding) {
            awaitTheEnd();
        }
    }

    /** An exit of our own could overtake the one that the signal began, with another status. */
    private static void awaitTheEnd() {
        while (true) {
            LockSupport.park();
        }
    }
}
