package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.nativeclock.CycleCounter;
import org.ticktoquote.host.nativeclock.KernelClock;
import org.ticktoquote.host.nativeclock.TscClock;

/** The clocks behind Java's: the kernel's by id, the processor's counter, and a clock made of it. */
final class NativeClocks {
    static final String STEERED = "TscClock";

    private NativeClocks() {}

    /** All of this architecture, whether or not this Java can read them. */
    static List<Clock> all(ClockFacts facts, double nsPerTick) {
        List<Clock> clocks = new ArrayList<>();
        Arrays.stream(KernelClock.values()).map(NativeClocks::kernel).forEach(clocks::add);
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
