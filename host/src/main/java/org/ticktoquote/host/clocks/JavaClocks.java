package org.ticktoquote.host.clocks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

/** Clocks to measure: the platform's, Agrona's, and native ones. */
final class JavaClocks {
    private static final double MS = 1e6;
    private static final double US = 1e3;
    private static final Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType LONG = MethodType.methodType(long.class);
    private static final VarHandle KEPT = kept();
    static final String STEERED = "TscClock";

    @SuppressWarnings("unused") // accessed through KEPT
    private static @Nullable Instant last;

    private JavaClocks() {}

    static Clock nanoTime() {
        return Clock.steady("System.nanoTime", 1, () -> method(System.class, "nanoTime"));
    }

    static List<Clock> all() {
        return List.of(
                nanoTime(),
                Clock.timeOfDay("System.currentTimeMillis", MS, () -> method(System.class, "currentTimeMillis")),
                Clock.timeOfDay("Instant.now", 1, () -> method(JavaClocks.class, "instant")),
                Clock.steady("Agrona SystemNanoClock", 1, () -> method(SystemNanoClock.INSTANCE, "nanoTime")),
                Clock.timeOfDay("Agrona SystemEpochClock", MS, () -> method(SystemEpochClock.INSTANCE, "time")),
                Clock.timeOfDay(
                        "Agrona SystemEpochMicroClock", US, () -> method(new SystemEpochMicroClock(), "microTime")),
                Clock.timeOfDay(
                        "Agrona SystemEpochNanoClock", 1, () -> method(SystemEpochNanoClock.INSTANCE, "nanoTime")),
                Clock.timeOfDay("Agrona OffsetEpochNanoClock", 1, () -> method(new OffsetEpochNanoClock(), "nanoTime")),
                Clock.timeOfDay(
                        "Agrona HighResolutionClock", 1, () -> method(HighResolutionClock.class, "epochNanos")));
    }

    static MethodHandle method(Class<?> type, String name) {
        try {
            return LOOKUP.findStatic(type, name, LONG);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static MethodHandle method(Object clock, String name) {
        try {
            return LOOKUP.bind(clock, name, LONG);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static VarHandle kept() {
        try {
            return LOOKUP.findStaticVarHandle(JavaClocks.class, "last", Instant.class);
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
    static List<Clock> all(ClockFacts facts, double nsPerTick) {
        List<Clock> clocks = new ArrayList<>();
        Arrays.stream(KernelClock.values()).map(JavaClocks::kernel).forEach(clocks::add);
        clocks.add(Clock.timeOfDay("gettimeofday", 1, KernelClock::timeOfDayReader));
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
        return Clock.steady(STEERED, 1, () -> JavaClocks.method(clock, "nanoTime"));
    }
}
