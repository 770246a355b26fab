package org.ticktoquote.host.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.clock.ForeignReading;

/**
 * The lead of another clock over a time: along one straight line if one fits all exchanges, else along as few as do, each over
 * half the time of the one before.
 *
 * @param leads where the pieces begin and end, by rising time
 */
record OffsetEstimate(List<Lead> leads) {
    /** A piece this short is not cut: what does not fit is added to its bound. */
    private static final long SHORTEST_NS = TimeUnit.SECONDS.toNanos(4);

    /** The same clock. */
    static final OffsetEstimate NONE = new OffsetEstimate(List.of(new Lead(0, 0, 0)));

    OffsetEstimate {
        leads = List.copyOf(leads);
    }

    /** From exchanges by rising time, at least one. */
    static OffsetEstimate of(List<ForeignReading> exchanges) {
        List<Lead> leads = new ArrayList<>();
        add(exchanges, leads);
        return new OffsetEstimate(leads);
    }

    private static void add(List<ForeignReading> exchanges, List<Lead> leads) {
        long fromNs = Feasible.middle(exchanges.get(0));
        long toNs = Feasible.middle(exchanges.get(exchanges.size() - 1));
        Feasible lines = new Feasible(exchanges);
        int half = before(exchanges, fromNs + (toNs - fromNs) / 2);
        if (!lines.exists() && toNs - fromNs > SHORTEST_NS && half > 0 && half < exchanges.size()) {
            add(exchanges.subList(0, half), leads);
            add(exchanges.subList(half, exchanges.size()), leads);
            return;
        }
        leads.add(lines.lead(fromNs));
        if (toNs > fromNs) {
            leads.add(lines.lead(toNs));
        }
    }

    private static int before(List<ForeignReading> exchanges, long ownNs) {
        return (int)
                exchanges.stream().filter(each -> Feasible.middle(each) < ownNs).count();
    }

    /** The lead at a moment; beyond the ends the last line goes on. */
    Lead at(long ownNs) {
        if (leads.size() == 1) {
            return new Lead(ownNs, leads.get(0).aheadNs(), leads.get(0).boundNs());
        }
        int right = 1;
        while (right < leads.size() - 1 && leads.get(right).ownNs() < ownNs) {
            right++;
        }
        Lead from = leads.get(right - 1);
        Lead to = leads.get(right);
        double share = (double) (ownNs - from.ownNs()) / Math.max(1, to.ownNs() - from.ownNs());
        long aheadNs = from.aheadNs() + Math.round(share * (to.aheadNs() - from.aheadNs()));
        return new Lead(ownNs, aheadNs, Math.max(from.boundNs(), to.boundNs()));
    }
}
