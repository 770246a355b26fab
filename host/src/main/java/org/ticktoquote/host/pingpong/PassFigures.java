package org.ticktoquote.host.pingpong;

import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.TickSeries;

/** Distributions of a passage: the same rules of ranks, losses and support as those of a run. */
final class PassFigures {
    private final PingTimes times;
    private final int from;
    private final int to;

    /** Of the messages from {@code from} to before {@code to}. */
    PassFigures(PingTimes times, int from, int to) {
        this.times = times;
        this.from = from;
        this.to = to;
    }

    /** A latency of one message. */
    private interface Value {
        long of(int sequence);
    }

    LatencyFigures response() {
        return figures(
                "response: intended -> reply, every message",
                sequence -> times.receivedNs(sequence) - times.intendedNs(sequence));
    }

    LatencyFigures roundTrip() {
        return figures(
                "round trip: sent -> reply, every message",
                sequence -> times.receivedNs(sequence) - times.sentNs(sequence));
    }

    LatencyFigures sendLag() {
        Distribution lags = new Distribution("send-lag", "send lag: intended -> sent, every message", 0);
        for (int sequence = from; sequence < to; sequence++) {
            lags.record(lag(sequence));
        }
        return SupportedDistribution.of(lags, Support.of(series(sequence -> Math.max(0, lag(sequence)))))
                .figures();
    }

    private long lag(int sequence) {
        return times.sentNs(sequence) - times.intendedNs(sequence);
    }

    private LatencyFigures figures(String label, Value value) {
        Distribution distribution = new Distribution("pingpong", label, 0);
        for (int sequence = from; sequence < to; sequence++) {
            if (times.answered(sequence)) {
                distribution.record(value.of(sequence));
            } else {
                distribution.censor();
            }
        }
        TickSeries answers =
                series(sequence -> times.answered(sequence) ? Math.max(0, value.of(sequence)) : TickSeries.LOST);
        return SupportedDistribution.of(distribution, Support.of(answers)).figures();
    }

    /** A message is a tick. */
    private TickSeries series(Value value) {
        return visitor -> {
            for (int sequence = from; sequence < to; sequence++) {
                visitor.tick(times.intendedNs(sequence), value.of(sequence));
            }
        };
    }

    long lost() {
        long lost = 0;
        for (int sequence = from; sequence < to; sequence++) {
            lost += times.answered(sequence) ? 0 : 1;
        }
        return lost;
    }
}
