package org.ticktoquote.analysis.results;

/**
 * Consecutive ticks, copied from the results of a run. Reading all ticks block by block costs no more than reading arrays,
 * because a block fits into the L1 cache. Ticks have indices from 0 within a block. Not thread-safe.
 */
public final class TickBlock {
    /** Number of 8-byte integers in a block: half of an L1 cache. */
    private static final int INTEGERS = 1 << 11;

    /** Client of a tick, by the order of answers among the sessions that the tick is due for. */
    public enum ClientRank {
        FIRST(TickResults.FIRST),
        MEDIAN(TickResults.MEDIAN),
        LAST(TickResults.LAST);

        private final int field;

        ClientRank(int field) {
            this.field = field;
        }
    }

    private final TickResults results;
    private final int perTick;
    private final int most;
    private final long to;
    private final long[] records;
    private long first;
    private int size;

    private TickBlock(TickResults results, int perTick, long from, long to) {
        this.results = results;
        this.perTick = perTick;
        this.most = Math.max(1, INTEGERS / perTick);
        this.first = from;
        this.to = to;
        this.records = new long[most * perTick];
    }

    /** Creates blocks of the ticks {@code from} (inclusive) to {@code to} (exclusive). Call {@link #next} for the first one. */
    public static TickBlock whole(TickResults results, long from, long to) {
        return new TickBlock(results, TickResults.HEAD + results.sessions(), from, to);
    }

    /** Creates blocks of all ticks of a run. */
    public static TickBlock whole(TickResults results) {
        return whole(results, 1, results.ticks() + 1);
    }

    /** Creates blocks of all ticks of a run, without their cells. */
    public static TickBlock heads(TickResults results) {
        return new TickBlock(results, TickResults.HEAD, 1, results.ticks() + 1);
    }

    /** Advances to the next block. Returns false if there is none. */
    public boolean next() {
        first += size;
        size = (int) Math.min(most, to - first);
        if (size > 0) {
            results.read(first, size, perTick, records);
        }
        return size > 0;
    }

    /** Returns the capacity in ticks. */
    public int most() {
        return most;
    }

    /** Returns the number of ticks in the block. */
    public int size() {
        return size;
    }

    public long tickId(int place) {
        return first + place;
    }

    private long value(int place, int field) {
        return records[place * perTick + field / Long.BYTES];
    }

    public long intendedNs(int place) {
        return value(place, TickResults.INTENDED);
    }

    public long sentNs(int place) {
        return value(place, TickResults.SENT);
    }

    /** Returns the send time less the delay due to an application that did not read. */
    public long offeredNs(int place) {
        return sentNs(place) - value(place, TickResults.HELD);
    }

    /** Returns the replay lag: offered less intended time. */
    public long lagNs(int place) {
        return offeredNs(place) - intendedNs(place);
    }

    public long dueTiers(int place) {
        return value(place, TickResults.DUE_TIERS);
    }

    public int instrumentId(int place) {
        return (int) value(place, TickResults.INSTRUMENT) & 0xffff;
    }

    /** Returns {@link TickResults#firstClientNs}, {@link TickResults#medianClientNs} or {@link TickResults#lastClientNs}. */
    public long clientNs(ClientRank client, int place) {
        return value(place, client.field);
    }

    public long lastClientNs(int place) {
        return clientNs(ClientRank.LAST, place);
    }

    /** Returns {@link TickResults#quoteAgeNs}. */
    public long quoteAgeNs(int place) {
        return value(place, TickResults.QUOTE_AGE);
    }

    /** Returns the number of sessions that lost the tick. */
    public int lostSessions(int place) {
        return (int) (value(place, TickResults.INSTRUMENT) >>> Integer.SIZE);
    }

    /** Returns the number of cells per tick; 0 without cells. */
    public int sessions() {
        return perTick - TickResults.HEAD;
    }

    /** Returns a {@link ResultCell}. */
    public long cell(int place, int session) {
        return records[place * perTick + TickResults.HEAD + session];
    }

    /** Copies all cells of a tick, by session. */
    public void cells(int place, long[] into) {
        System.arraycopy(records, place * perTick + TickResults.HEAD, into, 0, sessions());
    }
}
