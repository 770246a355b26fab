package org.ticktoquote.host.clocks;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.agrona.concurrent.HighResolutionClock;
import org.agrona.concurrent.OffsetEpochNanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemEpochMicroClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.nativeclock.CycleCounter;
import org.ticktoquote.host.nativeclock.KernelClock;
import org.ticktoquote.host.nativeclock.TscClock;

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
    static final String STEERED = "TscClock";
    private static final byte[] TEMPLATE = template();
    private static final double MS = 1e6;
    private static final double US = 1e3;
    private static final Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType LONG = MethodType.methodType(long.class);
    private static final VarHandle KEPT = kept();

    @SuppressWarnings("unused") // accessed through KEPT
    private static @Nullable Instant last;

    static Clock steady(String name, double unitNs, Supplier<MethodHandle> source) {
        return new Clock(name, unitNs, true, source);
    }

    static Clock timeOfDay(String name, double unitNs, Supplier<MethodHandle> source) {
        return new Clock(name, unitNs, false, source);
    }

    static Clock nanoTime() {
        return steady("System.nanoTime", 1, () -> method(System.class, "nanoTime"));
    }

    /** Returns the clocks that every Java can read: the platform's and Agrona's. */
    static List<Clock> javaClocks() {
        return List.of(
                nanoTime(),
                timeOfDay("System.currentTimeMillis", MS, () -> method(System.class, "currentTimeMillis")),
                timeOfDay("Instant.now", 1, () -> method(Clock.class, "instant")),
                steady("Agrona SystemNanoClock", 1, () -> method(SystemNanoClock.INSTANCE, "nanoTime")),
                timeOfDay("Agrona SystemEpochClock", MS, () -> method(SystemEpochClock.INSTANCE, "time")),
                timeOfDay("Agrona SystemEpochMicroClock", US, () -> method(new SystemEpochMicroClock(), "microTime")),
                timeOfDay("Agrona SystemEpochNanoClock", 1, () -> method(SystemEpochNanoClock.INSTANCE, "nanoTime")),
                timeOfDay("Agrona OffsetEpochNanoClock", 1, () -> method(new OffsetEpochNanoClock(), "nanoTime")),
                timeOfDay("Agrona HighResolutionClock", 1, () -> method(HighResolutionClock.class, "epochNanos")));
    }

    private static MethodHandle method(Class<?> type, String name) {
        try {
            return LOOKUP.findStatic(type, name, LONG);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static MethodHandle method(Object clock, String name) {
        try {
            return LOOKUP.bind(clock, name, LONG);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static VarHandle kept() {
        try {
            return LOOKUP.findStaticVarHandle(Clock.class, "last", Instant.class);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Stores the instant so that its allocation is part of the cost, as in real use. */
    @SuppressWarnings("unused") // called through its handle
    private static long instant() {
        Instant now = Instant.now();
        KEPT.setOpaque(now);
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /** Returns all native clocks of this architecture, including those that this Java cannot read. */
    static List<Clock> nativeClocks(ClockFacts facts, double nsPerTick) {
        List<Clock> clocks = new ArrayList<>();
        Arrays.stream(KernelClock.values()).map(Clock::kernel).forEach(clocks::add);
        clocks.add(timeOfDay("gettimeofday", 1, KernelClock::timeOfDayReader));
        CycleCounter.of(facts.architecture()).stream()
                .map(each -> counter(each, facts, nsPerTick))
                .forEach(clocks::add);
        return clocks;
    }

    static Clock kernel(KernelClock clock) {
        boolean timeOfDay = switch (clock) {
            case REALTIME, REALTIME_COARSE, TAI -> true;
            default -> false;
        };
        return new Clock(clock.call(), 1, !timeOfDay, clock::reader);
    }

    static Clock counter(CycleCounter counter, ClockFacts facts, double nsPerTick) {
        return new Clock(counter.instruction(), nsPerTick, counter.ordered(), () -> counter.reader(facts));
    }

    static Clock steered(TscClock clock) {
        return steady(STEERED, 1, () -> method(clock, "nanoTime"));
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
            Lookup copy = LOOKUP.defineHiddenClassWithClassData(TEMPLATE, clock, true);
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
