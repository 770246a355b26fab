package org.ticktoquote.host.clocks;

import java.lang.invoke.MethodHandle;

/**
 * A clock to measure.
 *
 * @param name the call that reads it, as people write it
 * @param unitNs nanoseconds of a unit of its readings
 * @param steady whether it promises never to go back: no time of day does
 * @param source makes a handle of type {@code ()long} for one thread, or throws {@link UnsupportedOperationException} saying
 *     what is missing
 */
record Clock(String name, double unitNs, boolean steady, Source source) {

    /** Makes handles. */
    interface Source {
        MethodHandle reader();
    }

    static Clock steady(String name, double unitNs, Source source) {
        return new Clock(name, unitNs, true, source);
    }

    static Clock timeOfDay(String name, double unitNs, Source source) {
        return new Clock(name, unitNs, false, source);
    }

    /**
     * Loops over it, for one thread.
     *
     * @throws UnsupportedOperationException saying what is missing
     */
    ReadLoop loop() {
        ReadLoop loop = ReadLoops.of(source.reader());
        loop.block(1);
        return loop;
    }
}
