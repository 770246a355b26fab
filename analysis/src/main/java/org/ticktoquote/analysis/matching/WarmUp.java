package org.ticktoquote.analysis.matching;

import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.TickRecord;

/** Plays the warm-up ticks over the model, so that it expects what the application last published. */
public final class WarmUp {
    private WarmUp() {}

    /** Reads the journal to its end, if there is one; leaves model and matcher ready for the measured ticks. */
    public static void play(JournalInput journal, DueTicks model, Matcher matcher) {
        TickRecord tick = new TickRecord(new UnsafeBuffer(new byte[0]), 0);
        long last = 0;
        while (journal.next() && JournalMerge.known(model, tick.wrap(journal.reader()), journal)) {
            model.dueTiers(tick);
            last = tick.tickId();
        }
        if (journal.state().whole()) {
            matcher.lastWarmUpTick(last);
        }
        model.newFeedSession();
    }
}
