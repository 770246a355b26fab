package org.ticktoquote.core.run;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Schedule of one application in a duet with alternating turns. Each slice of the replay goes to one application and then,
 * one slice length later, to the other one. Both get every tick, in order, and only one is busy at a time.
 *
 * <p>Two slices form a block of four turns, ABBA or BAAB, drawn from the seed. A slice lasts {@link #SLICE_NS}. Only
 * the first one has a length from 1 s to {@link #SLICE_NS}, drawn from the seed, so that the
 * {@linkplain #settles unmeasured} ticks differ from seed to seed. Times are nanoseconds. Does not allocate.
 *
 * @param seed seed of the duet's random order, the same for both applications
 * @param first whether this is the application that was started first
 */
public record TurnSchedule(long seed, boolean first) {
    public static final long SLICE_NS = TimeUnit.SECONDS.toNanos(4);
    /** Initial part of every turn in which ticks are sent but not measured, for both applications. */
    public static final long SETTLE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long MIN_FIRST_NS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Reads the schedule of a run from its facts. Returns null if the run had no turns.
     *
     * @throws org.ticktoquote.core.command.ProblemException if the fact is not a seed
     */
    public static @Nullable TurnSchedule of(Map<String, String> facts) {
        String seed = facts.get(RunManifest.DUET_TURNS_FACT);
        if (seed == null) {
            return null;
        }
        try {
            return new TurnSchedule(Long.parseLong(seed), Boolean.parseBoolean(facts.get(RunManifest.DUET_FIRST_FACT)));
        } catch (NumberFormatException e) {
            throw Problem.of("run.json: host: " + RunManifest.DUET_TURNS_FACT)
                    .value(seed)
                    .expected("a seed")
                    .exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Returns the schedule of the other application. */
    public TurnSchedule other() {
        return new TurnSchedule(seed, !first);
    }

    /** Returns the number of the slice at an offset of a replay without turns. */
    public long slice(long offsetNs) {
        long beyond = offsetNs - startNs(1);
        return beyond < 0 ? 0 : 1 + beyond / SLICE_NS;
    }

    /** Returns the offset of a replay without turns at which a slice starts. */
    public long startNs(long slice) {
        return slice == 0 ? 0 : firstNs() + (slice - 1) * SLICE_NS;
    }

    /** Returns whether this application gets a slice before the other one. */
    public boolean leads(long slice) {
        boolean firstLeads = ((mix(seed + 1 + (slice >> 1)) & 1) == 0) == ((slice & 1) == 0);
        return firstLeads == first;
    }

    /** Returns the delay of a slice for this application, relative to a replay without turns. */
    public long delayNs(long slice) {
        return startNs(slice) + (leads(slice) ? 0 : lengthNs(slice));
    }

    /** Returns the time since the start of the replay at which this application gets a tick. */
    public long sentNs(long offsetNs) {
        return offsetNs + delayNs(slice(offsetNs));
    }

    /** Returns the time from the start of the replay to the end of the last turn. */
    public long durationNs(long replayNs) {
        return 2 * startNs(slice(Math.max(0, replayNs - 1)) + 1);
    }

    /** Returns the time from the start of the replay to the start of this application's turn with a slice. */
    public long turnNs(long slice) {
        return startNs(slice) + delayNs(slice);
    }

    public long lengthNs(long slice) {
        return slice == 0 ? firstNs() : SLICE_NS;
    }

    /** Returns whether a tick sent at a time since the start of the replay is not measured, because its turn has just begun. */
    public boolean settles(long sinceNs) {
        long slice = slice(sinceNs / 2);
        return (sinceNs - 2 * startNs(slice)) % lengthNs(slice) < SETTLE_NS;
    }

    private long firstNs() {
        return MIN_FIRST_NS + Long.remainderUnsigned(mix(seed), SLICE_NS - MIN_FIRST_NS + 1);
    }

    /** Mixes the bits of a number, as SplitMix64 does. */
    private static long mix(long number) {
        long z = number * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
