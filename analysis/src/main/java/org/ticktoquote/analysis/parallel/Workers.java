package org.ticktoquote.analysis.parallel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;

/**
 * Runs independent parts of a task on several threads, including the caller's.
 *
 * <p>Each call starts its own threads and returns when all parts are complete; their writes are then visible to the caller.
 * Immutable and thread-safe.
 *
 * @param threads number of threads, at least 1
 */
public record Workers(int threads) {
    /** More threads are rarely faster, because each reads all ticks and has its own histograms. */
    public static final int MAX_BY_DEFAULT = 8;

    /** The caller's thread only. */
    public static final Workers ALONE = new Workers(1);

    public Workers {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads, expected at least 1");
        }
    }

    /** Returns workers with one thread per available processor, at most {@link #MAX_BY_DEFAULT}. */
    public static Workers ofProcessors() {
        return new Workers(Math.min(MAX_BY_DEFAULT, Runtime.getRuntime().availableProcessors()));
    }

    /**
     * Runs the parts from 0 to {@code parts} - 1, in any order.
     *
     * @throws RuntimeException the exception of the failed part with the lowest number
     */
    public void each(int parts, IntConsumer part) {
        AtomicInteger next = new AtomicInteger();
        @Nullable Throwable[] failures = new Throwable[parts];
        Runnable share = () -> {
            for (int i = next.getAndIncrement(); i < parts; i = next.getAndIncrement()) {
                try {
                    part.accept(i);
                } catch (RuntimeException | Error e) {
                    failures[i] = e;
                }
            }
        };
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, parts); i++) {
            others.add(DaemonThread.start("analysis-" + i, share));
        }
        share.run();
        others.forEach(Workers::join);
        for (Throwable failure : failures) {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // the part must complete, because the caller then closes its resources
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the results of all parts, by number. */
    public <T> List<T> map(int parts, IntFunction<T> part) {
        List<@Nullable T> done = new ArrayList<>(Collections.<@Nullable T>nCopies(parts, null));
        each(parts, i -> done.set(i, part.apply(i)));
        List<T> all = new ArrayList<>();
        for (T one : done) {
            if (one != null) {
                all.add(one);
            }
        }
        return all;
    }

    /** Runs two tasks concurrently and combines their results. */
    public <A, B, T> T both(Supplier<A> one, Supplier<B> other, BiFunction<A, B, T> together) {
        AtomicReference<@Nullable A> first = new AtomicReference<>();
        AtomicReference<@Nullable B> second = new AtomicReference<>();
        each(2, part -> {
            if (part == 0) {
                first.set(one.get());
            } else {
                second.set(other.get());
            }
        });
        return together.apply(Objects.requireNonNull(first.get()), Objects.requireNonNull(second.get()));
    }

    /**
     * Divides {@code from} (inclusive) to {@code to} (exclusive) into one part per thread. Returns the results in order.
     *
     * @param work function that processes a part, given its first number and the one after its last
     */
    public <T> List<T> over(long from, long to, BiFunction<Long, Long, T> work) {
        int pieces = (int) Math.max(1, Math.min(threads, to - from));
        return map(pieces, i -> work.apply(cut(from, to, i, pieces), cut(from, to, i + 1, pieces)));
    }

    private static long cut(long from, long to, int piece, int pieces) {
        return from + Math.max(0, to - from) * piece / pieces;
    }
}
