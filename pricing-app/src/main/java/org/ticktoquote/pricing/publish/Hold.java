package org.ticktoquote.pricing.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Truth;

/**
 * Holds a priced tick, between rounding and throttle, until its arrival time plus its hold time. Records it as published.
 *
 * <p>Holds many ticks at once. A tick is released no earlier than the previous tick of its instrument, so ticks of an
 * instrument keep their order. The truth journal records the resulting hold time.
 */
public final class Hold implements Input<PricedTick> {
    private final HoldPlan plan;
    private final @Nullable DelayLine line;
    private final Input<PricedTick> next;
    private final Truth truth;
    private final Map<Integer, Long> lastReleaseNs = new HashMap<>();

    /** @param line null for a plan that never holds */
    public Hold(HoldPlan plan, @Nullable DelayLine line, Input<PricedTick> next, Truth truth) {
        this.plan = plan;
        this.line = line;
        this.next = next;
        this.truth = truth;
    }

    @Override
    public void put(PricedTick priced) {
        long holdNs = line == null ? 0 : effectiveHoldNs(priced.tick());
        report(priced, holdNs);
        if (line == null) {
            next.put(priced);
        } else {
            line.schedule(priced.tick().arrivedNs() + holdNs, next, priced);
        }
    }

    private long effectiveHoldNs(Tick tick) {
        long ownNs = tick.arrivedNs() + plan.holdNs(tick.tickId());
        long releaseNs = lastReleaseNs.merge(tick.instrumentId(), ownNs, (last, own) -> own - last < 0 ? last : own);
        return releaseNs - tick.arrivedNs();
    }

    private void report(PricedTick priced, long holdNs) {
        Tick tick = priced.tick();
        truth.tick(new Truth.TickFacts(
                tick.tickId(),
                tick.instrumentId(),
                tick.venueId(),
                Decision.PUBLISHED,
                tick.arrivedNs(),
                priced.decidedNs(),
                holdNs,
                priced.changedTiers(),
                priced.compositeBid(),
                priced.compositeAsk()));
    }

    /**
     * Hold time of each tick, counted from its arrival. It is the same for all sessions and depends only on the tick's id.
     *
     * <p>Forms: {@code none}, {@code 5ms}, {@code lognormal:median=1ms,sigma=0.5,seed=7[,max=20ms]}, {@code file:PATH} with
     * one duration per line, used in turn by id and repeated from the start.
     */
    @FunctionalInterface
    public interface HoldPlan {
        HoldPlan NONE = tickId -> 0;
        /** Longest hold, 73 years, so that a release time does not overflow. */
        long LONGEST_NS = Long.MAX_VALUE / 4;

        long holdNs(long tickId);

        /** @throws ProblemException with the text and the expected form */
        static HoldPlan parse(String text) {
            if (text.equals("none")) {
                return NONE;
            }
            if (text.startsWith("lognormal")) {
                return lognormal(KeyValueOption.parse(text).allow("median", "sigma", "seed", "max"));
            }
            if (text.startsWith("file:")) {
                return inTurn(readDurations(Path.of(text.substring("file:".length()))));
            }
            long fixedNs = DurationText.parseUpToAnHour(text);
            return fixedNs == 0 ? NONE : tickId -> fixedNs;
        }

        private static HoldPlan lognormal(KeyValueOption spec) {
            double medianNs = spec.durationNs("median");
            double sigma = spec.fraction("sigma", 5);
            long seed = spec.number("seed", Long.MIN_VALUE, Long.MAX_VALUE);
            long maxNs = spec.has("max") ? spec.durationNs("max") : LONGEST_NS;
            return tickId ->
                    Math.min(maxNs, (long) (medianNs * StrictMath.exp(sigma * SeededRandom.normal(seed, tickId))));
        }

        private static HoldPlan inTurn(long[] durationsNs) {
            return tickId -> durationsNs[(int) Math.floorMod(tickId - 1, (long) durationsNs.length)];
        }

        private static long[] readDurations(Path file) {
            List<Long> durations = new ArrayList<>();
            try {
                List<String> lines = Files.readAllLines(file);
                for (int i = 0; i < lines.size(); i++) {
                    if (!lines.get(i).isBlank()) {
                        durations.add(duration(file, i + 1, lines.get(i)));
                    }
                }
            } catch (IOException e) {
                throw Problem.ofValue("file:" + file).fault("cannot be read", e).exception(e);
            }
            if (durations.isEmpty()) {
                throw Problem.ofValue("file:" + file)
                        .fault("has no durations")
                        .expected("one duration per line")
                        .exception();
            }
            return durations.stream().mapToLong(Long::longValue).toArray();
        }

        private static long duration(Path file, int line, String text) {
            try {
                return DurationText.parseUpToAnHour(text);
            } catch (ProblemException refusal) {
                throw refusal.with(problem -> problem.at(new Problem.Place(file.toString(), line, 1)));
            }
        }
    }
}
