package org.ticktoquote.host.clocks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.clocks.Clock.ReadLoop;

/**
 * Read loops, loaded by {@link Clock} as a separate hidden class for every clock.
 *
 * <p>Each copy has its own handle in a static final field and its own profile. The compiler therefore inlines the reading
 * into the loop, as in code that names the clock. A class shared by all clocks would measure an interface call instead.
 */
final class TemplateLoop implements ReadLoop {
    private static final MethodHandle READ = ofThisCopy();

    TemplateLoop() {}

    private static MethodHandle ofThisCopy() {
        try {
            @Nullable MethodHandle handle = MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
            return handle == null ? MethodHandles.constant(long.class, 0L) : handle;
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public long block(int calls) {
        try {
            long sum = 0;
            for (int i = 0; i < calls; i++) {
                sum += (long) READ.invokeExact();
            }
            return sum;
        } catch (Throwable thrown) {
            throw asUnchecked(thrown);
        }
    }

    @Override
    public void fill(long[] values) {
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = (long) READ.invokeExact();
            }
        } catch (Throwable thrown) {
            throw asUnchecked(thrown);
        }
    }

    @Override
    public void race(AtomicLong newest, int rounds, Ordering ordering) {
        try {
            long own = 0;
            for (int i = 0; i < rounds; i++) {
                long seen = newest.get();
                long now = (long) READ.invokeExact();
                if (seen != own) {
                    ordering.handovers++;
                }
                if (now < seen) {
                    ordering.violated(seen - now);
                } else if (newest.compareAndSet(seen, now)) {
                    own = now;
                }
            }
            ordering.reads += rounds;
        } catch (Throwable thrown) {
            throw asUnchecked(thrown);
        }
    }

    @Override
    public long read() {
        try {
            return (long) READ.invokeExact();
        } catch (Throwable thrown) {
            throw asUnchecked(thrown);
        }
    }

    private static RuntimeException asUnchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }
}
