package org.ticktoquote.analysis.learning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.learning.IdSample.Sent;
import org.ticktoquote.core.run.Matching;

/**
 * Relation between echoed ids and the ticks that were sent.
 *
 * @param words description of the ids for users: {@code tick ids plus 1}
 * @param cure remedy for users
 * @param map returns the id that a snapshot of a tick echoes
 */
record IdPattern(String words, String cure, ToLongFunction<Sent> map) {
    /** Id of a tick that cannot be written in this form. */
    private static final long NONE = Long.MIN_VALUE + 1;

    /** Correct ids. */
    static final IdPattern AS_SENT = new IdPattern("tick ids", "", Sent::id);

    private static final String WHOLE = "Let the application echo the id unchanged, or match by price: --match price.";
    private static final String WIDE =
            "Let the application keep all 64 bits of the id (warm-up ticks are numbered above"
                    + " 1,000,000,000,000), or match by price: --match price.";
    private static final int HEX = 16;
    private static final int DECIMAL = 10;
    private static final List<Integer> WIDTHS = List.of(8, 15, 16, 24, 31, 32, 40, 48);
    private static final int MAX_DIGITS = 12;
    private static final int MAX_FACTOR = 16;
    /** Tolerance, because the snapshots need not contain the largest id. */
    private static final int NEAR = 64;
    /** Number of samples used to preselect divisors. */
    private static final int LOOKED_AT = 100;

    /** Number of preselected patterns compared over all samples. */
    private static final int BEST = 4;

    /** Returns the share of samples that name one of their recent ticks. */
    double share(List<IdSample> samples) {
        return share(samples, 0);
    }

    /** Returns the share expected by chance, using the recent ticks of samples from another time. */
    double chance(List<IdSample> samples) {
        return share(samples, samples.size() / 2);
    }

    private double share(List<IdSample> samples, int shift) {
        int named = 0;
        for (int i = 0; i < samples.size(); i++) {
            List<Sent> ticks = samples.get((i + shift) % samples.size()).recent();
            named += names(samples.get(i).echoed(), ticks) ? 1 : 0;
        }
        return samples.isEmpty() ? 0 : (double) named / samples.size();
    }

    private boolean names(long echoed, List<Sent> ticks) {
        for (Sent tick : ticks) {
            if (map.applyAsLong(tick) == echoed) {
                return true;
            }
        }
        return false;
    }

    /** Returns the patterns that occur in real applications, fixed and suggested by the samples, the most specific first. */
    static List<IdPattern> of(List<IdSample> samples, Matching matching) {
        List<IdPattern> all = new ArrayList<>();
        all.add(new IdPattern("the numbers of ticks since the feed began, including the warm-up", WHOLE, Sent::place));
        all.add(new IdPattern(
                "the numbers of ticks since the feed began, from 0, including the warm-up",
                WHOLE,
                tick -> tick.place() - 1));
        all.add(new IdPattern("the numbers of ticks of each pair", WHOLE, Sent::placeInPair));
        all.add(new IdPattern("the numbers of ticks of each pair, from 0", WHOLE, tick -> tick.placeInPair() - 1));
        notation(matching).ifPresent(all::add);
        WIDTHS.forEach(bits -> all.add(
                new IdPattern("tick ids cut to " + bits + " bits", WIDE, tick -> tick.id() & ((1L << bits) - 1))));
        offset(samples, Sent::id).ifPresent(by -> all.add(plus("tick ids", by, Sent::id)));
        digits(all);
        modulus(samples).ifPresent(all::add);
        factors(all);
        bytes(all);
        all.add(new IdPattern("tick ids that passed through a float", WIDE, tick -> (long) (float) tick.id()));
        venueTimes(matching, all);
        offset(samples, Sent::placeInPair)
                .ifPresent(by -> all.add(plus("the numbers of ticks of each pair", by, Sent::placeInPair)));
        return all;
    }

    private static IdPattern plus(String what, long by, ToLongFunction<Sent> of) {
        String sign = by < 0 ? " minus " : " plus ";
        return new IdPattern(
                what + sign + String.format(Locale.ROOT, "%,d", Math.abs(by)),
                WHOLE,
                tick -> of.applyAsLong(tick) + by);
    }

    /** Returns the most frequent difference other than 0; in a tie the smallest. */
    private static Optional<Long> offset(List<IdSample> samples, ToLongFunction<Sent> of) {
        Map<Long, Integer> votes = new HashMap<>();
        for (IdSample sample : samples) {
            sample.recent().forEach(tick -> votes.merge(sample.echoed() - of.applyAsLong(tick), 1, Integer::sum));
        }
        return votes.entrySet().stream()
                .filter(vote -> vote.getKey() != 0)
                .max(Map.Entry.<Long, Integer>comparingByValue()
                        .thenComparing(Map.Entry.<Long, Integer>comparingByKey().reversed()))
                .map(Map.Entry::getKey);
    }

    /** Ids written in one notation and read in another. */
    private static Optional<IdPattern> notation(Matching matching) {
        String form = matching.transform();
        if (form.endsWith("hex")) {
            return Optional.of(new IdPattern(
                    "tick ids written in decimal",
                    mend(form, "hex", "decimal"),
                    tick -> read(tick.id(), DECIMAL, HEX)));
        }
        return form.endsWith("decimal")
                ? Optional.of(new IdPattern(
                        "tick ids written in hex", mend(form, "decimal", "hex"), tick -> read(tick.id(), HEX, DECIMAL)))
                : Optional.empty();
    }

    private static String mend(String form, String now, String then) {
        return "--id-form " + form.substring(0, form.length() - now.length()) + then + " reads them.";
    }

    private static long read(long id, int written, int read) {
        try {
            return Long.parseLong(Long.toString(id, written), read);
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    private static void digits(List<IdPattern> all) {
        long power = 1;
        for (int digits = 1; digits <= MAX_DIGITS; digits++) {
            power *= DECIMAL;
            long unit = power;
            all.add(new IdPattern(
                    "tick ids cut to their last " + digits + " decimal digits", WHOLE, tick -> tick.id() % unit));
            all.add(new IdPattern(
                    "tick ids without their last " + (digits == 1 ? "digit" : digits + " digits"),
                    WHOLE,
                    tick -> tick.id() / unit));
        }
    }

    /** Searches near the largest id, because a remainder is below its divisor. */
    private static Optional<IdPattern> modulus(List<IdSample> samples) {
        long largest = samples.stream().mapToLong(IdSample::echoed).max().orElse(0);
        if (samples.stream().anyMatch(sample -> sample.echoed() < 0) || largest > Long.MAX_VALUE - NEAR) {
            return Optional.empty();
        }
        List<IdPattern> found = new ArrayList<>();
        for (long divisor = Math.max(2, largest); divisor <= largest + NEAR; divisor++) {
            long by = divisor;
            String words = String.format(Locale.ROOT, "tick ids modulo %,d", by);
            found.add(new IdPattern(words, WHOLE, tick -> Math.floorMod(tick.id(), by)));
            found.add(new IdPattern(words + ", from 1", WHOLE, tick -> Math.floorMod(tick.id() - 1, by) + 1));
        }
        List<IdSample> some = IntStream.iterate(0, i -> i < samples.size(), i -> i + 1 + samples.size() / LOOKED_AT)
                .mapToObj(samples::get)
                .toList();
        return found.stream()
                .sorted(Comparator.comparingDouble((IdPattern pattern) -> -pattern.share(some)))
                .limit(BEST)
                .max(Comparator.comparingDouble(pattern -> pattern.share(samples)));
    }

    private static void factors(List<IdPattern> all) {
        Stream.concat(
                        Stream.iterate(2L, by -> by <= MAX_FACTOR, by -> by + 1),
                        Stream.of(32L, 64L, 100L, 128L, 256L, 1_000L, 1L << 16, 10_000L, 1_000_000L))
                .forEach(by -> all.add(new IdPattern(
                        String.format(Locale.ROOT, "tick ids times %,d", by), WHOLE, tick -> tick.id() * by)));
    }

    private static void bytes(List<IdPattern> all) {
        String swapped = "tick ids with their bytes in the other order";
        all.add(new IdPattern(swapped, WHOLE, tick -> Long.reverseBytes(tick.id())));
        all.add(new IdPattern(
                swapped + ", of 32 bits", WHOLE, tick -> Integer.reverseBytes((int) tick.id()) & 0xffff_ffffL));
        all.add(new IdPattern(
                swapped + ", of 16 bits", WHOLE, tick -> Short.reverseBytes((short) tick.id()) & 0xffffL));
    }

    /** Venue times, which can serve as a key in addition to prices. */
    private static void venueTimes(Matching matching, List<IdPattern> all) {
        all.add(venueTime("ns", 1, matching));
        all.add(venueTime("us", TimeUnit.MICROSECONDS.toNanos(1), matching));
        all.add(venueTime("ms", TimeUnit.MILLISECONDS.toNanos(1), matching));
        long second = TimeUnit.SECONDS.toNanos(1);
        all.add(new IdPattern("venue times in s", WHOLE, tick -> tick.venueTimeNs() / second));
    }

    private static IdPattern venueTime(String unit, long ns, Matching matching) {
        return new IdPattern(
                "venue times in " + unit,
                "--match price --match-keys venue-time-" + unit + " --id-tag " + matching.tag() + " uses them.",
                tick -> tick.venueTimeNs() / ns);
    }
}
