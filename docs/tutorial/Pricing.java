import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import quickfix.ApplicationAdapter;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.field.MsgType;

/**
 * A small pricing application on QuickFIX/J: reads top-of-book quotes over UDP and publishes each to the subscribed sessions.
 *
 * <p>Arguments: UDP port of the feed, FIX port, number of sessions and, optionally, extra work per tick in microseconds.
 */
public final class Pricing extends ApplicationAdapter {
    private record Price(long tickId, long bid, long ask) {}

    private final Map<Integer, String> symbols = new HashMap<>();
    private final Map<String, Price> prices = new HashMap<>();
    private final Map<String, Map<SessionID, String>> requests = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        Pricing application = new Pricing();
        SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "acceptor");
        settings.setString("StartTime", "00:00:00");
        settings.setString("EndTime", "00:00:00");
        settings.setString("SocketAcceptPort", arguments[1]);
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            settings.setString(new SessionID("FIX.4.4", "PRICING", "CLIENT-%02d".formatted(i)), "BeginString", "FIX.4.4");
        }
        new SocketAcceptor(application, new MemoryStoreFactory(), settings, new DefaultMessageFactory()).start();
        application.readFeed(Integer.parseInt(arguments[0]), arguments.length > 3 ? Long.parseLong(arguments[3]) : 0);
    }

    /** Subscribes a session to the pairs of its request (35=V) and sends each pair's price. */
    @Override
    public synchronized void fromApp(Message message, SessionID session) throws FieldNotFound {
        if (message.getHeader().getString(35).equals(MsgType.MARKET_DATA_REQUEST)) {
            for (Group pair : message.getGroups(146)) {
                requests.computeIfAbsent(pair.getString(55), symbol -> new HashMap<>()).put(session, message.getString(262));
                send(pair.getString(55), session, message.getString(262));
            }
        }
    }

    private void readFeed(int port, long extraUs) throws Exception {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
            channel.bind(new InetSocketAddress("127.0.0.1", port));
            ByteBuffer packet = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);
            while (true) {
                channel.receive(packet.clear());
                packet.flip();
                int block;
                for (int at = 20; at < packet.limit(); at += 8 + block) { // messages follow the packet header
                    block = packet.getShort(at);
                    onMessage(packet, packet.getShort(at + 2), at + 8, extraUs * 1000);
                }
            }
        }
    }

    private synchronized void onMessage(ByteBuffer packet, int template, int at, long extraNs) {
        if (template == 5) { // InstrumentDefinition
            String symbol = new String(packet.array(), at + 18, 16, StandardCharsets.US_ASCII).trim();
            symbols.put((int) packet.getShort(at + 16), symbol);
        } else if (template == 1) { // Quote
            String symbol = symbols.get((int) packet.getShort(at + 48));
            Price old = prices.getOrDefault(symbol, new Price(0, 0, 0));
            int sides = packet.get(at + 51);
            long bid = (sides & 1) != 0 ? packet.getLong(at + 16) : old.bid;
            long ask = (sides & 2) != 0 ? packet.getLong(at + 24) : old.ask;
            prices.put(symbol, new Price(packet.getLong(at), bid, ask));
            Map<SessionID, String> subscribers = requests.getOrDefault(symbol, Map.of());
            long start = System.nanoTime();
            while (!subscribers.isEmpty() && System.nanoTime() - start < extraNs) {
                Thread.onSpinWait();
            }
            subscribers.forEach((session, request) -> send(symbol, session, request));
        }
    }

    /** Sends a snapshot (35=W) that names its tick in 278 of the first entry. */
    private void send(String symbol, SessionID session, String request) {
        Price price = prices.get(symbol);
        if (price != null) {
            Message snapshot = new Message();
            snapshot.getHeader().setString(35, MsgType.MARKET_DATA_SNAPSHOT_FULL_REFRESH);
            snapshot.setString(262, request);
            snapshot.setString(55, symbol);
            snapshot.addGroup(entry('0', price.bid, String.valueOf(price.tickId)));
            snapshot.addGroup(entry('1', price.ask, ""));
            try {
                Session.sendToTarget(snapshot, session);
            } catch (SessionNotFound e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Group entry(char side, long price, String tickId) {
        Group entry = new Group(268, 269, new int[] {269, 278, 270, 271, 0});
        entry.setChar(269, side);
        if (!tickId.isEmpty()) {
            entry.setString(278, tickId);
        }
        entry.setString(270, BigDecimal.valueOf(price, 9).stripTrailingZeros().toPlainString());
        entry.setInt(271, 1_000_000);
        return entry;
    }
}
