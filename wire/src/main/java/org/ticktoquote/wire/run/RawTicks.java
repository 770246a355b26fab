package org.ticktoquote.wire.run;

import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;

/** The ticks of one source, read one after another: of a feed, or the prices that a venue sent over FIX. One thread. */
abstract class RawTicks implements AutoCloseable {
    final JournalReader reader;

    private RawTicks(JournalReader reader) {
        this.reader = reader;
    }

    /** A feed's, as {@link FeedSource} journals them. */
    static RawTicks ofFeed(Path journal) {
        return new OfFeed(JournalReader.open(journal, TickRecord.SCHEMA));
    }

    /** A FIX session's, by whichever tag it says their ids in. */
    static RawTicks ofVenue(Path journal, int venue, WireClock clock) {
        return new OfVenue(JournalReader.open(journal, SnapshotRecord.SCHEMA), venue, clock);
    }

    /** Moves to the next tick. */
    abstract boolean next();

    abstract long sentNs();

    /** As the source says it; {@link SnapshotRecord#NO_ID} where it says none. */
    abstract long id();

    /** Writes the whole record, with an id of the run's. */
    abstract void put(MutableDirectBuffer to, int at, long id);

    @Override
    public void close() {
        reader.close();
    }

    private static final class OfFeed extends RawTicks {
        private final TickRecord tick;

        OfFeed(JournalReader reader) {
            super(reader);
            this.tick = new TickRecord(reader.buffer(), 0);
        }

        @Override
        boolean next() {
            if (!reader.next()) {
                return false;
            }
            tick.wrap(reader);
            return true;
        }

        @Override
        long sentNs() {
            return tick.sentNs();
        }

        @Override
        long id() {
            return tick.tickId();
        }

        @Override
        void put(MutableDirectBuffer to, int at, long id) {
            to.putBytes(at, reader.buffer(), reader.offset(), TickRecord.LENGTH);
            to.putLong(at, id, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Every price that a message of the venue left behind is a tick, but one that shows no price at all. */
    private static final class OfVenue extends RawTicks {
        private final SnapshotRecord price;
        private final int venue;
        private final WireClock clock;

        OfVenue(JournalReader reader, int venue, WireClock clock) {
            super(reader);
            this.price = new SnapshotRecord(reader.buffer(), 0);
            this.venue = venue;
            this.clock = clock;
        }

        @Override
        boolean next() {
            while (reader.next()) {
                price.wrap(reader);
                if (price.kind() == SnapshotRecord.SNAPSHOT && price.priced()) {
                    return true;
                }
            }
            return false;
        }

        @Override
        long sentNs() {
            return price.receivedNs();
        }

        @Override
        long id() {
            return price.tickId();
        }

        @Override
        void put(MutableDirectBuffer to, int at, long id) {
            int sides =
                    (price.bid() == Price.NONE ? 0 : TickRecord.BID) | (price.ask() == Price.NONE ? 0 : TickRecord.ASK);
            TickRecord.putTimes(to, at, id, price.receivedNs(), price.receivedNs(), 0);
            TickRecord.putSource(to, at, clock.toUtc(price.receivedNs()), price.instrumentId(), venue, sides);
            TickRecord.putTop(to, at, price.bid(), price.ask(), price.bidQuantity(), price.askQuantity());
        }
    }
}
