package org.ticktoquote.wire.run;

import java.net.InetSocketAddress;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.wire.message.FeedSessions;
import org.ticktoquote.wire.message.FeedTickReader;
import org.ticktoquote.wire.message.PayloadTickReader;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;

/** Feed in a capture, in datagrams to one address or in one direction of a connection, with its definitions and counts. */
final class SurveyedFeed implements FeedTickReader.Sink {
    /** Destination of datagrams, or source of a stream. */
    final InetSocketAddress address;
    /** As in a URI: {@code udp} or {@code tcp}. */
    private final String transport;
    /** {@link CaptureSurvey#direction} of a stream; -1 for datagrams. */
    final int direction;
    /** Feeds share no sessions here, because the user can choose any of them. */
    FeedTickReader flow = new FeedTickReader(this, new FeedSessions(), TimestampEdge.LAST_BYTE);
    /** Used instead of {@link #flow} if payloads are declared. */
    Optional<PayloadTickReader.Declared> declared = Optional.empty();

    PayloadTickReader payloads = packet -> false;
    /** Ticks without repeated ones. */
    long ticks;

    /** Instruments that the feed defines, by number. */
    final Map<Integer, Instrument> instruments = new TreeMap<>();

    private final Map<Integer, String> venues = new HashMap<>();
    /** Numbers of instruments with ticks. */
    final BitSet ticked = new BitSet();

    private int venueCount = 1;
    private final PacketAddress receiver = new PacketAddress();

    /** Creates a feed of datagrams to a packet's destination. */
    SurveyedFeed(Packet packet) {
        this("udp", packet.to.socket(), -1);
        receiver.set(packet.to);
    }

    /** Creates a feed of declared payloads. */
    SurveyedFeed(PayloadTickReader.Declared declared) {
        this("payload+udp", declared.address(), -1);
        this.declared = Optional.of(declared);
        this.payloads = declared.to(this);
    }

    SurveyedFeed(String transport, InetSocketAddress address, int direction) {
        this.transport = transport;
        this.address = address;
        this.direction = direction;
    }

    @Override
    public String toString() {
        return transport + "://" + PacketAddress.text(address);
    }

    /** Passes a datagram to its feed; returns false if there is none. */
    static boolean read(Packet packet, List<SurveyedFeed> feeds) {
        for (int i = 0; i < feeds.size(); i++) { // no iterator per datagram
            SurveyedFeed feed = feeds.get(i);
            if (feed.payloads.datagram(packet)) {
                return true;
            }
            if (feed.receiver.equals(packet.to)) {
                feed.flow.datagram(packet.buffer, packet.offset, packet.length, packet.timeNs);
                return true;
            }
        }
        return false;
    }

    /** Adds the definitions of declared payloads, known once all are read. */
    void define() {
        declared.ifPresent(from -> {
            from.instruments().forEach(each -> instruments.put(each.id(), each));
            from.venues().forEach(name -> venues.put(venues.size(), name));
        });
    }

    @Override
    public void tick(QuoteDecoder quote, long timeNs) {
        ticked.set(quote.instrumentId());
        venueCount = Math.max(venueCount, quote.venueId() + 1);
        ticks++;
    }

    @Override
    public void instrument(InstrumentDefinitionDecoder from) {
        int number = from.instrumentId();
        instruments.computeIfAbsent(number, key -> new Instrument(number, from.symbol(), from.pip(), from.tickSize()));
    }

    @Override
    public void venue(VenueDefinitionDecoder from) {
        int id = from.venueId();
        venueCount = Math.max(venueCount, id + 1);
        venues.computeIfAbsent(id, key -> from.name());
    }

    /**
     * Copies the definitions of another feed of the same session if this one has none, as when a session is sent to two
     * hosts.
     */
    SurveyedFeed definedAsIn(List<SurveyedFeed> feeds) {
        if (instruments.isEmpty() && flow.session != 0) {
            feeds.stream().filter(each -> each.flow.session == flow.session).forEach(each -> {
                instruments.putAll(each.instruments);
                venues.putAll(each.venues);
            });
        }
        return this;
    }

    /** Venues by their numbers in the feed. */
    List<String> venues() {
        return IntStream.range(0, venueCount)
                .mapToObj(id -> venues.getOrDefault(id, "venue " + id))
                .toList();
    }

    /**
     * Returns the run's pairs by the feed's numbers.
     *
     * @param said symbols of the instruments in the order of their ids, used if the capture does not define them
     */
    int[] pairs(WireInstruments pairs, List<String> said) {
        return IntStream.range(0, ticked.length())
                .map(id -> pair(id, pairs, said))
                .toArray();
    }

    private int pair(int id, WireInstruments pairs, List<String> said) {
        if (instruments.containsKey(id)) {
            return pairs.add(instruments.get(id));
        }
        if (!instruments.isEmpty()) {
            return ticked.get(id) ? pairs.add("instrument " + id) : SnapshotRecord.NO_INSTRUMENT;
        }
        if (id >= said.size()) {
            throw Problem.of("--pairs")
                    .fault("the capture begins after the definitions of the feed's " + ticked.length()
                            + " instruments, whose names are not known")
                    .expected("their symbols in the order of their ids")
                    .exception(ExitStatus.BAD_INPUT);
        }
        return pairs.add(said.get(id));
    }
}
