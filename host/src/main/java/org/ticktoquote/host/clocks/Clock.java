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
 * A clock to measure.
 *
 * @param name the call that reads it, as people write it
 * @param unitNs nanoseconds of a unit of its readings
 * @param steady whether it promises never to go back: no time of day does
 * @param source makes a handle of type {@code ()long} for one thread, or throws {@link UnsupportedOperationException} saying
 *     what is missing
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
     * Loops over it, for one thread.
     *
     * @throws UnsupportedOperationException saying what is missing
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

    /** Loops over the clock that the handle of type {@code ()long} reads. */
    static ReadLoop of(MethodHandle clock) {
        try {
            Lookup copy = MethodHandles.lookup().defineHiddenClassWithClassData(TEMPLATE, clock, true);
            return (ReadLoop) copy.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The loops over readings of one clock, compiled for that clock alone. Not thread-safe: each thread takes one of its own. */
    interface ReadLoop {
        /** Reads the clock so many times; the sum keeps every reading alive. Allocates nothing of its own. */
        long block(int calls);

        /** Fills the array with consecutive readings. */
        void fill(long[] values);

        /**
         * Reads the clock in turns with others who hold the same {@code newest}: whoever sees a value there that another CPU
         * has read must read no smaller one.
         */
        void race(AtomicLong newest, int rounds, Ordering ordering);

        /** Reads the clock once. */
        long read();

        /** What one thread saw in a race; in the clock's own unit. */
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
