package org.ticktoquote.analysis.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.model.PriceTransform;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Tiers formed from learned prices. Sessions with the same transform for a pair share a tier. Without an accepted
 * transform, a session gets no tier for the pair.
 *
 * @param transforms accepted transforms by instrument, then by tier
 * @param tiers tier numbers by session, then by instrument; negative without an accepted transform
 */
public record LearnedTiers(List<List<PriceTransform>> transforms, List<List<Integer>> tiers) {
    public static LearnedTiers of(List<LearnedPrices> learned, int sessions, int instruments) {
        List<List<PriceTransform>> transforms = Stream.generate(
                        () -> (List<PriceTransform>) new ArrayList<PriceTransform>())
                .limit(instruments)
                .toList();
        int[][] tiers = new int[sessions][instruments];
        for (LearnedPrices one : learned) {
            tiers[one.session()][one.instrument()] = switch (one.finding()) {
                case ACCEPTED -> tier(one.transform(), transforms.get(one.instrument()));
                case TOO_LITTLE -> MatchPlan.UNSEEN_TIER;
                case REFUSED -> MatchPlan.UNKNOWN_TIER;
            };
        }
        for (List<PriceTransform> known : transforms) {
            if (known.size() > DueTicks.MAX_TIERS) {
                throw Problem.ofFault(known.size() + " different prices of one pair were learned, expected at most "
                                + DueTicks.MAX_TIERS + "; measure with fewer sessions")
                        .exception(ExitStatus.BAD_INPUT);
            }
        }
        return new LearnedTiers(
                transforms,
                IntStream.range(0, sessions)
                        .mapToObj(
                                session -> IntStream.of(tiers[session]).boxed().toList())
                        .toList());
    }

    private static int tier(PriceTransform transform, List<PriceTransform> known) {
        if (!known.contains(transform)) {
            known.add(transform);
        }
        return known.indexOf(transform);
    }
}
