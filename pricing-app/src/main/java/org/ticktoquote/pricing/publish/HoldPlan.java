package org.ticktoquote.pricing.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * How long a tick is held before it is published: the same for all sessions, and a function of the tick's id only.
 *
 * <p>Forms: {@code none}, {@code 5ms}, {@code lognormal:median=1ms,sigma=0.5,seed=7[,max=20ms]}, {@code file:PATH} with
 * one duration a line, taken in turn by id and begun again at the end.
 */
@FunctionalInterface
public interface HoldPlan {
    HoldPlan NONE = tickId -> 0;

    long holdNs(long tickId);

    /** @throws Refusal naming the text and what was expected */
    static HoldPlan parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        if (text.startsWith("lognormal")) {
            return lognormal(Spec.parse(text).allow("median", "sigma", "seed", "max"));
        }
        if (text.startsWith("file:")) {
            return inTurn(readDurations(Path.of(text.substring("file:".length()))));
        }
        long fixedNs = DurationText.parseUpToAnHour(text);
        return fixedNs == 0 ? NONE : tickId -> fixedNs;
    }

    private static HoldPlan lognormal(Spec spec) {
        double medianNs = spec.durationNs("median");
        double sigma = spec.fraction("sigma", 5);
        long seed = spec.number("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        long maxNs = spec.has("max") ? spec.durationNs("max") : Long.MAX_VALUE;
        return tickId -> Math.min(maxNs, (long) (medianNs * StrictMath.exp(sigma * Seeded.normal(seed, tickId))));
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
            throw Problem.ofValue("file:" + file).fault("cannot be read", e).refusal(e);
        }
        if (durations.isEmpty()) {
            throw Problem.ofValue("file:" + file)
                    .fault("holds none")
                    .expected("one duration a line")
                    .refusal();
        }
        return durations.stream().mapToLong(Long::longValue).toArray();
    }

    private static long duration(Path file, int line, String text) {
        try {
            return DurationText.parseUpToAnHour(text);
        } catch (Refusal refusal) {
            throw refusal.with(problem -> problem.at(new Problem.Place(file.toString(), line, 1)));
        }
    }
}
