package org.ticktoquote.analysis.results;

/**
 * Some ticks next to each other, copied from the results of a run: whoever goes through all ticks reads them block by block,
 * which costs no more than arrays do, in the nearest cache. Ticks have places from 0 here. Not thread-safe.
 */
public final class TickBlock {
    /** Of 8 bytes each: half of a nearest cache. */
    private static final int INTEGERS = 1 << 11;

    /** One of the sessions that a tick is due for, by when it has its answer. */
    public enum Client {
        FIRST(TickResults.FIRST),
        MEDIAN(TickResults.MEDIAN),
        LAST(TickResults.LAST);

        private final int field;

        Client(int field) {
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

    /** The ticks from one to before another; it stands before the first block. */
    public static TickBlock whole(TickResults results, long from, long to) {
        return new TickBlock(results, TickResults.HEAD + results.sessions(), from, to);
    }

    /** All ticks of a run. */
    public static TickBlock whole(TickResults results) {
        return whole(results, 1, results.ticks() + 1);
    }

    /** All ticks of a run without their cells. */
    public static TickBlock heads(TickResults results) {
        return new TickBlock(results, TickResults.HEAD, 1, results.ticks() + 1);
    }

    /** Goes to the next block, where there is one. */
    public boolean next() {
        first += size;
        size = (int) Math.min(most, to - first);
        if (size > 0) {
            results.read(first, size, perTick, records);
        }
        return size > 0;
    }

    /** How many ticks it can hold. */
    public int most() {
        return most;
    }

    /** How many ticks it holds. */
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

    /** When it would have been sent, had the application read. */
    public long offeredNs(int place) {
        return sentNs(place) - value(place, TickResults.HELD);
    }

    /** The replayer's own lateness: from intended to offered. */
    public long lagNs(int place) {
        return offeredNs(place) - intendedNs(place);
    }

    public long dueTiers(int place) {
        return value(place, TickResults.DUE_TIERS);
    }

    public int instrumentId(int place) {
        return (int) value(place, TickResults.INSTRUMENT) & 0xffff;
    }

    /** As in {@link TickResults#firstClientNs}, {@link TickResults#medianClientNs} and {@link TickResults#lastClientNs}. */
    public long clientNs(Client client, int place) {
        return value(place, client.field);
    }

    public long lastClientNs(int place) {
        return clientNs(Client.LAST, place);
    }

    /** As in {@link TickResults#quoteAgeNs}. */
    public long quoteAgeNs(int place) {
        return value(place, TickResults.QUOTE_AGE);
    }

    /** Sessions that lost the tick. */
    public int lostSessions(int place) {
        return (int) (value(place, TickResults.INSTRUMENT) >>> Integer.SIZE);
    }

    /** How many cells a tick has. */
    public int sessions() {
        return perTick - TickResults.HEAD;
    }

    /** To be read with {@link ResultCell}. */
    public long cell(int place, int session) {
        return records[place * perTick + TickResults.HEAD + session];
    }

    /** All cells of a tick, by session. */
    public void cells(int place, long[] into) {
        System.arraycopy(records, place * perTick + TickResults.HEAD, into, 0, sessions());
    }
}
