package org.ticktoquote.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.audit.SessionReads;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.Matcher;
import org.ticktoquote.analysis.matching.PairTally;
import org.ticktoquote.analysis.matching.PriceEvidence;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.matching.SessionGroup;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.measures.QuoteAges;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.schedule.HeldTicks;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Matches all sessions of a run in groups on several threads. The ticks are first added to the results, then each thread
 * replays them with its own sessions. The result does not depend on the groups.
 *
 * @param groups matched groups of sessions
 * @param reads the clients' reads by session, in the plan's order
 * @param ticks states of the tick journals
 */
record GroupMatches(List<GroupMatch> groups, List<SessionReads> reads, List<JournalState> ticks) {

    /** Matches and finishes all sessions. Both results are the same object if there is only one attribution. */
    static GroupMatches of(
            RunJournals journals,
            MatchPlan plan,
            Quoting quoting,
            LongBinaryOperator starvedNs,
            RunAudit audit,
            TickResults soonest,
            TickResults latest,
            Workers workers) {
        var model = quoting.model().get();
        HeldTicks held = new HeldTicks(starvedNs);
        List<JournalState> ticks = journals.play(model, new SessionGroup(List.of()), (tick, dueTiers) -> {
            long heldNs = held.next(tick);
            append(latest, tick, dueTiers, heldNs);
            if (soonest != latest) {
                append(soonest, tick, dueTiers, heldNs);
            }
        });
        List<SessionReads> reads = audit.reads(latest);
        List<SessionGroup> groups = SessionGroup.of(plan.tiers(), workers.threads(), journals::bytes);
        GroupMatches matches = new GroupMatches(
                workers.map(
                        groups.size(),
                        i -> GroupMatch.of(
                                groups.get(i), journals, plan, quoting.model().get(), reads, soonest, latest)),
                reads,
                ticks);
        matches.finish(plan, MatchedRun.answerableUntilNs(journals.manifest()));
        return matches;
    }

    private void finish(MatchPlan plan, long answerableUntilNs) {
        long lastNs = matchers().stream().mapToLong(Matcher::lastNs).max().orElse(0);
        boolean drained = plan.drainDeadlineNs() != 0;
        for (Matcher matcher : matchers()) {
            if (drained) {
                matcher.finish(lastNs, answerableUntilNs);
            } else {
                matcher.breakOff(lastNs);
            }
        }
        for (GroupMatch other : groups.subList(1, groups.size())) {
            latest().add(other.latest());
            if (!plan.matching().exact()) {
                soonest().add(other.soonest());
            }
        }
    }

    /** Returns the quote ages of every group under the soonest attribution. */
    List<QuoteAges> soonestAges() {
        return groups.stream().map(group -> group.soonest().quoteAges()).toList();
    }

    /** Returns the quote ages of every group under the latest attribution. */
    List<QuoteAges> latestAges() {
        return groups.stream().map(group -> group.latest().quoteAges()).toList();
    }

    private List<Matcher> matchers() {
        return groups.stream().map(GroupMatch::matcher).toList();
    }

    /** Returns the sums of all groups under the soonest attribution. */
    MeasuredBound.Open soonest() {
        return groups.get(0).soonest();
    }

    /** Returns the sums of all groups under the latest attribution. */
    MeasuredBound.Open latest() {
        return groups.get(0).latest();
    }

    /**
     * Returns whether all snapshots of a session and pair agree with the assumptions of the matching. A session is given by
     * its position in the plan.
     */
    BiPredicate<Integer, Integer> agreement(MatchPlan plan) {
        boolean[][] agreed = new boolean[plan.sessions().size()][plan.instruments()];
        for (GroupMatch match : groups) {
            for (int i = 0; i < match.group().sessions().size(); i++) {
                for (int instrument = 0; instrument < plan.instruments(); instrument++) {
                    agreed[match.group().sessions().get(i)][instrument] =
                            match.matcher().agreed(i, instrument);
                }
            }
        }
        return (session, instrument) -> agreed[session][instrument];
    }

    /** Returns the counts by session and pair, in the plan's order. */
    List<PairTally> pairTallies() {
        return matchers().stream()
                .flatMap(matcher -> matcher.pairTallies().stream())
                .sorted(Comparator.comparingInt(PairTally::session).thenComparingInt(PairTally::instrument))
                .toList();
    }

    /** Returns one tally per session, in the plan's order. */
    List<SessionTally> tallies() {
        return inOrder(match -> match.matcher().tallies());
    }

    /** Returns the states of all journals: ticks first, then sessions in the plan's order. */
    List<JournalState> journals() {
        List<JournalState> all = new ArrayList<>(ticks);
        all.addAll(inOrder(GroupMatch::journals));
        return all;
    }

    private <T> List<T> inOrder(Function<GroupMatch, List<T>> each) {
        Map<Integer, T> bySession = new TreeMap<>();
        for (GroupMatch match : groups) {
            List<T> own = each.apply(match);
            for (int i = 0; i < own.size(); i++) {
                bySession.put(match.group().sessions().get(i), own.get(i));
            }
        }
        return List.copyOf(bySession.values());
    }

    private static void append(TickResults results, TickRecord tick, long dueTiers, long heldNs) {
        long id = results.append(tick.intendedNs(), tick.sentNs(), tick.instrumentId(), tick.venueId(), dueTiers);
        results.setHeldNs(id, heldNs);
    }

    /**
     * Sessions of a group, matched with ticks that are already in the results.
     *
     * @param journals states of the group's journals
     */
    private record GroupMatch(
            SessionGroup group,
            Matcher matcher,
            MeasuredBound.Open soonest,
            MeasuredBound.Open latest,
            List<JournalState> journals) {

        /**
         * Replays all ticks and the group's sessions. Unanswered ticks stay pending until {@link Matcher#finish(long)} or
         * {@link Matcher#breakOff}.
         *
         * @param model initial state of the model, before any tick
         * @param reads one collector per session, in the plan's order; receives the records of the group's sessions
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
}
