package org.ticktoquote.wire.run;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.tap.EchoedId;
import org.ticktoquote.fix.tap.RequestIds;
import org.ticktoquote.fix.tap.SessionFormat;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.fix.tap.TapCounters;
import org.ticktoquote.fix.tap.TapCounters.Kind;
import org.ticktoquote.fix.tap.TapListener;
import org.ticktoquote.wire.message.FeedSessions;
import org.ticktoquote.wire.message.FeedTickReader;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;

/** Writes the ticks and quotes of a capture to journals, one per source. One thread. */
final class Sources {
    /** Maximum entries per side of a book. */
    private static final int BOOK_DEPTH = 64;

    /** Ends the reading if a tap fails, as on a full disk. */
    private static final TapListener FAILURES = (session, cause) -> {
        throw cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    };

    final WireInstruments pairs;
    final RunTicks ticks;
    final FeedSessions feedSessions = new FeedSessions();
    final List<String> venues = new ArrayList<>();
    final List<SessionPlan> sessions = new ArrayList<>();
    /** Number of ids after the last captured or announced tick, up to the highest one that a price echoes. */
    long missingAtEnd;
    /** Number of periods in which a pair has no known price. */
    int priceGaps;

    private final WireJournals journals;
    private final WirePlan plan;
    private final Roles roles;
    private final boolean byId;
    private final Int2ObjectHashMap<Supplier<StreamReader>> readers = new Int2ObjectHashMap<>();
    /** Number of the first venue of each feed session. */
    private final Map<Long, Integer> firstVenues = new HashMap<>();

    private final List<PriceSession> quotes = new ArrayList<>();
    final List<PriceSession> venueSessions = new ArrayList<>();

    Sources(WireJournals journals, Roles roles) {
        this.journals = journals;
        this.plan = journals.plan();
        this.pairs = new WireInstruments(plan.names);
        this.ticks = new RunTicks(journals);
        this.roles = roles;
        this.byId = plan.declared.matching().identified();
        roles.feeds().forEach(feed -> feed.instruments.values().forEach(pairs::add));
        roles.feeds().forEach(this::open);
        roles.venues().forEach(this::openVenue);
        roles.quotes().forEach(this::openQuotes);
    }

    private void open(SurveyedFeed feed) {
        long session = feed.flow.session;
        int first = session == 0 ? venues.size() : firstVenues.computeIfAbsent(session, opened -> venues.size());
        if (first == venues.size()) { // two lines of one session have the same venues
            Stream<SurveyedFeed> lines =
                    roles.feeds().stream().filter(each -> each == feed || session != 0 && each.flow.session == session);
            venues.addAll(lines.map(SurveyedFeed::venues)
                    .max(Comparator.comparing(List::size))
                    .orElseThrow());
        }
        FeedTickReader.Sink sink = ticks.feed(feed, feed.pairs(pairs, plan.pairs), first);
        feed.flow = new FeedTickReader(sink, feedSessions, plan.edge());
        feed.declared.ifPresent(declared -> feed.payloads = declared.to(sink));
        readers.put(feed.direction, () -> feed.flow);
    }

    private void openVenue(CapturedFixSession venue) {
        int idTag = plan.ticks.stream()
                .filter(one -> one.isFix() && venue.is(one))
                .findFirst()
                .map(Selection::idTag)
                .orElse(Selection.VENUE_ID_TAG);
        String sides = venue.answers() + " to " + venue.asks();
        JournalWriter writer = ticks.add(venues.size(), sides, SnapshotRecord.SCHEMA, venue.prices());
        venueSessions.add(session(venues.size(), venue, EchoedId.of(idTag, "decimal"), writer));
        venues.add(venue.answers());
    }

    private void openQuotes(CapturedFixSession session) {
        int index = quotes.size();
        Matching matching = plan.declared.matching();
        EchoedId echo = matching.tag() == 0 ? EchoedId.NONE : EchoedId.of(matching.tag(), matching.transform());
        JournalWriter writer = journals.open(quotesRead(index), SnapshotRecord.SCHEMA, session.prices());
        PriceSession prices = session(index, session, echo, writer);
        prices.tap.record(SnapshotRecord.NOT_CAPTURED); // the time before its first price
        quotes.add(prices);
        int tiers = plan.declared.model().halfSpreadTenthPips().size();
        List<Integer> subscribed = List.copyOf(new TreeSet<>(prices.pairs.values()));
        sessions.add(new SessionPlan(index, session.asks(), index % tiers, subscribed));
    }

    private PriceSession session(int index, CapturedFixSession from, EchoedId echo, JournalWriter writer) {
        FixSide side = from.connections().get(0).answers();
        Map<String, Integer> ids = new LinkedHashMap<>();
        from.names().forEach(name -> ids.put(name, pairs.add(name)));
        RequestIds requests = new RequestIds();
        WireClock clock = journals.clock();
        SessionFormat form =
                new SessionFormat(side.beginString, side.symbols(ids, requests), echo, plan.zeroSizeIsPrice, requests);
        int lastPair = Math.max(0, pairs.all().size() - 1);
        SessionTap tap = new SessionTap(index, form, lastPair, BOOK_DEPTH, false, writer, FAILURES, clock);
        PriceSession session = new PriceSession(tap, () -> MessageFramer.of(side.beginString, plan.edge()), clock, ids);
        from.connections().forEach(each -> {
            int direction = CaptureSurvey.direction(each.from());
            PriceSession.Connection connection = session.new Connection(each.from());
            readers.put(direction, () -> connection);
            readers.put(direction ^ 1, () -> connection.new Requests());
        });
        return session;
    }

    /** Path of a session's prices until ids are rewritten. */
    private Path quotesRead(int index) {
        return journals.parts().resolve(plan.directory.quotes(index).getFileName());
    }

    public void packet(Packet packet) {
        SurveyedFeed.read(packet, roles.feeds());
    }

    public StreamReader opened(StreamDirection flow) {
        Supplier<StreamReader> reader = readers.get(CaptureSurvey.direction(flow));
        return reader == null ? StreamReader.IGNORED : reader.get();
    }

    /** Closes the journals. */
    void close() {
        venueSessions.forEach(PriceSession::close);
        quotes.forEach(PriceSession::close);
        ticks.close();
    }

    /**
     * Refuses two simultaneous connections with the same CompIDs, because the capture does not tell which one is meant.
     *
     * @param venueOption option that selects price sources
     */
    void refuseTwins(String venueOption, String expectedVenue) {
        refuseTwins(quotes, roles.quotes(), "--quotes", "HOST:PORT of the application, or of the client, that counts");
        refuseTwins(venueSessions, roles.venues(), venueOption, expectedVenue);
    }

    private static void refuseTwins(
            List<PriceSession> read, List<CapturedFixSession> found, String option, String expected) {
        for (int index = 0; index < read.size(); index++) {
            PriceSession session = read.get(index);
            // a few segments of a replaced connection can still arrive
            if (session.readsOfReplaced > Math.max(16, session.reads / 20)) {
                CapturedFixSession twins = found.get(index);
                throw Problem.of(option)
                        .fault("two connections of " + twins.asks() + " bring prices at the same time: " + twins.ways())
                        .expected(expected)
                        .exception(ExitStatus.BAD_INPUT);
            }
        }
    }

    /**
     * Merges the ticks, and replaces the ids in the quotes with the run's ids. Refuses FIX venues in an unknown order if a
     * declaration needs their order. Refuses several runs if prices are compared: each begins with earlier venue times, and
     * it is unknown which prices of the last one the application still has.
     */
    void merge() {
        PriceGaps gaps = new PriceGaps(feedSessions.gaps().map(journals.clock()::toRun));
        Stream<TapCounters> counts = venueSessions.stream().map(venue -> venue.tap.counters());
        ticks.merge(gaps, plan.isRestarted || counts.anyMatch(each -> each.highestId() > 0));
        plan.declared.requireVenueOrder("--ticks", ticks.shared(pairs.all()), "one session by --ticks");
        if (ticks.severalRuns && (!byId || plan.declared.model().known())) {
            throw Problem.ofFault("the captures contain several runs of t2q")
                    .expected("a single run, because --match price and declared models compare prices: cut it out"
                            + " (editcap -A, -B), or choose its feed (--ticks HOST:PORT)")
                    .exception(ExitStatus.BAD_INPUT);
        }
        for (int index = 0; index < quotes.size(); index++) {
            TapCounters counters = quotes.get(index).tap.counters();
            Path named = plan.directory.quotes(index);
            Path read = quotesRead(index);
            if (byId && (ticks.renamed || counters.highestId() > ticks.count)) {
                JournalWriter writer = journals.open(named, SnapshotRecord.SCHEMA, counters.of(Kind.SNAPSHOTS));
                long beyond = SourceIdMapping.rewrite(plan.directory, feedSessions.announced, read, writer);
                missingAtEnd = Math.max(missingAtEnd, beyond);
            } else {
                FileAccess.write(named, () -> JournalWriter.move(read, named));
            }
        }
        if (missingAtEnd > 0) {
            gaps.gap(PriceGaps.FEED, ticks.lastNs);
        }
        if (plan.declared.model().known()) {
            priceGaps = gaps.write(plan.directory, journals);
        }
    }

    /** Number of declared payloads that the capture lacks, by their sequence numbers. */
    long missingAtUnknownTimes() {
        return ofFeeds(feed -> feed.payloads.counts().missing());
    }

    /** Number of ticks missing in the capture, by ids of feeds, ids echoed after its last tick and gaps of venues. */
    long missing() {
        long ofVenues =
                venueSessions.stream().mapToLong(session -> session.holes).sum();
        return feedSessions.missing + missingAtUnknownTimes() + missingAtEnd + ofVenues;
    }

    /** Damaged datagrams, stream frames and ids of the chosen feeds. */
    long damaged() {
        return ofFeeds(feed -> feed.flow.malformed + feed.payloads.counts().malformed());
    }

    /** Repeated ticks of feeds and repeated declared payloads. */
    long repeated() {
        return feedSessions.repeated + ofFeeds(feed -> feed.payloads.counts().repeated());
    }

    private long ofFeeds(ToLongFunction<SurveyedFeed> count) {
        return roles.feeds().stream().mapToLong(count).sum();
    }

    long ofQuotes(ToLongFunction<PriceSession> count) {
        return quotes.stream().mapToLong(count).sum();
    }

    /**
     * Replaces the source ids echoed in one session's prices with the tick ids of the run. A source id refers to the newest
     * tick with this id that was on the wire before the price.
     *
     * <p>If the capture lacks the tick but has a later one, or the feed announced its id, the price gets the previous tick of its
     * pair. The price is no older than that tick. Without a previous tick, the first price of the pair gets no id, and later
     * prices, which show nothing newer, are dropped. Ids beyond the last tick are treated the same way unless the session
     * echoed more unknown ids than captured ones before. The capture of the ticks then ended before the capture of the
     * prices.
     *
     * <p>Remembers the last {@value #REMEMBERED} ticks, up to {@value #AHEAD} of them later than the price. One thread.
     */
    private static final class SourceIdMapping {
        private static final int REMEMBERED = 1 << 20;
        private static final int AHEAD = 1 << 16;
        /** Marks an id that no tick has. */
        private static final long UNKNOWN = -1;

        /** An overtaken tick arrives within this time. A later tick with a lower id belongs to another run. */
        private static final long SOON_NS = 1_000_000_000;

        private static final int ECHO = 8;

        private final JournalReader sent;
        private final JournalReader names;
        private final TickRecord tick;
        private final Long2LongHashMap past = new Long2LongHashMap(UNKNOWN);
        private final Long2LongHashMap ahead = new Long2LongHashMap(UNKNOWN);
        private final long[] nameOf = new long[REMEMBERED];
        private final long[] sentNs = new long[REMEMBERED];
        private final char[] pairOf = new char[REMEMBERED];
        /** Previous tick of the same pair; 0 for none. */
        private final long[] before = new long[REMEMBERED];

        private final long[] newest = new long[1 << Character.SIZE];
        private final long[] lowestName = new long[1 << Character.SIZE];
        private long highestName;
        private long highestPast;
        private long highestBeyond;
        private long known;
        private long unknown;
        /** True if the capture has the warm-up of a further run among the measured ticks. */
        private boolean warmedUpAgain;

        private long read;
        private long now;

        private SourceIdMapping(JournalReader sent, JournalReader names, long announced) {
            this.sent = sent;
            this.names = names;
            this.tick = new TickRecord(sent.buffer(), 0);
            this.highestName = announced;
            Arrays.fill(lowestName, Long.MAX_VALUE);
            readAhead();
        }

        /**
         * Writes the renamed journal.
         *
         * @param run directory of the run with the ticks
         * @param announced highest id that a feed announced as sent
         * @return number of ids beyond the last captured tick that the prices echo
         */
        static long rewrite(RunDirectory run, long announced, Path from, JournalWriter to) {
            try (JournalReader prices = JournalReader.open(from, SnapshotRecord.SCHEMA);
                    JournalReader sent = JournalReader.open(run.ticks(), TickRecord.SCHEMA);
                    JournalReader names = JournalReader.open(run.sourceIds(), TickRecord.SOURCE_IDS);
                    to) {
                SourceIdMapping renaming = new SourceIdMapping(sent, names, announced);
                renaming.rewrite(prices, to);
                return Math.max(0, renaming.highestBeyond - renaming.highestName);
            }
        }

        private void rewrite(JournalReader prices, JournalWriter to) {
            SnapshotRecord price = new SnapshotRecord(prices.buffer(), 0);
            boolean[] shown = new boolean[1 << Character.SIZE];
            while (prices.next()) {
                price.wrap(prices);
                boolean named = price.tickId() != SnapshotRecord.NO_ID;
                long id = named ? id(price.receivedNs(), price.tickId(), price.instrumentId()) : SnapshotRecord.NO_ID;
                if (named && id == SnapshotRecord.NO_ID && shown[price.instrumentId()]) {
                    continue;
                }
                shown[price.instrumentId()] |= price.kind() == SnapshotRecord.SNAPSHOT;
                int at = to.claim();
                to.buffer().putBytes(at, prices.buffer(), prices.offset(), SnapshotRecord.LENGTH);
                to.buffer().putLong(at + ECHO, id, ByteOrder.LITTLE_ENDIAN);
                to.commit();
            }
        }

        /** Returns the tick that a source id refers to. Times must not decrease from call to call. */
        private long id(long receivedNs, long name, int pair) {
            while (now < read && sentNs[slot(now + 1)] <= receivedNs) {
                pass();
            }
            long found = past.get(name);
            if (found != UNKNOWN) {
                known++;
                return found;
            }
            if (TickRecord.isWarmUp(name)) {
                return warmedUpAgain ? last(pair, name) : name;
            }
            long early = ahead.get(name);
            if (early != UNKNOWN && (name > highestPast || sentNs[slot(early)] < receivedNs + SOON_NS)) {
                return early;
            }
            if (name > highestName) {
                if (now < read || unknown > known) {
                    unknown++;
                    return UNKNOWN;
                }
                highestBeyond = Math.max(highestBeyond, name);
            }
            return last(pair, name);
        }

        /** Returns the newest tick of a pair with a lower source id. */
        private long last(int pair, long name) {
            long candidate = name < lowestName[pair] ? 0 : newest[pair];
            for (; candidate > 0 && candidate > read - REMEMBERED; candidate = before[slot(candidate)]) {
                long candidateName = nameOf[slot(candidate)];
                if (candidateName < name && candidateName != SnapshotRecord.NO_ID) {
                    return candidate;
                }
            }
            return SnapshotRecord.NO_ID;
        }

        private void pass() {
            int slot = slot(++now);
            int pair = pairOf[slot];
            long name = nameOf[slot];
            warmedUpAgain |= TickRecord.isWarmUp(name);
            highestPast = TickRecord.isWarmUp(name) ? highestPast : Math.max(highestPast, name);
            before[slot] = newest[pair];
            newest[pair] = now;
            if (name != SnapshotRecord.NO_ID) {
                past.put(name, now);
                lowestName[pair] = Math.min(lowestName[pair], name);
            }
            ahead.remove(name, now);
            readAhead();
        }

        private void readAhead() {
            while (read < now + AHEAD && sent.next() && names.next()) {
                int slot = slot(++read);
                past.remove(nameOf[slot], read - REMEMBERED);
                long name = names.buffer().getLong(names.offset());
                nameOf[slot] = name;
                sentNs[slot] = tick.wrap(sent).sentNs();
                pairOf[slot] = (char) tick.instrumentId();
                if (name != SnapshotRecord.NO_ID) {
                    ahead.put(name, read);
                    highestName = TickRecord.isWarmUp(name) ? highestName : Math.max(highestName, name);
                }
            }
        }

        private static int slot(long id) {
            return (int) (id & REMEMBERED - 1);
        }
    }
}
