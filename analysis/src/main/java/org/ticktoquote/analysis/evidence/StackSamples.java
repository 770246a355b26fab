package org.ticktoquote.analysis.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ticktoquote.core.clock.ClockTranslation;

/**
 * Periodic samples of an application's threads, each a thread and its top frame. Also holds compilations and
 * deoptimizations. Immutable.
 */
public final class StackSamples {
    /** Enough for five threads every 20 ms over an hour. A sample takes 12 bytes. */
    static final int MAX_SAMPLES = 1_000_000;

    private static final long NS = TimeUnit.SECONDS.toNanos(1);

    public static final StackSamples NONE =
            new StackSamples("", ClockTranslation.NONE, new long[0], new int[0], List.of());

    private final String source;
    private final ClockTranslation clock;
    private final long[] atNs;
    private final int[] frames;
    private final List<String> names;

    /** Frame and thread, with their number of samples. */
    public record Frame(String name, long samples) {}

    private StackSamples(String source, ClockTranslation clock, long[] atNs, int[] frames, List<String> names) {
        this.source = source;
        this.clock = clock;
        this.atNs = atNs;
        this.frames = frames;
        this.names = List.copyOf(names);
    }

    /** Returns whether there is no recording. Times of day are then unknown. */
    public boolean isAbsent() {
        return this == NONE;
    }

    /** Returns the name of the recording. */
    public String source() {
        return source;
    }

    /** Returns the samples within an interval of the run's clock, the most frequent frame first. */
    public List<Frame> between(long fromNs, long toNs) {
        Map<Integer, Long> counts = new HashMap<>();
        for (int i = first(fromNs); i < atNs.length && atNs[i] <= toNs; i++) {
            counts.merge(frames[i], 1L, Long::sum);
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> new Frame(names.get(entry.getKey()), entry.getValue()))
                .toList();
    }

    private int first(long ns) {
        int found = Arrays.binarySearch(atNs, ns);
        int at = found < 0 ? -found - 1 : found;
        while (at > 0 && atNs[at - 1] == ns) {
            at--;
        }
        return at;
    }

    /** Converts a time on the run's clock to the time of day. */
    public Instant timeOfDay(long runNs) {
        long ns = clock.fromRun(runNs);
        return Instant.ofEpochSecond(Math.floorDiv(ns, NS), Math.floorMod(ns, NS));
    }

    /** Collects samples in any order, at most {@linkplain #MAX_SAMPLES}. Not thread-safe. */
    static final class Collector {
        private static final int MAX_NAMES = 100_000;

        private final ClockTranslation clock;
        private final String source;
        private final Map<String, Integer> index = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        private long[] atNs = new long[1_024];
        private int[] frames = new int[1_024];
        private int count;
        private long omitted;

        Collector(ClockTranslation clock, String source) {
            this.clock = clock;
            this.source = source;
        }

        /** @param epochNs sample time, ns since 1970-01-01 UTC */
        void add(long epochNs, String name) {
            if (count == MAX_SAMPLES || names.size() == MAX_NAMES && !index.containsKey(name)) {
                omitted++;
                return;
            }
            if (count == atNs.length) {
                int more = Math.min(MAX_SAMPLES, 2 * count);
                atNs = Arrays.copyOf(atNs, more);
                frames = Arrays.copyOf(frames, more);
            }
            atNs[count] = clock.toRun(epochNs);
            frames[count++] = index.computeIfAbsent(name, fresh -> {
                names.add(fresh);
                return names.size() - 1;
            });
        }

        /** Returns the number of samples dropped for lack of room. */
        long omitted() {
            return omitted;
        }

        StackSamples all() {
            int[] order = IntStream.range(0, count)
                    .boxed()
                    .sorted((one, other) -> Long.compare(atNs[one], atNs[other]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            return new StackSamples(
                    source,
                    clock,
                    LongStream.range(0, count).map(i -> atNs[order[(int) i]]).toArray(),
                    Arrays.stream(order).map(i -> frames[i]).toArray(),
                    names);
        }
    }
}
