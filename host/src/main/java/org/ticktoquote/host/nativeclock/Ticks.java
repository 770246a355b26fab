package org.ticktoquote.host.nativeclock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Reads the processor's counter with its ordered instruction. Allocation-free, thread-safe. */
public final class Ticks {
    private static final MethodHandle READER;
    private static final String MISSING;

    static {
        MethodHandle reader;
        String missing = "";
        try {
            ClockFacts facts = ClockFacts.ofThisMachine();
            reader = CycleCounter.ordered(facts.architecture()).reader(facts);
        } catch (UnsupportedOperationException e) {
            missing = String.valueOf(e.getMessage());
            reader = throwing(missing);
        }
        READER = reader;
        MISSING = missing;
    }

    private Ticks() {}

    private static MethodHandle throwing(String missing) {
        return MethodHandles.insertArguments(
                        MethodHandles.throwException(long.class, UnsupportedOperationException.class),
                        0,
                        new UnsupportedOperationException(missing))
                .asType(MethodType.methodType(long.class));
    }

    /** Returns why the counter cannot be read here; empty if it can. */
    public static String missing() {
        return MISSING;
    }

    /**
     * Reads the counter.
     *
     * @throws UnsupportedOperationException if the counter cannot be read, see {@link #missing()}
     */
    public static long read() {
        try {
            return (long) READER.invokeExact();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
