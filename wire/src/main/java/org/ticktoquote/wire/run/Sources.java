package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.fix.tap.EchoedId;
import org.ticktoquote.fix.tap.RequestIds;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.fix.tap.SnapshotForm;
import org.ticktoquote.fix.tap.Symbols;
import org.ticktoquote.wire.message.FeedFlow;
import org.ticktoquote.wire.message.FeedSessions;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.message.PriceSession;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.run.CaptureSurvey.DatagramFeed;
import org.ticktoquote.wire.run.CaptureSurvey.StreamFeed;
import org.ticktoquote.wire.run.CaptureSurvey.StreamKey;
import org.ticktoquote.wire.run.Roles.FixSession;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.StreamReader;

/** Takes ticks and quotes of a capture to journals, each source to one of its own. One thread. */
final class Sources implements PacketHandler, StreamHandler {
    /** Entries of each side that a book keeps. */
    private static final int BOOK_DEPTH = 64;

    private static final long SPARE = 1024;

    /** Segments that may come over a connection whose place another has taken: as many, or one of so many. */
    private static final long FEW_READS = 16;

    private static final long FEW_OF_READS = 20;

    private final WirePlan plan;
    private final WireClock clock;
    private final Path parts;
    private final SeenPairs pairs;
    private final boolean direct;
    private final FeedSessions feedSessions = new FeedSessions();
    private final List<String> venues = new ArrayList<>();
    private final List<DatagramFlow> datagrams = new ArrayList<>();
    private final Map<StreamKey, FeedFlow> streams = new HashMap<>();
    private final Map<StreamKey, SessionSide> sides = new HashMap<>();
    private final List<OpenedSession> quotes = new ArrayList<>();
    private final List<OpenedSession> venueSessions = new ArrayList<>();
    private final List<FeedSource> feeds = new ArrayList<>();
    private final List<TickJournalPart> tickParts = new ArrayList<>();
    private final List<SessionPlan> sessions = new ArrayList<>();
    private final TapFailures failures = new TapFailures();
    private long expectedTicks;
    private long expectedWarmUp;

    private record DatagramFlow(Address to, FeedFlow flow) {}

    private record SessionSide(PriceSession session, boolean prices) {}

    private record OpenedSession(SessionTap tap, PriceSession session) {}

    /** A journal of ticks of one source; of a venue with its number. */
    private record TickJournalPart(Path journal, int venue, boolean feed) {}

    Sources(WirePlan plan, Roles roles, WireClock clock, Path parts) {
        this.plan = plan;
        this.clock = clock;
        this.parts = parts;
        this.pairs = new SeenPairs(plan.names());
        boolean byId = plan.declared().matching().identified();
        List<FeedSurvey> surveyed = new ArrayList<>();
        roles.datagrams().forEach(feed -> surveyed.add(feed.found()));
        roles.streams().forEach(feed -> surveyed.add(feed.found()));
        this.direct = !byId
                || roles.venues().isEmpty()
                        && surveyed.size() == 1
                        && surveyed.get(0).dense();
        surveyed.forEach(found -> found.instruments().values().forEach(pairs::add));
        roles.datagrams().forEach(this::open);
        roles.streams().forEach(this::open);
        roles.venues().forEach(this::openVenue);
        roles.quotes().forEach(this::openQuotes);
    }

    private void open(DatagramFeed feed) {
        datagrams.add(new DatagramFlow(feed.to(), flow(feed.found())));
    }

    private void open(StreamFeed feed) {
        streams.put(StreamKey.of(feed.direction()), flow(feed.found()));
    }

    private FeedFlow flow(FeedSurvey found) {
        Path journal = part("feed", tickParts.size());
        expectedTicks += found.ticks();
        expectedWarmUp += found.warmUp();
        FeedSource source = new FeedSource(
                writer(journal, TickRecord.SCHEMA, found.ticks() + found.warmUp()),
                clock,
                instruments(found),
                venues(found));
        feeds.add(source);
        tickParts.add(new TickJournalPart(journal, 0, true));
        return new FeedFlow(source, feedSessions, plan.edge());
    }

    /** The run's numbers by the feed's; of an undefined one by what the user says. */
    private int[] instruments(FeedSurvey found) {
        int highest = found.highestInstrument();
        return IntStream.rangeClosed(0, highest)
                .map(id -> instrument(found, id, highest))
                .toArray();
    }

    private int instrument(FeedSurvey found, int id, int highest) {
        Instrument defined = found.instruments().get(id);
        if (defined != null) {
            return pairs.add(defined);
        }
        if (!found.instruments().isEmpty()) {
            return found.hasTicksOf(id) ? pairs.add("instrument " + id) : SnapshotRecord.NO_INSTRUMENT;
        }
        if (id >= plan.pairs().size()) {
            throw Problem.of("--pairs")
                    .fault("the capture begins after the definitions of the feed's " + (highest + 1)
                            + " instruments, whose names are not known")
                    .expected("their symbols in the order of their ids")
                    .refusal(ExitStatus.BAD_INPUT);
        }
        return pairs.add(plan.pairs().get(id));
    }

    private int venues(FeedSurvey found) {
        int first = venues.size();
        IntStream.rangeClosed(0, Math.max(0, found.highestVenue()))
                .mapToObj(found::venue)
                .forEach(venues::add);
        return first;
    }

    private void openVenue(FixSession venue) {
        Path journal = part("venue", tickParts.size());
        int idTag = plan.ticks().stream()
                .filter(Selection::isFix)
                .findFirst()
                .map(Selection::idTag)
                .orElse(Selection.VENUE_ID_TAG);
        int number = venues.size();
        venues.add(venue.answers());
        expectedTicks += venue.prices();
        JournalWriter writer = writer(journal, SnapshotRecord.SCHEMA, venue.prices() + SPARE);
        venueSessions.add(session(number, venue, EchoedId.of(idTag, "decimal"), writer));
        tickParts.add(new TickJournalPart(journal, number, false));
    }

    private void openQuotes(FixSession session) {
        int index = quotes.size();
        EchoedId echo = plan.declared().matching().tag() == 0
                ? EchoedId.NONE
                : EchoedId.of(
                        plan.declared().matching().tag(),
                        plan.declared().matching().transform());
        JournalWriter writer = writer(quotesRead(index), SnapshotRecord.SCHEMA, session.prices() + SPARE);
        notCaptured(writer, clock.nanoTime());
        quotes.add(session(index, session, echo, writer));
        int tiers = plan.declared().model().halfSpreadTenthPips().size();
        List<Integer> subscribed = new TreeSet<>(
                        session.names().stream().map(pairs::add).toList())
                .stream().toList();
        sessions.add(new SessionPlan(index, session.asks(), index % tiers, subscribed));
    }

    /** What was before a session's first price is not known. */
    private static void notCaptured(JournalWriter writer, long atNs) {
        int at = writer.claim();
        SnapshotRecord.putArrival(writer.buffer(), at, atNs, 0, 0);
        SnapshotRecord.putTop(writer.buffer(), at, SnapshotRecord.NO_ID, Price.NONE, Price.NONE, 0, 0);
        SnapshotRecord.putEvent(
                writer.buffer(), at, SnapshotRecord.NOT_CAPTURED, 0, SnapshotRecord.NO_INSTRUMENT, 0, 0);
        writer.commit();
    }

    private OpenedSession session(int index, FixSession from, EchoedId echo, JournalWriter writer) {
        FixSide side = from.side();
        Map<String, Integer> ids = new LinkedHashMap<>();
        from.names().forEach(name -> ids.put(name, pairs.add(name)));
        RequestIds requests = new RequestIds();
        Symbols symbols = switch (side.symbolTag()) {
            case FixSide.SECURITY_ID -> Symbols.inSecurityId(ids);
            case FixSide.REQUEST_ID -> Symbols.inRequestId(requests);
            case FixSide.QUOTE_ENTRY_ID -> Symbols.inQuoteEntryId(ids);
            default -> Symbols.inSymbol(ids);
        };
        SessionTap tap = new SessionTap(
                index,
                new SnapshotForm(side.beginString(), symbols, echo, plan.zeroSizeIsPrice(), requests),
                Math.max(0, pairs.all().size() - 1),
                BOOK_DEPTH,
                false,
                writer,
                failures,
                clock);
        PriceSession session = new PriceSession(
                tap,
                side.beginString(),
                plan.edge(),
                clock::toRun,
                name -> ids.getOrDefault(name, SnapshotRecord.NO_INSTRUMENT));
        for (Flow flow : from.from()) {
            sides.put(StreamKey.of(flow), new SessionSide(session, true));
            sides.put(new StreamKey(flow.number(), !flow.forward()), new SessionSide(session, false));
        }
        return new OpenedSession(tap, session);
    }

    private Path part(String what, int number) {
        return parts.resolve(String.format(Locale.ROOT, "%s-%02d.journal", what, number));
    }

    /** Where the prices of a session are written as they are read. */
    private Path quotesRead(int index) {
        return direct ? plan.directory().quotes(index) : part("quotes", index);
    }

    private JournalWriter writer(Path path, JournalSchema schema, long records) {
        return JournalWriter.at(path, schema)
                .run(plan.identity())
                .clocks(clock, clock.timeOfDay())
                .recordsPerSegment(records)
                .open();
    }

    @Override
    public void packet(Packet packet) {
        if (packet.protocol != Packet.UDP) {
            return;
        }
        for (int i = 0; i < datagrams.size(); i++) { // without an iterator for each datagram
            DatagramFlow each = datagrams.get(i);
            if (each.to.isOf(packet)) {
                each.flow.datagram(packet.buffer, packet.offset, packet.length, packet.timeNs);
                return;
            }
        }
    }

    @Override
    public StreamReader opened(Flow flow) {
        StreamKey key = StreamKey.of(flow);
        FeedFlow feed = streams.get(key);
        if (feed != null) {
            return feed;
        }
        SessionSide side = sides.get(key);
        if (side == null) {
            return StreamReader.IGNORED;
        }
        return side.prices
                ? side.session.prices(flow.number(), flow.fromStart())
                : side.session.requests(flow.number(), flow.fromStart());
    }

    /** All is read: closes the journals. */
    void close() {
        feeds.forEach(FeedSource::close);
        close(venueSessions);
        close(quotes);
        failures.check();
    }

    /** Two systems with the same CompIDs are two sessions, of which the capture does not say which is meant. */
    void refuseTwins() {
        for (int index = 0; index < quotes.size(); index++) {
            PriceSession session = quotes.get(index).session;
            long leftOut = session.readsOfReplaced();
            if (leftOut > FEW_READS && leftOut > session.reads() / FEW_OF_READS) {
                throw Problem.of("--quotes")
                        .fault("two connections of " + sessions.get(index).name() + " bring prices at the same time")
                        .expected("HOST:PORT of the one that counts")
                        .refusal(ExitStatus.BAD_INPUT);
            }
        }
    }

    private static void close(List<OpenedSession> opened) {
        try {
            for (OpenedSession each : opened) {
                each.session.finish();
                each.tap.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Merges the ticks, and names them in the quotes as they are named in the run. */
    TickMerge.Merged merge() {
        Path sourceIds = plan.directory().sourceIds();
        List<RawTicks> raw = new ArrayList<>();
        TickMerge.Merged merged;
        try {
            tickParts.forEach(part -> raw.add(
                    part.feed ? RawTicks.ofFeed(part.journal) : RawTicks.ofVenue(part.journal, part.venue, clock)));
            merged = new TickMerge(plan.directory(), sourceIds, plan.identity(), clock)
                    .merge(raw, expectedTicks, expectedWarmUp);
        } finally {
            raw.forEach(RawTicks::close);
        }
        if (!direct) {
            EchoedIdNames names =
                    new EchoedIdNames(plan.directory().ticks(), sourceIds, plan.identity(), feedSessions.announced());
            for (int index = 0; index < quotes.size(); index++) {
                long prices = quotes.get(index).tap.counters().snapshots() + SPARE;
                names.rewrite(quotesRead(index), writer(plan.directory().quotes(index), SnapshotRecord.SCHEMA, prices));
            }
        }
        return merged;
    }

    /** The prices of a venue, by its place among all. */
    Path venueJournal(int place) {
        return tickParts.get(place).journal;
    }

    SeenPairs pairs() {
        return pairs;
    }

    List<String> venueNames() {
        return venues;
    }

    List<SessionPlan> sessions() {
        return sessions;
    }

    FeedSessions feedSessions() {
        return feedSessions;
    }

    int venueSessions() {
        return venueSessions.size();
    }

    /** Datagrams, frames of streams and ids of the chosen feeds that are damaged. */
    long damaged() {
        return Stream.concat(datagrams.stream().map(DatagramFlow::flow), streams.values().stream())
                .mapToLong(FeedFlow::malformed)
                .sum();
    }

    /** Segments with prices over connections whose place others have taken. */
    long replaced() {
        return quotes.stream().mapToLong(each -> each.session.readsOfReplaced()).sum();
    }

    /** Connections of clients, of which the capture lacks bytes of the client. */
    long clientHoles() {
        return quotes.stream().mapToLong(each -> each.session.clientHoles()).sum();
    }

    /** Stretches of FIX sessions that the capture lacks. */
    long holes() {
        return Stream.of(quotes, venueSessions)
                .flatMap(List::stream)
                .mapToLong(each -> each.session.holes())
                .sum();
    }
}
