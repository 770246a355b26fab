package org.ticktoquote.analysis.learning;

import java.util.List;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.report.table.IntervalText;

/**
 * Explanation of echoed ids that do not name the expected ticks.
 *
 * @param words sentences for users, including a remedy; empty if there is no explanation
 * @param share explained share of the snapshots with a number; 0 if no pattern was found
 * @param asSent share of the snapshots with a number that correctly name a recent tick of their pair
 */
public record IdFinding(String words, double share, double asSent) {
    private static final double EXPLAINS = 0.9;
    /** Required excess over chance, because a pattern that also fits ticks of another time is no evidence. */
    private static final double BEYOND_CHANCE = 0.3;

    private static final int MIN_SAMPLES = 20;
    /** Advice if no pattern is found. */
    public static final String TAG =
            "Check that the application echoes ids as --id-tag and --id-form describe, or match by price.";

    /** Replays the journals and examines the snapshots of the warm-up or of the measured part. */
    public static IdFinding of(RunJournals journals, DueTicks model, boolean ofWarmUp) {
        IdSamples samples = new IdSamples(
                ofWarmUp, journals.manifest().recording().instruments().size());
        journals.play(model, samples);
        return of(samples, journals.manifest().declared().matching());
    }

    private static IdFinding of(IdSamples samples, Matching matching) {
        List<IdSample> all = samples.all();
        double asSent = IdPattern.AS_SENT.share(all);
        if (all.size() < MIN_SAMPLES) {
            boolean unnamed = samples.snapshots() >= MIN_SAMPLES && samples.named() <= 1 - EXPLAINS;
            return new IdFinding(unnamed ? unnamed(samples, matching) : "", 0, asSent);
        }
        IdFinding found = new IdFinding("", 0, asSent);
        for (IdPattern pattern : IdPatterns.of(all, matching)) {
            double share = pattern.share(all);
            boolean better = share >= EXPLAINS && share > found.share && share > asSent;
            if (better && share - pattern.chance(all) >= BEYOND_CHANCE) {
                found = new IdFinding(sentence(pattern.words(), share, pattern.cure()), share, asSent);
            }
        }
        return found.share > 0 ? found : ofMessages(samples, asSent);
    }

    /** Searches for other meanings of the ids: a constant, message numbers, counters, or recent ticks of any pair. */
    private static IdFinding ofMessages(IdSamples samples, double asSent) {
        List<IdSample> all = samples.all();
        long first = all.get(0).echoed();
        double same =
                (double) all.stream().filter(sample -> sample.echoed() == first).count() / all.size();
        String cure = TAG;
        if (same >= EXPLAINS) {
            return new IdFinding(sentence("one number, " + first, same, cure), same, asSent);
        }
        if (samples.numbered() >= EXPLAINS) {
            return new IdFinding(
                    sentence("the numbers of their messages (34)", samples.numbered(), cure),
                    samples.numbered(),
                    asSent);
        }
        if (samples.counting() >= EXPLAINS) {
            return counter("session", samples.counting(), asSent, cure);
        }
        if (samples.countingInPair() >= EXPLAINS) {
            return counter("session and pair", samples.countingInPair(), asSent, cure);
        }
        double ofItsPair =
                Math.max(asSent, samples.ofItsPair()); // a slow application echoes correct ids of older ticks
        return samples.ofAnyPair() >= EXPLAINS && samples.ofAnyPair() > ofItsPair
                ? new IdFinding(
                        sentence(
                                "ids of recent ticks of any pair",
                                samples.ofAnyPair(),
                                "Let each snapshot name the newest tick of its own pair, or match by price:"
                                        + " --match price."),
                        samples.ofAnyPair(),
                        ofItsPair)
                : new IdFinding("", 0, ofItsPair);
    }

    private static IdFinding counter(String of, double share, double asSent, String cure) {
        return new IdFinding(sentence("a count of the snapshots of a " + of, share, cure), share, asSent);
    }

    private static String unnamed(IdSamples samples, Matching matching) {
        return IntervalText.share(1 - samples.named()) + " of the snapshots have no " + matching.transform()
                + " number in tag " + matching.tag() + ". " + TAG;
    }

    private static String sentence(String words, double share, String cure) {
        return "The ids look like " + words + " in " + IntervalText.share(share) + " of the snapshots. " + cure;
    }
}
