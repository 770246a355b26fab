package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.price.Price;

/**
 * Attribution for an application that processes the ticks of a pair in the order sent. A snapshot answers its own tick and
 * all earlier ones.
 */
final class TotalOrderAttribution implements TickAttribution {
    private final AttributionOutput output;
    private final ConflationPolicy conflation;
    private final ConsumedTicks taken;
    private final OutOfOrderTicks late;
    private final int session;
    private final int instrument;
    private final TickQueue pending = new TickQueue();
    private long oldestSinceNs;
    private long answeredNs = Long.MIN_VALUE;
    private long newest;
    private long shownBid = Price.NONE;
    private long shownAsk = Price.NONE;
    private long unchanged;

    /**
     * @param taken progress of the application as seen by the session; updated by the evidence
     * @param tier the tier of the pair that the session gets; negative if unknown
     */
    TotalOrderAttribution(
            AttributionOutput output,
            ConflationPolicy conflation,
            ConsumedTicks taken,
            int session,
            int instrument,
            int tier) {
        this.output = output;
        this.conflation = conflation;
        this.taken = taken;
        this.late = new OutOfOrderTicks(output.results(), conflation, taken, session, instrument, tier);
        this.session = session;
        this.instrument = instrument;
    }

    @Override
    public AttributionOutput output() {
        return output;
    }

    @Override
    public long newest() {
        return newest;
    }

    @Override
    public long newestComparableTo(long id) {
        return newest;
    }

    @Override
    public int pending() {
        return pending.size();
    }

    @Override
    public void addDue(long id, long intendedNs, long bid, long ask) {
        if (pending.isEmpty()) {
            oldestSinceNs = Math.max(answeredNs, intendedNs); // the tick can be sent late
        }
        pending.add(id, intendedNs, bid, ask);
    }

    @Override
    public void markLastMissed() {
        pending.missLast();
    }

    @Override
    public void markAllMissed() {
        pending.miss();
    }

    @Override
    public void setOutcome(long id, long cell) {
        output.results().setCell(id, session, cell);
    }

    @Override
    public boolean answer(long id, long receivedNs) {
        if (id <= newest) {
            return late.arrived(id);
        }
        newest = id;
        int before = settleUnchanged(pending.countBelow(id), id, receivedNs, ResultCell.SKIPPED);
        boolean waits = before < pending.size() && pending.at(before) == id;
        shown(waits ? before + 1 : before);
        age(receivedNs, waits ? before + 1 : before);
        supersede(before, id, receivedNs);
        if (waits) {
            decide(0, ResultCell.PUBLISHED, receivedNs);
            pending.removeFirst(1);
        } else if (ResultCell.isTentativelyUnchanged(output.results().cell(id, session))) {
            setOutcome(
                    id,
                    ResultCell.of(
                            ResultCell.PUBLISHED_NOT_DUE,
                            receivedNs - output.results().intendedNs(id)));
            return before == 0; // otherwise due ticks called for the quote
        }
        return false;
    }

    @Override
    public void setPrice(long bid, long ask) {
        shownBid = bid;
        shownAsk = ask;
    }

    @Override
    public boolean isPrice(long bid, long ask) {
        return shownBid == bid && shownAsk == ask;
    }

    /** Sets the session's price to the price of pending tick {@code upTo} - 1. */
    private void shown(int upTo) {
        if (upTo > 0) {
            shownBid = pending.bid(upTo - 1);
            shownAsk = pending.ask(upTo - 1);
        }
    }

    /**
     * Finds, among the first {@code waiting} pending ticks, the newest tick that calls for the price the session already
     * has. If the application suppresses unchanged prices, settles it and all before it. A tick of that price needs no
     * quote. An earlier tick of another price needs none only if it fits into one slice with a tick that needs none.
     *
     * @param next the tick after the {@code waiting} ticks, or {@link TickQueue#NONE}
     * @param outcome result for ticks that do not fit: {@link ResultCell#SKIPPED}, or {@link ResultCell#LOST} if no
     *     snapshot followed
     * @return number of the {@code waiting} ticks that are still pending
     */
    private int settleUnchanged(int waiting, long next, long atNs, int outcome) {
        int last = waiting - 1;
        while (last >= 0 && !asShown(last)) {
            last--;
        }
        if (last < 0) {
            return waiting;
        }
        if (!conflation.suppressUnchanged()) {
            unchanged += last + 1;
            return waiting;
        }
        long newestOfSlice = pending.at(last);
        age(output.results().sentNs(newestOfSlice), last + 1); // from then on the session's price is correct
        long newer = last + 1 < waiting ? pending.at(last + 1) : next;
        boolean quoteMissing = false;
        for (int i = last; i >= 0; i--) {
            long older = pending.at(i);
            boolean settled = asShown(i);
            boolean together = !settled && together(i, newestOfSlice);
            quoteMissing = !settled && (quoteMissing || !together);
            newestOfSlice = together ? newestOfSlice : older;
            if (!quoteMissing) {
                unchanged(i, newer, atNs);
            } else if (outcome == ResultCell.LOST) {
                setOutcome(older, ResultCell.of(outcome));
            } else {
                decide(i, together ? ResultCell.CONFLATED : outcome, atNs);
            }
        }
        pending.removeFirst(last + 1);
        return waiting - last - 1;
    }

    private boolean asShown(int position) {
        return shownBid != Price.NONE && pending.bid(position) == shownBid && pending.ask(position) == shownAsk;
    }

    /** Returns whether the tick at a position and a newer one can have been in one slice. */
    private boolean together(int position, long newer) {
        long older = pending.at(position);
        long newerNs = output.results().sentNs(newer);
        return pending.missed(position)
                ? conflation.explainsMissed(output.results().sentNs(older), newerNs)
                : conflation.explains(taken.consumedByNs(older), newerNs);
    }

    /**
     * Marks a tick as unchanged. If it can share a slice with a newer tick of another price, it can have been conflated and
     * waited for the same answer.
     */
    private void unchanged(int position, long newer, long atNs) {
        unchanged++;
        long id = pending.at(position);
        boolean conflatedPerhaps = newer != TickQueue.NONE && together(position, newer);
        long waitedNs = atNs - pending.intendedNs(position);
        setOutcome(
                id, conflatedPerhaps ? ResultCell.unchangedOrConflated(waitedNs) : ResultCell.of(ResultCell.UNCHANGED));
    }

    /**
     * Returns the number of due ticks that left the session's price unchanged. If the application suppresses unchanged
     * prices, they need no quote. Otherwise they were answered by a later quote or lost.
     */
    @Override
    public long unchanged() {
        return unchanged;
    }

    /**
     * Settles superseded ticks backwards, with slices as long as possible. In every slice but the newest, the last tick
     * lacks its quote.
     */
    private void supersede(int superseded, long id, long receivedNs) {
        long newestOfSlice = id;
        for (int i = superseded - 1; i >= 0; i--) {
            long older = pending.at(i);
            boolean together = together(i, newestOfSlice);
            decide(i, together ? ResultCell.CONFLATED : ResultCell.SKIPPED, receivedNs);
            newestOfSlice = together ? newestOfSlice : older;
        }
        pending.removeFirst(superseded);
    }

    private void decide(int position, int outcome, long receivedNs) {
        setOutcome(pending.at(position), ResultCell.of(outcome, receivedNs - pending.intendedNs(position)));
    }

    /** Closes the current stale stretch before the first {@code settled} pending ticks are removed. */
    private void age(long receivedNs, int settled) {
        if (settled > 0) {
            reportStaleInterval(receivedNs, true);
            answeredNs = Math.max(receivedNs, oldestSinceNs);
            oldestSinceNs = settled == pending.size() ? answeredNs : Math.max(answeredNs, pending.intendedNs(settled));
        }
    }

    private void reportStaleInterval(long untilNs, boolean answered) {
        long sinceNs = pending.intendedNs(0);
        long toNs = Math.max(oldestSinceNs, untilNs);
        output.staleTime().staleInterval(session, instrument, sinceNs, oldestSinceNs, toNs, answered);
    }

    @Override
    public void excluded(long fromNs, long toNs) {
        output.staleTime().excluded(session, instrument, fromNs, toNs);
    }

    @Override
    public void excludeFrom(TickAttribution other) {
        pending.resolve(pending.size(), ResultCell.EXCLUDED, other);
    }

    @Override
    public void lose(long sentUntilNs, long atNs) {
        int sent = pending.countSent(sentUntilNs, output.results());
        long next = sent < pending.size() ? pending.at(sent) : TickQueue.NONE;
        int lost = settleUnchanged(sent, next, atNs, ResultCell.LOST);
        if (lost > 0) {
            reportStaleInterval(atNs, false);
            answeredNs = Math.max(atNs, oldestSinceNs);
            oldestSinceNs = answeredNs;
            pending.resolve(lost, ResultCell.LOST, this);
            pending.removeFirst(lost);
        }
    }

    @Override
    public void resolvePending(int outcome, long atNs, long answerableUntilNs) {
        if (outcome == ResultCell.LOST) {
            settleUnchanged(pending.size(), TickQueue.NONE, atNs, outcome);
        }
        if (pending.isEmpty()) {
            return;
        }
        if (output.results().sentNs(pending.at(0)) <= answerableUntilNs) {
            reportStaleInterval(atNs, outcome != ResultCell.LOST);
        } else {
            excluded(oldestSinceNs, Math.max(oldestSinceNs, atNs));
        }
        pending.resolve(pending.size(), outcome, this);
        pending.removeFirst(pending.size());
    }
}
