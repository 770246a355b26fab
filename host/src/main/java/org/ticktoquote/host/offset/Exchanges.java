package org.ticktoquote.host.offset;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.Refusal;

/** What one host's clock answered so far. Thread-safe. */
final class Exchanges {
    private static final int IN_BURST = 8;
    /** By how much the rates of two clocks may change against each other while nobody asks: steering by NTP and warmth. */
    private static final double UNSEEN_RATE = 200e-6;

    private final ReadableClock clock;
    private final List<ForeignReading> answers = new ArrayList<>();
    private long missedNs;

    Exchanges(ReadableClock clock) {
        this.clock = clock;
    }

    /** Asks so often, and refuses a host that does not answer. */
    void bursts(int count) {
        for (int i = 0; i < count * IN_BURST; i++) {
            ForeignReading answer = clock.exchange();
            synchronized (this) {
                answers.add(answer);
            }
        }
    }

    /** Asks some times; one that is gone is noticed by those who need more of it, and the time without it is noted here. */
    void tryBurst() {
        try {
            bursts(1);
        } catch (Refusal gone) {
            synchronized (this) {
                missedNs = System.nanoTime();
            }
        }
    }

    /** From all answers so far. */
    synchronized OffsetEstimate estimate() {
        OffsetEstimate estimate = OffsetEstimate.of(answers);
        long lastNs = Feasible.middle(answers.get(answers.size() - 1));
        if (missedNs - lastNs <= 0 || missedNs == 0) {
            return estimate;
        }
        Lead then = estimate.at(missedNs);
        List<Lead> leads = new ArrayList<>(estimate.leads());
        long boundNs = then.boundNs() + (long) (UNSEEN_RATE * (missedNs - lastNs));
        leads.add(new Lead(missedNs, then.aheadNs(), boundNs));
        return new OffsetEstimate(leads);
    }
}
