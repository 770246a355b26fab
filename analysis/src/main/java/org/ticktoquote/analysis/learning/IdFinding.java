package org.ticktoquote.analysis.learning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.learning.IdSample.Sent;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
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
        for (IdPattern pattern : IdPattern.of(all, matching)) {
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

    /**
     * Collects echoed ids, with the ticks they can name, from the warm-up or the measured part.
     *
     * <p>Keeps a few hundred snapshots, evenly distributed over the part. Not thread-safe.
     */
    private static final class IdSamples implements JournalMerge.Listener {
        private static final int KEPT_SAMPLES = 500;
        private static final int RECENT = 64;
        /** Number of newest ticks, over all pairs, among which an id is looked up. */
        private static final int NEWEST = 1_000;

        private final boolean ofWarmUp;
        private final List<Deque<Sent>> recent;
        private final long[] inPair;
        /** Ids and instruments of the newest ticks, indexed by id modulo the length. */
        private final long[][] newestTicks = new long[2][NEWEST];

        private final Map<Long, Long> previous = new HashMap<>();
        private final List<IdSample> samples = new ArrayList<>();
        private boolean measuring;
        private long place;
        private long newest;
        private long stride = 1;
        private long snapshots;
        private long named;
        private long counting;
        private long countingInPair;
        private long numbered;
        private long ofAnyPair;
        private long ofItsPair;

        IdSamples(boolean ofWarmUp, int instruments) {
            this.ofWarmUp = ofWarmUp;
            this.recent = IntStream.range(0, instruments)
                    .<Deque<Sent>>mapToObj(instrument -> new ArrayDeque<>())
                    .toList();
            this.inPair = new long[instruments];
        }

        @Override
        public void warmUpTick(TickRecord tick, long dueTiers) {
            sent(tick);
        }

        @Override
        public void warmedUp(boolean whole) {
            // ticks and snapshots of the warm-up can still be in transit
        }

        @Override
        public void tick(TickRecord tick, long dueTiers) {
            measuring = true;
            sent(tick);
        }

        private void sent(TickRecord tick) {
            int instrument = tick.instrumentId();
            newest = tick.tickId();
            int slot = slot(newest);
            newestTicks[0][slot] = newest;
            newestTicks[1][slot] = instrument;
            Deque<Sent> pair = recent.get(instrument);
            pair.addFirst(new Sent(newest, ++place, ++inPair[instrument], tick.venueTimeNs()));
            if (pair.size() > RECENT) {
                pair.removeLast();
            }
        }

        @Override
        public void event(int session, SnapshotRecord event) {
            boolean asked = event.kind() == SnapshotRecord.SNAPSHOT
                    && event.hasPrice()
                    && !event.onlyDeletes()
                    && event.instrumentId() < recent.size()
                    && measuring != ofWarmUp
                    && place > 0;
            if (!asked) {
                return;
            }
            snapshots++;
            if (event.tickId() != SnapshotRecord.NO_ID) {
                named(session, event);
            }
        }

        private void named(int session, SnapshotRecord event) {
            long id = event.tickId();
            numbered += id == event.messageSequence() ? 1 : 0;
            ofAnyPair += id <= newest && id > newest - NEWEST ? 1 : 0;
            boolean own = newestTicks[0][slot(id)] == id && newestTicks[1][slot(id)] == event.instrumentId();
            ofItsPair += own ? 1 : 0;
            counting += follows(-1L - session, id) ? 1 : 0;
            countingInPair += follows((long) session << Short.SIZE | event.instrumentId(), id) ? 1 : 0;
            if (named++ % stride == 0) {
                samples.add(new IdSample(id, List.copyOf(recent.get(event.instrumentId()))));
                thin();
            }
        }

        private static int slot(long id) {
            return Math.floorMod(id, NEWEST);
        }

        private boolean follows(long counter, long id) {
            Long before = previous.put(counter, id);
            return before != null && before == id - 1;
        }

        private void thin() {
            if (samples.size() == 2 * KEPT_SAMPLES) {
                List<IdSample> half = IntStream.range(0, KEPT_SAMPLES)
                        .mapToObj(i -> samples.get(2 * i))
                        .toList();
                samples.clear();
                samples.addAll(half);
                stride *= 2;
            }
        }

        List<IdSample> all() {
            return List.copyOf(samples);
        }

        /** Returns the number of snapshots in the part. */
        long snapshots() {
            return snapshots;
        }

        /** Returns the share of snapshots that echo a number. */
        double named() {
            return share(named, snapshots);
        }

        /** Returns the share of numbers that are one more than in the previous snapshot of the session. */
        double counting() {
            return share(counting, named);
        }

        /** Returns the share of numbers that are one more than in the previous snapshot of the session and pair. */
        double countingInPair() {
            return share(countingInPair, named);
        }

        /** Returns the share of numbers that equal the message's own sequence number (34). */
        double numbered() {
            return share(numbered, named);
        }

        /** Returns the share of numbers that name one of the newest ticks, of any pair. */
        double ofAnyPair() {
            return share(ofAnyPair, named);
        }

        /** Returns the share of numbers that name one of the newest ticks of their own pair. */
        double ofItsPair() {
            return share(ofItsPair, named);
        }

        private static double share(long part, long whole) {
            return whole == 0 ? 0 : (double) part / whole;
        }
    }
}
