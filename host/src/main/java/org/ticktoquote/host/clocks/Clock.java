package org.ticktoquote.host.clocks;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Clock to measure.
 *
 * @param name call that reads the clock, as written in code
 * @param unitNs nanoseconds per unit of its readings
 * @param steady whether the clock is monotonic by specification; false for time-of-day clocks
 * @param source creates a handle of type {@code ()long} for one thread; throws {@link UnsupportedOperationException} with the
 * reason if the clock is unavailable
 */
record Clock(String name, double unitNs, boolean steady, Supplier<MethodHandle> source) {
    private static final byte[] TEMPLATE = template();

    static Clock steady(String name, double unitNs, Supplier<MethodHandle> source) {
        return new Clock(name, unitNs, true, source);
    }

    static Clock timeOfDay(String name, double unitNs, Supplier<MethodHandle> source) {
        return new Clock(name, unitNs, false, source);
    }

    /**
     * Creates read loops for one thread.
     *
     * @throws UnsupportedOperationException with the reason if the clock is unavailable
     */
    ReadLoop loop() {
        ReadLoop loop = of(source.get());
        loop.block(1);
        return loop;
    }

    private static byte[] template() {
        String name = TemplateLoop.class.getSimpleName() + ".class";
        try (InputStream in = TemplateLoop.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates read loops for a handle of type {@code ()long}. */
    static ReadLoop of(MethodHandle clock) {
        try {
            Lookup copy = MethodHandles.lookup().defineHiddenClassWithClassData(TEMPLATE, clock, true);
            return (ReadLoop) copy.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Read loops of one clock, compiled separately for each clock. Not thread-safe: each thread needs its own instance. */
    interface ReadLoop {
        /** Reads the clock {@code calls} times and returns the sum, which keeps every reading alive. Allocation-free. */
        long block(int calls);

        /** Fills the array with consecutive readings. */
        void fill(long[] values);

        /** Publishes readings to {@code newest}, competing with other CPUs. Readings below its value are violations. */
        void race(AtomicLong newest, int rounds, Ordering ordering);

        long read();

        /** Counts of one thread; {@code worst} is in the clock's own unit. */
        final class Ordering {
            long reads;
            long handovers;
            long violations;
            long worst;

            void violated(long by) {
                violations++;
                worst = Math.max(worst, by);
            }
        }
    }
}
