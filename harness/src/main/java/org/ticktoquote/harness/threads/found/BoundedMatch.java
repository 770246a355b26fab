package org.ticktoquote.harness.threads.found;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * Whether a name matches an expression, or that this would take for ever: java.util.regex cannot be interrupted. Thread-safe.
 *
 * <p>The characters that it reads are counted. Some expressions go in circles without reading any: for those it has a thread of
 * its own, and {@value #MOST_CPU_MS} ms of a processor; whoever is stopped meanwhile is not late.
 */
final class BoundedMatch {
    /** Ten times what the worst glob needs for the longest name. */
    static final int MOST_READS = 1_000_000;

    private static final long MOST_CPU_MS = 500;
    private static final long LOOK_MS = 50;

    private static Worker worker = new Worker();

    private BoundedMatch() {}

    /** It would take for ever. */
    static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Endless() {
            super("endless", null, false, false);
        }
    }

    /** The answer, read in the caller's thread: enough for expressions that read a character at every turn. */
    static boolean reading(Pattern pattern, String name) {
        return pattern.matcher(new Counted(name)).matches();
    }

    /** The answer for any expression. */
    static synchronized boolean any(Pattern pattern, String name) {
        long beganNs = worker.cpuNs();
        Future<Boolean> answer = worker.executor.submit(() -> reading(pattern, name));
        while (true) {
            try {
                return answer.get(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                if (worker.cpuNs() - beganNs > TimeUnit.MILLISECONDS.toNanos(MOST_CPU_MS)) {
                    worker = new Worker(); // the other one never comes back
                    throw new Endless();
                }
            } catch (ExecutionException endlessOrTooDeep) {
                throw new Endless();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Refusal(ExitStatus.INTERRUPTED, "interrupted", e);
            }
        }
    }

    /** A thread that takes one question after the other, and nobody has to wait for. */
    private static final class Worker {
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final AtomicLong id = new AtomicLong();
        private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "harness-names");
            thread.setDaemon(true);
            id.set(thread.getId());
            return thread;
        });

        /** What it used so far; 0 before the first question. */
        long cpuNs() {
            return id.get() == 0 ? 0 : Math.max(0, threads.getThreadCpuTime(id.get()));
        }
    }

    /** A name that counts how often it is read. */
    private static final class Counted implements CharSequence {
        private final String name;
        private int reads;

        Counted(String name) {
            this.name = name;
        }

        @Override
        public int length() {
            return name.length();
        }

        @Override
        public char charAt(int index) {
            if (++reads > MOST_READS) {
                throw new Endless();
            }
            return name.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return name.subSequence(start, end);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
