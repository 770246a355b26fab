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

/**
 * Does the independent parts of a piece of work on so many threads, the caller's among them.
 *
 * <p>Each call begins its own threads and returns when all parts are done: what they wrote is visible to the caller then.
 * Immutable and thread-safe.
 *
 * @param threads at least 1
 */
public record Workers(int threads) {
    /** More are seldom quicker, since every thread reads all ticks, and each has histograms of its own. */
    public static final int MOST_BY_DEFAULT = 8;

    /** The caller's thread alone. */
    public static final Workers ALONE = new Workers(1);

    public Workers {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads, expected at least 1");
        }
    }

    /** One thread for each processor that this process may use, but at most {@link #MOST_BY_DEFAULT}. */
    public static Workers ofProcessors() {
        return new Workers(Math.min(MOST_BY_DEFAULT, Runtime.getRuntime().availableProcessors()));
    }

    /** What one part of a range is about. */
    @FunctionalInterface
    public interface OfRange<T> {
        /** From one number to before another. */
        T of(long from, long to);
    }

    /**
     * Does the parts from 0 to so many, in no order.
     *
     * @throws RuntimeException the failure of the first part that failed, by its number
     */
    public void each(int parts, IntConsumer part) {
        Share share = new Share(parts, part);
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, parts); i++) {
            Thread thread = new Thread(share, "analysis-" + i);
            thread.setDaemon(true);
            thread.start();
            others.add(thread);
        }
        share.run();
        others.forEach(Workers::join);
        share.rethrow();
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // the part cannot be left half done: whoever asked for it closes what it uses
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the parts come to, by their numbers. */
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

    /** Does two things at once, and puts together what they come to. */
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

    /** Cuts the numbers from one to before another into a piece for each thread, and says what they come to, in order. */
    public <T> List<T> over(long from, long to, OfRange<T> work) {
        int pieces = (int) Math.max(1, Math.min(threads, to - from));
        return map(pieces, i -> work.of(cut(from, to, i, pieces), cut(from, to, i + 1, pieces)));
    }

    private static long cut(long from, long to, int piece, int pieces) {
        return from + Math.max(0, to - from) * piece / pieces;
    }

    private static final class Share implements Runnable {
        private final int parts;
        private final IntConsumer part;
        private final AtomicInteger next = new AtomicInteger();
        private final @Nullable Throwable[] failures;

        Share(int parts, IntConsumer part) {
            this.parts = parts;
            this.part = part;
            this.failures = new Throwable[parts];
        }

        @Override
        public void run() {
            for (int i = next.getAndIncrement(); i < parts; i = next.getAndIncrement()) {
                try {
                    part.accept(i);
                } catch (RuntimeException | Error e) {
                    failures[i] = e;
                }
            }
        }

        void rethrow() {
            for (Throwable failure : failures) {
                if (failure instanceof Error error) {
                    throw error;
                }
                if (failure instanceof RuntimeException exception) {
                    throw exception;
                }
            }
        }
    }
}
