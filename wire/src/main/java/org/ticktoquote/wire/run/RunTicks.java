package org.ticktoquote.wire.run;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.wire.message.FeedTickReader;

/**
 * Ticks of all sources. Each source has its own journal while the capture is read. These are then merged by time into {@code
 * ticks.journal}, with ids 1, 2, 3 and so on, and the warm-up of a captured run into {@code warmup.journal}. The source ids of
 * the ticks are written to a separate journal. One thread. No allocation per tick.
 */
final class RunTicks {
    /** Measured ticks. */
    long count;
    /** Ticks of the warm-up of a captured run. */
    long warmUp;
    /** True if measured ticks precede the warm-up of a feed, which begins another run. */
    boolean severalRuns;
    /** True if the run's tick ids differ from the source ids. */
    boolean renamed;
    /** Sent time of the first measured tick, on the run's scale. */
    long firstNs;
    /** Sent time of the last measured tick, on the run's scale. */
    long lastNs;

    private final WireJournals journals;
    private final List<Part> parts = new ArrayList<>();
    /** Updates of FIX venues that do not count as ticks, because the book is unknown after a gap. */
    long withoutBook;
    /** Digest of the measured ticks. */
    final TickDigest digest = new TickDigest();

    private long expected;

    /**
     * Journal of one source.
     *
     * @param venue number of a FIX venue, or {@link PriceGaps#FEED}
     * @param session both sides of the FIX session
     * @param pairs with ticks of a FIX venue
     */
    private record Part(Path journal, int venue, String session, JournalWriter writer, BitSet pairs) {}

    RunTicks(WireJournals journals) {
        this.journals = journals;
    }

    /**
     * Returns the receiver of a feed's ticks.
     *
     * @param pairs the run's pairs by the feed's numbers
     * @param firstVenue the run's number for the feed's venue 0
     */
    FeedTickReader.Sink feed(SurveyedFeed feed, int[] pairs, int firstVenue) {
        JournalWriter writer = add(PriceGaps.FEED, "", TickRecord.SCHEMA, feed.ticks);
        return (quote, timeNs) -> {
            long sentNs = journals.clock().toRun(timeNs);
            int at = writer.claim();
            MutableDirectBuffer to = writer.buffer();
            int sides =
                    (quote.sides().bid() ? TickRecord.BID : 0) | (quote.sides().ask() ? TickRecord.ASK : 0);
            int venue = firstVenue + quote.venueId();
            TickRecord.putTimes(to, at, quote.tickId(), sentNs, sentNs, 0);
            TickRecord.putSource(to, at, quote.venueTimeNs(), pairs[quote.instrumentId()], venue, sides);
            TickRecord.putTop(to, at, quote.bid(), quote.ask(), quote.bidQuantity(), quote.askQuantity());
            writer.commit();
        };
    }

    /**
     * Opens the journal of a source. Every price of a FIX venue is a tick, unless it is empty on both sides.
     *
     * @param venue number of a FIX venue, or {@link PriceGaps#FEED}
     * @param session both sides of the FIX session
     * @param schema {@link TickRecord} of a feed, {@link SnapshotRecord} of a FIX venue
     * @param ticks expected ticks
     */
    JournalWriter add(int venue, String session, JournalSchema schema, long ticks) {
        expected += ticks;
        Path journal = journals.parts().resolve("source-" + parts.size() + ".journal");
        JournalWriter writer = journals.open(journal, schema, ticks);
        parts.add(new Part(journal, venue, session, writer, new BitSet()));
        return writer;
    }

    /** Returns the journals of the sources. */
    List<Path> journals() {
        return parts.stream().map(Part::journal).toList();
    }

    void close() {
        parts.forEach(part -> part.writer.close());
    }

    /**
     * Merges the sources, each with ascending times. Ticks with equal times keep the order of the sources.
     *
     * @param isRestarted true if the tick ids of FIX venues restart after the warm-up, as those of t2q's own venues do
     */
    void merge(PriceGaps gaps, boolean isRestarted) {
        RunDirectory to = journals.plan().directory;
        List<Source> sources = new ArrayList<>();
        try (JournalWriter measured = journals.open(to.ticks(), TickRecord.SCHEMA, expected);
                JournalWriter warm = journals.open(to.warmUp(), TickRecord.SCHEMA, expected);
                JournalWriter ids = journals.open(to.sourceIds(), TickRecord.SOURCE_IDS, expected)) {
            PriorityQueue<Source> queue = new PriorityQueue<>(Comparator.comparingLong((Source source) -> source.sentNs)
                    .thenComparingInt(source -> source.place));
            parts.forEach(part -> sources.add(new Source(part, sources.size())));
            sources.stream().filter(source -> source.next(gaps)).forEach(queue::add);
            for (Source next = queue.poll(); next != null; next = queue.poll()) {
                if (TickRecord.isWarmUp(next.id) && count == 0 && (next.isFeed() || isRestarted)) {
                    next.put(warm, next.id);
                    warm.commit();
                    warmUp++;
                } else {
                    measure(next, measured, ids);
                }
                next.addTo(gaps, count == 0 ? next.id : count);
                if (next.next(gaps)) {
                    queue.add(next);
                }
            }
        } finally {
            sources.forEach(source -> source.reader.close());
        }
    }

    /** Describes two FIX sessions with ticks of one pair; empty if there are none. */
    Optional<String> shared(List<Instrument> pairs) {
        Map<Integer, Part> withTicks = new HashMap<>();
        for (Part part : parts) {
            for (int pair : part.pairs.stream().toArray()) {
                Part other = withTicks.putIfAbsent(pair, part);
                if (other != null) {
                    return Optional.of(other.session + " and " + part.session + " both have "
                            + pairs.get(pair).symbol());
                }
            }
        }
        return Optional.empty();
    }

    private void measure(Source tick, JournalWriter measured, JournalWriter ids) {
        count++;
        severalRuns |= tick.isFeed() && TickRecord.isWarmUp(tick.id);
        firstNs = count == 1 ? tick.sentNs : firstNs;
        lastNs = tick.sentNs;
        renamed |= tick.id != count && tick.id != SnapshotRecord.NO_ID;
        int record = tick.put(measured, count);
        digest.add(measured.buffer(), record); // after the claim, which can begin a new segment
        measured.commit();
        int at = ids.claim();
        ids.buffer().putLong(at, tick.id);
        ids.commit();
    }

    /** Reads the ticks of a source one after another. */
    private final class Source {
        private final Part part;
        private final JournalReader reader;
        private final int place;
        private final TickRecord tick;
        private final SnapshotRecord price;
        private long sentNs;
        /** Source id; {@link SnapshotRecord#NO_ID} for none. */
        private long id;

        Source(Part part, int place) {
            this.part = part;
            this.place = place;
            this.reader = JournalReader.open(part.journal, isFeed() ? TickRecord.SCHEMA : SnapshotRecord.SCHEMA);
            this.tick = new TickRecord(reader.buffer(), 0);
            this.price = new SnapshotRecord(reader.buffer(), 0);
        }

        private boolean isFeed() {
            return part.venue == PriceGaps.FEED;
        }

        /** Moves to the next tick; returns false if there is none. Adds the gaps before it. */
        boolean next(PriceGaps gaps) {
            while (reader.next()) {
                tick.wrap(reader);
                price.wrap(reader);
                if (isFeed() || price.kind() == SnapshotRecord.SNAPSHOT && price.hasPrice()) {
                    sentNs = isFeed() ? tick.sentNs() : price.receivedNs();
                    id = isFeed() ? tick.tickId() : price.tickId();
                    return true;
                }
                if (!isFeed() && price.kind() == SnapshotRecord.NOT_CAPTURED) {
                    gaps.gap(part.venue, sentNs);
                } else if (!isFeed() && price.kind() == SnapshotRecord.UNKNOWN_BOOK) {
                    withoutBook += price.expectedSequence() == SnapshotRecord.RESENT ? 0 : 1;
                }
            }
            return false;
        }

        private int sides() {
            return (price.bid() == Price.NONE ? 0 : TickRecord.BID) | (price.ask() == Price.NONE ? 0 : TickRecord.ASK);
        }

        void addTo(PriceGaps to, long newId) {
            if (isFeed()) {
                to.feedTick(tick.venueId(), tick.instrumentId(), tick.sides(), sentNs, newId);
            } else {
                to.venueTick(part.venue, price.instrumentId(), sides(), sentNs, newId);
                part.pairs.set(price.instrumentId());
            }
        }

        /** Writes the record with an id of the run; returns its offset. */
        int put(JournalWriter writer, long newId) {
            int at = writer.claim();
            MutableDirectBuffer to = writer.buffer();
            if (isFeed()) {
                to.putBytes(at, reader.buffer(), reader.offset(), TickRecord.LENGTH);
                to.putLong(at, newId, ByteOrder.LITTLE_ENDIAN);
                return at;
            }
            TickRecord.putTimes(to, at, newId, sentNs, sentNs, 0);
            TickRecord.putSource(to, at, journals.clock().toUtc(sentNs), price.instrumentId(), part.venue, sides());
            TickRecord.putTop(to, at, price.bid(), price.ask(), price.bidQuantity(), price.askQuantity());
            return at;
        }
    }
}
