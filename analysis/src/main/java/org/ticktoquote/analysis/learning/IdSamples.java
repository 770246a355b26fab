package org.ticktoquote.analysis.learning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.learning.IdSample.Sent;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Collects echoed ids, with the ticks they can name, from the warm-up or the measured part.
 *
 * <p>Keeps a few hundred snapshots, evenly distributed over the part. Not thread-safe.
 */
final class IdSamples implements JournalMerge.Listener {
    private static final int KEPT_SAMPLES = 500;
    private static final int RECENT = 64;
    /** Number of newest ticks, over all pairs, among which an id is looked up. */
    private static final int NEWEST = 1_000;

    private final boolean ofWarmUp;
    private final List<Deque<Sent>> recent;
    private final long[] inPair;
    /** Ids and instruments of the newest ticks, indexed by id modulo the length. */
    private final long[][] newestTicks = new long[2][NEWEST];

    private final Map<Long, Long> previous = new HashMap<>();
    private final List<IdSample> samples = new ArrayList<>();
    private boolean measuring;
    private long place;
    private long newest;
    private long stride = 1;
    private long snapshots;
    private long named;
    private long counting;
    private long countingInPair;
    private long numbered;
    private long ofAnyPair;
    private long ofItsPair;

    IdSamples(boolean ofWarmUp, int instruments) {
        this.ofWarmUp = ofWarmUp;
        this.recent = IntStream.range(0, instruments)
                .<Deque<Sent>>mapToObj(instrument -> new ArrayDeque<>())
                .toList();
        this.inPair = new long[instruments];
    }

    @Override
    public void warmUpTick(TickRecord tick, long dueTiers) {
        sent(tick);
    }

    @Override
    public void warmedUp(boolean whole) {
        // ticks and snapshots of the warm-up can still be in transit
    }

    @Override
    public void tick(TickRecord tick, long dueTiers) {
        measuring = true;
        sent(tick);
    }

    private void sent(TickRecord tick) {
        int instrument = tick.instrumentId();
        newest = tick.tickId();
        int slot = slot(newest);
        newestTicks[0][slot] = newest;
        newestTicks[1][slot] = instrument;
        Deque<Sent> pair = recent.get(instrument);
        pair.addFirst(new Sent(newest, ++place, ++inPair[instrument], tick.venueTimeNs()));
        if (pair.size() > RECENT) {
            pair.removeLast();
        }
    }

    @Override
    public void event(int session, SnapshotRecord event) {
        boolean asked = event.kind() == SnapshotRecord.SNAPSHOT
                && event.hasPrice()
                && event.instrumentId() < recent.size()
                && measuring != ofWarmUp
                && place > 0;
        if (!asked) {
            return;
        }
        snapshots++;
        if (event.tickId() != SnapshotRecord.NO_ID) {
            named(session, event);
        }
    }

    private void named(int session, SnapshotRecord event) {
        long id = event.tickId();
        numbered += id == event.messageSequence() ? 1 : 0;
        ofAnyPair += id <= newest && id > newest - NEWEST ? 1 : 0;
        boolean own = newestTicks[0][slot(id)] == id && newestTicks[1][slot(id)] == event.instrumentId();
        ofItsPair += own ? 1 : 0;
        counting += follows(-1L - session, id) ? 1 : 0;
        countingInPair += follows((long) session << Short.SIZE | event.instrumentId(), id) ? 1 : 0;
        if (named++ % stride == 0) {
            samples.add(new IdSample(id, List.copyOf(recent.get(event.instrumentId()))));
            thin();
        }
    }

    private static int slot(long id) {
        return Math.floorMod(id, NEWEST);
    }

    private boolean follows(long counter, long id) {
        Long before = previous.put(counter, id);
        return before != null && before == id - 1;
    }

    private void thin() {
        if (samples.size() == 2 * KEPT_SAMPLES) {
            List<IdSample> half = IntStream.range(0, KEPT_SAMPLES)
                    .mapToObj(i -> samples.get(2 * i))
                    .toList();
            samples.clear();
            samples.addAll(half);
            stride *= 2;
        }
    }

    List<IdSample> all() {
        return List.copyOf(samples);
    }

    /** Returns the number of snapshots in the part. */
    long snapshots() {
        return snapshots;
    }

    /** Returns the share of snapshots that echo a number. */
    double named() {
        return share(named, snapshots);
    }

    /** Returns the share of numbers that are one more than in the previous snapshot of the session. */
    double counting() {
        return share(counting, named);
    }

    /** Returns the share of numbers that are one more than in the previous snapshot of the session and pair. */
    double countingInPair() {
        return share(countingInPair, named);
    }

    /** Returns the share of numbers that equal the message's own sequence number (34). */
    double numbered() {
        return share(numbered, named);
    }

    /** Returns the share of numbers that name one of the newest ticks, of any pair. */
    double ofAnyPair() {
        return share(ofAnyPair, named);
    }

    /** Returns the share of numbers that name one of the newest ticks of their own pair. */
    double ofItsPair() {
        return share(ofItsPair, named);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
