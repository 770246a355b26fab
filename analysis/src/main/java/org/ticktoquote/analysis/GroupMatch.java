package org.ticktoquote.analysis;

import java.util.List;
import org.ticktoquote.analysis.audit.SessionReads;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.Matcher;
import org.ticktoquote.analysis.matching.PriceEvidence;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.matching.SessionGroup;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Sessions of a group, matched with ticks that are already in the results.
 *
 * @param journals states of the group's journals
 */
record GroupMatch(
        SessionGroup group,
        Matcher matcher,
        MeasuredBound.Open soonest,
        MeasuredBound.Open latest,
        List<JournalState> journals) {

    /**
     * Replays all ticks and the group's sessions. Unanswered ticks stay pending until {@link Matcher#finish(long)} or
     * {@link Matcher#breakOff}.
     *
     * @param model in its initial state, before any tick
     * @param reads by session, in the plan's order; receives the records of the group's sessions
     * @param soonest results of the soonest attribution; the same object if there is only one
     */
    static GroupMatch of(
            SessionGroup group,
            RunJournals journals,
            MatchPlan plan,
            DueTicks model,
            List<SessionReads> reads,
            TickResults soonest,
            TickResults latest) {
        boolean exact = plan.matching().exact();
        long t0Ns = journals.manifest().replay().t0Ns();
        MeasuredBound.Open high = MeasuredBound.Open.over(latest, plan, t0Ns);
        MeasuredBound.Open low = exact ? high : MeasuredBound.Open.over(soonest, plan, t0Ns);
        Matcher matcher;
        if (!plan.matching().identified()) {
            matcher = Matcher.byPrice(plan, low.bound(), high.bound(), new PriceEvidence(plan, group, model));
        } else if (!exact) {
            matcher = Matcher.byId(plan, group, low.bound(), high.bound());
        } else if (journals.manifest().declared().model().known()) {
            matcher = Matcher.byId(plan, group, high.bound(), model);
        } else {
            matcher = Matcher.byId(plan, group, high.bound());
        }
        List<JournalState> states = journals.play(model, group, new ReadMatcher(matcher, group, reads));
        int ticks = states.size() - group.sessions().size();
        return new GroupMatch(group, matcher, low, high, states.subList(ticks, states.size()));
    }

    /** Passes all records to the matcher, and the sessions' records also to the read statistics. */
    private record ReadMatcher(Matcher matcher, List<SessionReads> reads) implements JournalMerge.Listener {
        ReadMatcher(Matcher matcher, SessionGroup group, List<SessionReads> all) {
            this(matcher, group.sessions().stream().map(all::get).toList());
        }

        @Override
        public void warmUpTick(TickRecord tick, long dueTiers) {
            matcher.warmUpTick(tick, dueTiers);
        }

        @Override
        public void warmedUp(boolean whole) {
            matcher.warmedUp(whole);
        }

        @Override
        public void tick(TickRecord tick, long dueTiers) {
            matcher.tick(tick, dueTiers);
        }

        @Override
        public void pricesUnknown(int instrument, long atNs) {
            matcher.pricesUnknown(instrument, atNs);
        }

        @Override
        public void pricesKnown(TickRecord tick) {
            matcher.pricesKnown(tick);
        }

        @Override
        public void ticksEnded() {
            matcher.ticksEnded();
        }

        @Override
        public void event(int session, SnapshotRecord event) {
            reads.get(session).add(event);
            matcher.event(session, event);
        }
    }
}
