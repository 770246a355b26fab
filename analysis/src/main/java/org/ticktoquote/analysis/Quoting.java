package org.ticktoquote.analysis;

import java.util.List;
import org.ticktoquote.analysis.learning.LearnedPrices;
import org.ticktoquote.analysis.learning.LearnedTiers;
import org.ticktoquote.analysis.learning.PriceLearner;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.run.RunManifest;

/**
 * Which prices the application makes of the market data, and for whom: as declared, or as learned from the run.
 *
 * @param model to be played once
 * @param tiers by session, then by instrument
 * @param learned empty where everything is declared
 */
record Quoting(DueTicks model, List<List<Integer>> tiers, List<LearnedPrices> learned) {
    static Quoting of(RunManifest manifest, RunJournals journals) {
        int venues = manifest.recording().venues().size();
        if (!manifest.declared().matching().learned()) {
            return new Quoting(
                    new DueTicks(
                            manifest.declared().model(), manifest.recording().instruments(), venues),
                    MatchPlan.declaredTiers(
                            manifest.sessions(),
                            manifest.recording().instruments().size()),
                    List.of());
        }
        PriceLearner learner = new PriceLearner(manifest);
        journals.play(learner.model(), learner);
        List<LearnedPrices> learned = learner.learned();
        LearnedTiers tiers = LearnedTiers.of(
                learned,
                manifest.sessions().size(),
                manifest.recording().instruments().size());
        return new Quoting(
                new DueTicks(manifest.declared().model(), venues, tiers.transforms()), tiers.tiers(), learned);
    }
}
