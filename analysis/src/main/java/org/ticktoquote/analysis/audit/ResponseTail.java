package org.ticktoquote.analysis.audit;

import java.util.List;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.TailFigures;

/**
 * Compares responses with the harness's own delays in one pass over all results. These delays are the tick's replay lag,
 * which is exact, and the clients' stalls between the offered and the received time. A replayer stall only delays ticks, so
 * the lag includes it. Does not allocate per tick.
 */
final class ResponseTail {
    private final TickResults results;
    private final StallTimes clients;
    /** Scratch space for one tick. */
    private final long[] rests;

    private final long beyondNs;
    private final Distribution rest = new Distribution("response", "response without lag and stalls", Long.MAX_VALUE);
    private long beyond;
    private long touched;
    private long maximumNs = Long.MIN_VALUE;
    private boolean maximumTouched;

    private ResponseTail(TickResults results, LatencyFigures response, StallTimes clients) {
        this.results = results;
        this.clients = clients;
        this.rests = new long[results.sessions()];
        Long p999 = response.p999().low();
        this.beyondNs = p999 == null ? Long.MAX_VALUE : p999;
    }

    static ResponseTail of(TickResults results, LatencyFigures response, StallTimes clients, Workers workers) {
        List<ResponseTail> parts = workers.over(1, results.ticks() + 1, (from, to) -> {
            ResponseTail part = new ResponseTail(results, response, clients);
            part.run(from, to);
            return part;
        });
        ResponseTail all = parts.get(0);
        parts.stream().skip(1).forEach(all::add);
        return all;
    }

    private void run(long from, long to) {
        TickBlock block = TickBlock.whole(results, from, to);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                add(block, place);
            }
        }
    }

    private void add(TickBlock block, int place) {
        long offeredNs = block.offeredNs(place);
        long lagNs = Math.max(0, block.lagNs(place));
        int answered = 0;
        int lost = 0;
        for (int session = 0; session < block.sessions(); session++) {
            long cell = block.cell(place, session);
            if (ResultCell.answered(cell)) {
                rests[answered++] = restNs(offeredNs, lagNs, ResultCell.responseNs(cell));
            } else if (ResultCell.outcome(cell) == ResultCell.LOST) {
                lost++;
            }
        }
        rest.record(rests, answered, 0);
        rest.censor(lost);
    }

    /** Adds the pass over later ticks. The first of equal maxima counts. */
    private void add(ResponseTail later) {
        rest.add(later.rest);
        beyond += later.beyond;
        touched += later.touched;
        if (later.maximumNs > maximumNs) {
            maximumNs = later.maximumNs;
            maximumTouched = later.maximumTouched;
        }
    }

    private long restNs(long offeredNs, long lagNs, long responseNs) {
        long stalledNs = clients.coveredNs(offeredNs, offeredNs - lagNs + responseNs);
        if (responseNs > beyondNs || responseNs > maximumNs) {
            boolean harness = lagNs >= ProcessAudit.STALL_NS || stalledNs > 0;
            beyond += responseNs > beyondNs ? 1 : 0;
            touched += responseNs > beyondNs && harness ? 1 : 0;
            maximumTouched = responseNs > maximumNs ? harness : maximumTouched;
            maximumNs = Math.max(maximumNs, responseNs);
        }
        return responseNs - lagNs - stalledNs;
    }

    TailFigures figures() {
        return new TailFigures(beyond, touched, maximumTouched);
    }

    /** Returns the response minus lag and stalls. */
    Distribution rest() {
        return rest;
    }

    /** Returns the percentiles of the response minus lag and stalls. */
    ShareFigures restFigures() {
        return ShareFigures.of(SupportedDistribution.of(rest, Support.NONE).figures());
    }
}
