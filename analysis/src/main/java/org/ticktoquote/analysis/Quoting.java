package org.ticktoquote.analysis;

import java.util.List;
import java.util.function.Supplier;
import org.ticktoquote.analysis.learning.LearnedPrices;
import org.ticktoquote.analysis.learning.LearnedTiers;
import org.ticktoquote.analysis.learning.PriceLearner;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.matching.SessionGroup;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.core.run.RunManifest;

/**
 * Pricing model of the application and price tiers of its sessions, declared or learned from the run.
 *
 * @param model supplies models in their initial state, before any tick
 * @param tiers tier numbers by session, then by instrument
 * @param learned empty if everything is declared
 */
record Quoting(Supplier<DueTicks> model, List<List<Integer>> tiers, List<LearnedPrices> learned) {
    static Quoting of(RunManifest manifest, RunJournals journals, Workers workers) {
        int venues = manifest.recording().venues().size();
        if (!manifest.declared().matching().learned()) {
            return new Quoting(
                    () -> new DueTicks(
                            manifest.declared().model(), manifest.recording().instruments(), venues),
                    MatchPlan.declaredTiers(
                            manifest.sessions(),
                            manifest.recording().instruments().size()),
                    List.of());
        }
        List<LearnedPrices> learned = learned(manifest, journals, workers);
        LearnedTiers tiers = LearnedTiers.of(
                learned,
                manifest.sessions().size(),
                manifest.recording().instruments().size());
        return new Quoting(
                () -> new DueTicks(manifest.declared().model(), venues, tiers.transforms()), tiers.tiers(), learned);
    }

    private static List<LearnedPrices> learned(RunManifest manifest, RunJournals journals, Workers workers) {
        List<List<Integer>> tiers = MatchPlan.declaredTiers(
                manifest.sessions(), manifest.recording().instruments().size());
        List<SessionGroup> groups = SessionGroup.of(tiers, workers.threads(), journals::bytes);
        List<PriceLearner> learners = workers.map(groups.size(), i -> {
            PriceLearner learner = new PriceLearner(manifest, groups.get(i));
            journals.play(learner.model(), groups.get(i), learner);
            return learner;
        });
        return PriceLearner.learned(learners);
    }
}
