package org.ticktoquote.analysis.matching;

import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Feeds the journals of a run to a matcher in one order of time.
 *
 * <p>Ticks stand at their {@code sent}, session events at their {@code received} plus the clock uncertainty, so that no
 * snapshot comes before a tick that it can reflect; ties: ticks first, then by session. A heap of as many entries as
 * there are journals; nothing is allocated for a record.
 */
public final class JournalMerge {
    private static final int TICKS = 0;
    private static final long ENDED = Long.MAX_VALUE;
    private static final DirectBuffer EMPTY = new UnsafeBuffer(new byte[0]);

    private final JournalInput[] inputs;
    private final long[] keys;
    private final int[] heap;
    private final TickRecord tick;
    private final SnapshotRecord event;
    private final long uncertaintyNs;
    private final DueTicks model;
    private final Matcher matcher;
    private long lastTickId;

    /** Over the tick journal and one journal for each session of the plan, in its order. */
    public JournalMerge(
            JournalInput ticks, List<JournalInput> sessions, long uncertaintyNs, DueTicks model, Matcher matcher) {
        this.inputs = new JournalInput[sessions.size() + 1];
        this.keys = new long[inputs.length];
        this.heap = new int[inputs.length];
        this.tick = new TickRecord(EMPTY, 0);
        this.event = new SnapshotRecord(EMPTY, 0);
        this.uncertaintyNs = uncertaintyNs;
        this.model = model;
        this.matcher = matcher;
        inputs[TICKS] = ticks;
        for (int i = 0; i < sessions.size(); i++) {
            inputs[i + 1] = sessions.get(i);
        }
    }

    /** Plays everything up to the end of the last journal; does not finish the matcher. */
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
            matcher.event(source - 1, event.wrap(inputs[source].reader()));
            return;
        }
        matcher.tick(tick.wrap(inputs[TICKS].reader()), model.dueTiers(tick));
    }

    private void advance(int source) {
        JournalInput input = inputs[source];
        if (!input.next()) {
            keys[source] = ENDED;
        } else if (source == TICKS) {
            tick.wrap(input.reader());
            keys[source] = inSequence(input) ? tick.sentNs() : ENDED;
        } else {
            keys[source] = event.wrap(input.reader()).receivedNs() + uncertaintyNs;
        }
    }

    private boolean inSequence(JournalInput input) {
        lastTickId++;
        if (tick.tickId() != lastTickId) {
            input.damaged("holds tick " + tick.tickId() + " where " + lastTickId + " is due");
            return false;
        }
        return known(model, tick, input);
    }

    /** Whether manifest and tick agree on what exists; otherwise the journal is of no use from there on. */
    static boolean known(DueTicks model, TickRecord tick, JournalInput input) {
        if (!model.covers(tick)) {
            input.damaged("holds a tick of instrument " + tick.instrumentId() + " at venue " + tick.venueId()
                    + ", which run.json does not name");
            return false;
        }
        return true;
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
