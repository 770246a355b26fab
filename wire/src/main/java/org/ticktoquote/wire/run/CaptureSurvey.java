package org.ticktoquote.wire.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.wire.message.FeedTickReader;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.message.PayloadTickReader;
import org.ticktoquote.wire.message.StreamProbe;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;

/** Surveys the contents of a capture: feeds, FIX connections and TLS connections. Counts what is none of them. One thread. */
final class CaptureSurvey {
    /** Number of datagrams that belong to no feed. */
    long otherDatagrams;
    /** Number of directions of TCP connections that carry neither a feed, FIX nor TLS. */
    long otherStreams;
    /** Messages with prices in segments whose addresses are damaged. */
    long misaddressed;

    private final List<SurveyedFeed> feeds = new ArrayList<>();
    private final Map<Integer, Map<StreamDirection, FixSide>> connections = new LinkedHashMap<>();
    private final FieldReader fields = new FieldReader(FixSide.TAGS);
    private final List<StreamDirection> tls = new ArrayList<>();

    /** Identifies one direction of a connection. The number is the same each time the capture is read. */
    static int direction(StreamDirection flow) {
        return 2 * flow.number() + (flow.forward() ? 1 : 0);
    }

    /** @param payloads declared payloads; they take precedence over t2q's own feed */
    CaptureSurvey(Optional<PayloadTickReader.Declared> payloads) {
        payloads.map(SurveyedFeed::new).ifPresent(feeds::add);
    }

    public void packet(Packet packet) {
        if (SurveyedFeed.read(packet, feeds)) {
            return;
        }
        if (FeedTickReader.isDatagram(packet.buffer, packet.offset, packet.length)) {
            feeds.add(new SurveyedFeed(packet));
            SurveyedFeed.read(packet, feeds);
        } else {
            otherDatagrams++;
        }
    }

    /** Completes the feeds after the last packet. Refuses declared payloads that carry no tick. */
    void define() {
        feeds.forEach(SurveyedFeed::define);
    }

    public StreamReader opened(StreamDirection flow) {
        return new StreamProbe(content -> reader(flow, content));
    }

    private StreamReader reader(StreamDirection flow, StreamProbe.Content content) {
        switch (content) {
            case FIX -> {
                FixSide side = new FixSide(fields, flow.fromStart());
                connections
                        .computeIfAbsent(flow.number(), key -> new LinkedHashMap<>())
                        .put(flow, side);
                return side;
            }
            case FEED -> {
                SurveyedFeed feed = new SurveyedFeed("tcp", flow.from(), direction(flow));
                feeds.add(feed);
                return feed.flow;
            }
            case TLS -> tls.add(flow);
            case OTHER -> otherStreams++;
        }
        return StreamReader.IGNORED;
    }

    /** Returns the feeds with ticks. */
    List<SurveyedFeed> feeds() {
        return feeds.stream()
                .filter(feed -> !feed.ticked.isEmpty())
                .map(feed -> feed.definedAsIn(feeds))
                .toList();
    }

    /**
     * Returns the FIX sessions that carry prices, one for each pair of CompIDs.
     *
     * @param byPort true to separate sessions with the same CompIDs that connect to different ports
     */
    List<CapturedFixSession> sessions(boolean byPort) {
        Map<String, CapturedFixSession> sessions = new TreeMap<>();
        connections.values().forEach(sides -> {
            CapturedFixSession.Connection connection = CapturedFixSession.Connection.of(sides);
            if (connection.answers().prices > 0) {
                FixSide sender = connection.answers();
                int port = byPort ? connection.from().server().getPort() : 0;
                String key = sender.target + '\0' + sender.sender + '\0' + port;
                CapturedFixSession first = new CapturedFixSession(sender.sender, sender.target, new ArrayList<>());
                sessions.computeIfAbsent(key, text -> first).connections().add(connection);
            }
        });
        List<CapturedFixSession> undamaged =
                sessions.values().stream().map(CapturedFixSession::undamaged).toList();
        ToLongFunction<CapturedFixSession> prices = CapturedFixSession::prices;
        long all = sessions.values().stream().mapToLong(prices).sum();
        misaddressed = all - undamaged.stream().mapToLong(prices).sum();
        return undamaged;
    }

    /** Returns the number of pieces of FIX connections that are not a valid message. */
    long unreadable() {
        Stream<FixSide> sides = connections.values().stream().flatMap(each -> each.values().stream());
        return sides.mapToLong(side -> side.unreadable).sum();
    }

    /** Describes the encrypted connections; empty if there are none. */
    String tls() {
        long count = tls.stream().mapToInt(StreamDirection::number).distinct().count();
        Stream<String> servers = tls.stream().map(flow -> PacketAddress.text(flow.server()));
        String to = servers.distinct().sorted().limit(Roles.MAX_LISTED).collect(Collectors.joining(", "));
        String what = count == 1 ? " is TLS and cannot be read" : " are TLS and cannot be read";
        return count == 0 ? "" : CountText.of(count, "connection") + " to " + to + what;
    }
}
