package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.fix.session.FixConnection;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.fix.session.FixTransport;
import org.ticktoquote.replayer.feed.BackPressure;
import org.ticktoquote.replayer.feed.ClosedWindowTimes;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.feed.SessionOpening;
import org.ticktoquote.replayer.recording.QuoteMessage;
import org.ticktoquote.replayer.recording.Recording;

/**
 * FIX venues to which applications log on. Every tick is sent as one message to each session that has subscribed to it.
 *
 * <p>Warm-up and measurement share one logon and the books. A separate thread handles the applications' messages, under a
 * lock that it shares with the pacer. A tick without subscribers is not sent and not due. A tick is also not sent if its last
 * subscriber has lost its session, or if conflation omits it. {@link #remarks} distinguishes these cases.
 */
final class VenuesFeed implements Feed {
    private final String host;
    private final List<Venue> venues;
    private final Venue[][] carriers;
    private final VenueLock gate = new VenueLock();
    private final FixTransport transport;
    private final Map<Venue, Integer> ports = new HashMap<>();
    private final BackPressure backPressure = new BackPressure(System::nanoTime);
    private final ClosedWindowTimes windows = new ClosedWindowTimes();
    private final FeedListener listener;
    private final QuoteDecoder quote = new QuoteDecoder();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong unwanted = new AtomicLong();
    private final AtomicLong unsubscribed = new AtomicLong();
    private final AtomicLong deserted = new AtomicLong();
    private final AtomicLong superseded = new AtomicLong();
    private volatile boolean complete;
    private volatile boolean aborted;
    private long changes;
    private long intendedNs;
    private long epochOffsetNs = epochOffsetNs();
    private long encoded;
    private final AtomicLong sealedNs = new AtomicLong();
    private long leftAtNs;
    private long index;
    private long tickId;
    private int remarks;

    /**
     * Lock on sessions, subscriptions and books, shared by the pacer and the thread that handles applications' messages. The
     * pacer waits only while a message of an application is handled. Its waits are counted and timed.
     */
    private static final class VenueLock extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        private final AtomicLong waits = new AtomicLong();
        private final AtomicLong waitedNs = new AtomicLong();

        /** Creates a fair lock, so that a waiting pacer is next, however many messages applications send. */
        VenueLock() {
            super(true);
        }

        /** Acquires the lock for the pacer. */
        void enter() {
            if (!tryLock()) {
                long startNs = System.nanoTime();
                lock();
                waits.lazySet(waits.get() + 1);
                waitedNs.lazySet(waitedNs.get() + System.nanoTime() - startNs);
            }
        }
    }

    /** Reports events of connections to one venue. */
    private final class Connections implements FixTransport.Listener {
        private final Venue venue;

        Connections(Venue venue) {
            this.venue = venue;
        }

        @Override
        public void connected(FixConnection connection) {
            listener.connected(connection.getRemoteAddress());
        }

        @Override
        public void disconnected(FixConnection connection) {
            listener.disconnected(connection.getRemoteAddress());
        }

        @Override
        public void refused(FixConnection connection, String what) {
            listener.refused(venue.setup().name() + ", connection from " + connection.getRemoteAddress() + ": " + what);
        }

        @Override
        public void leftOut(FixConnection connection, String why, boolean first) {
            if (first) {
                String bytes = CountText.of(connection.leftOutBytes(), "byte is", "bytes are");
                refused(connection, bytes + " left out: " + why);
            }
        }
    }

    /**
     * Creates venues that do not listen yet.
     *
     * @param host address on which they will listen
     * @param logonLimitNs time limit for an application's TLS handshake and Logon
     */
    VenuesFeed(String host, List<Venue> venues, Markets markets, long logonLimitNs, FeedListener listener)
            throws IOException {
        this.host = host;
        this.venues = List.copyOf(venues);
        this.transport = new FixTransport(
                new FixTransport.Limits(logonLimitNs, 0, FixTransport.Limits.ANSWER_BYTES, false), () -> {});
        this.listener = listener;
        this.carriers = new Venue[markets.venues().size()][];
        for (int recorded = 0; recorded < carriers.length; recorded++) {
            int each = recorded;
            carriers[recorded] =
                    venues.stream().filter(venue -> venue.carries(each)).toArray(Venue[]::new);
        }
        for (Venue venue : venues) {
            MarketDataRequestHandler requestHandler = new MarketDataRequestHandler(venue, this);
            venue.setup()
                    .applications()
                    .forEach(application -> venue.add(new ApplicationSession(
                            venue.setup(), application, requestHandler, backPressure, windows, gate)));
        }
    }

    void listen(Venue venue, InetSocketAddress address) throws IOException {
        List<FixSession> sessions =
                venue.links().stream().map(ApplicationSession::session).toList();
        FixTransport.SessionGroup applications =
                new FixTransport.SessionGroup(sessions, venue.setup().tls(), new Connections(venue));
        ports.put(venue, transport.listen(address, applications));
    }

    /** Starts handling applications on a daemon thread. */
    void start() {
        transport.start("replayer-venues", (thread, failure) -> refused("all venues have ended: " + failure));
    }

    private int port(Venue venue) {
        return ports.getOrDefault(venue, 0);
    }

    private static long epochOffsetNs() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    }

    /** Returns the first venue's address. */
    @Override
    public String address() {
        return "fix://" + host + ":" + port(venues.get(0));
    }

    @Override
    public List<FeedVenue> venues() {
        return venues.stream().map(this::listening).toList();
    }

    private FeedVenue listening(Venue venue) {
        VenueSetup setup = venue.setup();
        String application = setup.applications().get(0);
        return new FeedVenue(
                setup.name(),
                setup.version().beginString(),
                application,
                host.replaceAll("[\\[\\]]", ""),
                port(venue),
                setup.tls() != null,
                setup.form().entries().idTag(),
                setup.symbols().contains(InstrumentName.NONE) ? venue.pairs() : List.of());
    }

    @Override
    public Map<String, String> venueFiles() {
        Map<String, String> sums = new TreeMap<>();
        for (Venue venue : venues) {
            VenueSetup setup = venue.setup();
            setup.files()
                    .forEach((key, file) -> sums.put(
                            setup.name() + "." + key,
                            FileDigest.of(file, file.toString()).sha256()));
        }
        return sums;
    }

    @Override
    public Map<String, Long> facts() {
        Map<String, Long> facts = new TreeMap<>();
        facts.put("connections", (long) transport.connected());
        facts.put("messages", messages.get());
        facts.put("ticksUnwanted", unwanted.get());
        facts.put("ticksUnsubscribed", unsubscribed.get());
        facts.put("ticksDeserted", deserted.get());
        facts.put("ticksSuperseded", superseded.get());
        if (venues.stream().anyMatch(venue -> venue.setup().tls() != null)) {
            facts.put("tlsNs", sealedNs.get());
        }
        facts.put("blockedSends", backPressure.blockedSends());
        facts.put("blockedNs", backPressure.blockedNs());
        facts.put("gateWaits", gate.waits.get());
        facts.put("gateWaitedNs", gate.waitedNs.get());
        venues.forEach(venue -> facts.putAll(venue.flood().facts()));
        return facts;
    }

    @Override
    public boolean connected() {
        return complete;
    }

    @Override
    public void study(Recording recording) {
        venues.forEach(venue -> venue.study(recording));
    }

    @Override
    public void ahead(long endIndex) {
        for (Venue venue : venues) {
            venue.ahead(endIndex);
        }
    }

    @Override
    public void open(SessionOpening opening) {
        epochOffsetNs = epochOffsetNs(); // a venue keeps its sessions and books
    }

    @Override
    public void intended(long monotonicNs) {
        intendedNs = epochOffsetNs + monotonicNs;
    }

    @Override
    public void prepare(DirectBuffer message, int offset, long number, long venueTimeNs) {
        tickId = number;
        index = QuoteMessage.index(message, offset);
        QuoteMessage.wrap(quote, message, offset);
        gate.enter();
        try {
            for (Venue venue : carriers()) {
                if (leavesOut(venue)) {
                    market(venue).unstage();
                } else {
                    market(venue).stage(venue.source(quote.venueId()), quote, number, venueTimeNs, intendedNs);
                }
            }
            encode();
        } finally {
            gate.unlock();
        }
    }

    private Venue[] carriers() {
        return carriers[quote.venueId()];
    }

    private VenueMarket market(Venue venue) {
        return venue.market(quote.instrumentId());
    }

    private boolean leavesOut(Venue venue) {
        return venue.leavesOut(index, quote.instrumentId());
    }

    private void encode() {
        encoded = changes;
        for (Venue venue : carriers()) {
            VenueMarket market = market(venue);
            if (market.isStaged()) {
                for (VenueMarket.Subscription subscription : market.subscriptions()) {
                    subscription.prepare();
                }
            }
        }
    }

    @Override
    public boolean send() {
        gate.enter();
        try {
            if (encoded != changes) {
                encode();
            }
            return !write(System.currentTimeMillis());
        } finally {
            gate.unlock();
        }
    }

    /**
     * Writes the staged tick to its subscribers. Returns true if sends were aborted and a subscriber did not get it. A
     * disconnected subscriber alone is not a failed send.
     */
    private boolean write(long nowMs) {
        boolean delivered = false;
        boolean lost = false;
        boolean later = false;
        boolean first = true;
        leftAtNs = 0;
        for (Venue venue : carriers()) {
            VenueMarket market = market(venue);
            if (!market.isStaged()) {
                market.omit(venue.source(quote.venueId()), quote, tickId);
                later |= market.isWanted();
                continue;
            }
            market.commit();
            lost |= market.isDeserted();
            for (VenueMarket.Subscription subscription : market.subscriptions()) {
                if (!subscription.message().isEmpty()) {
                    boolean written = subscription.link().write(subscription.message(), nowMs);
                    if (written) {
                        noteSealing(subscription.link(), first);
                        first = false;
                    }
                    delivered |= written;
                    lost |= !written;
                    messages.lazySet(messages.get() + 1);
                }
            }
        }
        remark(delivered, lost, later);
        return aborted && lost;
    }

    /** Records when the first message was encrypted, which is the tick's sent time with TLS. */
    private void noteSealing(ApplicationSession link, boolean first) {
        long sealedAtNs = link.sealedAtNs();
        if (sealedAtNs != 0) {
            sealedNs.lazySet(sealedNs.get() + link.sealingNs());
            leftAtNs = first ? sealedAtNs : leftAtNs;
        }
    }

    @Override
    public long leftNs(long calledNs) {
        return leftAtNs == 0 ? calledNs : leftAtNs;
    }

    private void remark(boolean delivered, boolean lost, boolean later) {
        remarks = 0;
        if (!delivered && lost) {
            remarks = TickRecord.SUBSCRIBER_DISCONNECTED;
            deserted.lazySet(deserted.get() + 1);
        } else if (!delivered && later) {
            remarks = TickRecord.SUPERSEDED;
            superseded.lazySet(superseded.get() + 1);
        } else if (!delivered) {
            remarks = TickRecord.NOT_SUBSCRIBED;
            unwanted.lazySet(unwanted.get() + 1);
            remarkUnsubscribed();
        }
    }

    private void remarkUnsubscribed() {
        for (Venue venue : carriers()) {
            if (market(venue).isUnsubscribed()) {
                remarks |= TickRecord.UNSUBSCRIBED;
            }
        }
        if (remarks != TickRecord.NOT_SUBSCRIBED) {
            unsubscribed.lazySet(unsubscribed.get() + 1);
        }
    }

    @Override
    public int remarks() {
        return remarks;
    }

    @Override
    public long waitedNs() {
        return backPressure.waitedNs();
    }

    @Override
    public void heartbeat(long nextTickId) {
        // sessions send their own heartbeats
    }

    @Override
    public void end(long lastTickId) {
        // a venue outlasts a session of the replay
    }

    /** Reports changed subscriptions. Callers hold the venue lock. */
    void changed() {
        changes++;
        boolean now = venues.stream().allMatch(Venue::isSubscribed);
        if (now && !complete) {
            listener.complete();
        }
        complete = now;
    }

    void refused(String what) {
        listener.refused(what);
    }

    @Override
    public void trace(MessageTrace trace) {
        transport.trace(trace);
    }

    @Override
    public void abort() {
        aborted = true;
        backPressure.abort();
    }

    @Override
    public void close() {
        abort();
        transport.close();
        windows.close();
    }
}
