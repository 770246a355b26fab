package org.ticktoquote.analysis.matching;

import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Plays the journals of a run to a listener in one order of time.
 *
 * <p>Ticks stand at their {@code sent}, session events at their {@code received} plus the clock uncertainty, so that no
 * snapshot comes before a tick that it can reflect; ties: ticks first, then by session. A heap of as many entries as
 * there are journals; nothing is allocated for a record. Where the clients read another clock than the replayer, an event's time
 * is what it was on the replayer's.
 */
public final class JournalMerge {
    private static final int TICKS = 0;
    private static final long ENDED = Long.MAX_VALUE;

    private final TickStream ticks;
    private final JournalInput[] inputs;
    private final long[] keys;
    private final int[] heap;
    private final SnapshotRecord event;
    private final long uncertaintyNs;
    private final DueTicks model;
    private final Listener listener;
    private boolean measuring;

    /** Whoever wants to know what happened, in order. */
    public interface Listener {
        /** A tick of the warm-up was sent; the model has played it. */
        void warmUpTick(TickRecord tick, long dueTiers);

        /** The warm-up is over; {@code whole} when its last tick is known for sure. */
        void warmedUp(boolean whole);

        /** The next measured tick was sent; the model has played it. */
        void tick(TickRecord tick, long dueTiers);

        /** Something happened at the session of a position among those that are played. */
        void event(int session, SnapshotRecord event);
    }

    /** Of processes with one clock. */
    public JournalMerge(
            @Nullable JournalInput warmUp,
            JournalInput ticks,
            List<JournalInput> sessions,
            long uncertaintyNs,
            DueTicks model,
            Listener listener) {
        this(warmUp, ticks, sessions, ClockTranslation.NONE, uncertaintyNs, model, listener);
    }

    /** Over the journals of the warm-up, of the ticks and one for each session of the plan, in its order. */
    public JournalMerge(
            @Nullable JournalInput warmUp,
            JournalInput ticks,
            List<JournalInput> sessions,
            ClockTranslation clients,
            long uncertaintyNs,
            DueTicks model,
            Listener listener) {
        this.event = new SnapshotRecord(new UnsafeBuffer(new byte[0]), 0, clients);
        this.ticks = new TickStream(warmUp, ticks, model);
        this.inputs = new JournalInput[sessions.size() + 1];
        this.keys = new long[inputs.length];
        this.heap = new int[inputs.length];
        this.uncertaintyNs = uncertaintyNs;
        this.model = model;
        this.listener = listener;
        inputs[TICKS] = ticks;
        for (int i = 0; i < sessions.size(); i++) {
            inputs[i + 1] = sessions.get(i);
        }
    }

    /** Plays everything up to the end of the last journal. */
    public void run() {
        Arrays.setAll(heap, i -> i);
        for (int source = 0; source < inputs.length; source++) {
            advance(source);
        }
        for (int at = heap.length / 2; at >= 0; at--) {
            siftDown(at);
        }
        while (keys[heap[0]] != ENDED) {
            int source = heap[0];
            deliver(source);
            advance(source);
            siftDown(0);
        }
    }

    private void deliver(int source) {
        if (source != TICKS) {
            listener.event(source - 1, event.wrap(inputs[source].reader()));
        } else if (ticks.warmingUp()) {
            listener.warmUpTick(ticks.tick(), model.dueTiers(ticks.tick()));
        } else {
            listener.tick(ticks.tick(), model.dueTiers(ticks.tick()));
        }
    }

    private void advance(int source) {
        if (source == TICKS) {
            keys[TICKS] = ticks.next() ? ticks.tick().sentNs() : ENDED;
            measure();
        } else {
            JournalInput input = inputs[source];
            keys[source] = input.next() ? event.wrap(input.reader()).receivedNs() + uncertaintyNs : ENDED;
        }
    }

    private void measure() {
        if (!measuring && !ticks.warmingUp()) {
            measuring = true;
            model.newFeedSession();
            listener.warmedUp(ticks.warmUpWhole());
        }
    }

    private void siftDown(int from) {
        int at = from;
        int moved = heap[at];
        while (true) {
            int child = 2 * at + 1;
            if (child >= heap.length) {
                break;
            }
            if (child + 1 < heap.length && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    private boolean before(int left, int right) {
        return keys[left] < keys[right] || keys[left] == keys[right] && left < right;
    }
}
