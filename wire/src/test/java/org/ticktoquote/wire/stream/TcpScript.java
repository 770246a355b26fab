package org.ticktoquote.wire.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.RST;
import static org.ticktoquote.wire.packet.Packet.SYN;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.wire.packet.Packet;

/** Hand-written segments of successive connections. Positions count from the first byte of each party. */
final class TcpScript {
    static final long MS = 1_000_000;

    final RecordedStreams recorded = new RecordedStreams();
    final Streams streams = new Streams(recorded::opened, StreamLimits.DEFAULT);
    long nowNs;
    long number;
    private final Packet packet = new Packet();
    private int clientFirst = 1000;
    private int serverFirst = 50_000;
    private boolean clientCloses;
    private boolean serverCloses;

    StreamCounts counts() {
        return streams.counts;
    }

    /** The sequence numbers of the first bytes. */
    TcpScript first(int client, int server) {
        clientFirst = client;
        serverFirst = server;
        return this;
    }

    TcpScript after(long ns) {
        nowNs += ns;
        return this;
    }

    TcpScript handshake() {
        send(true, -1, 0, SYN, "", 0);
        send(false, -1, 0, SYN | ACK, "", 0);
        return send(true, 0, 0, ACK, "", 0);
    }

    TcpScript client(int at, String data) {
        return send(true, at, 0, ACK, data, data.length());
    }

    TcpScript server(int at, String data) {
        return send(false, at, 0, ACK, data, data.length());
    }

    /** The server's acknowledgement of the client's bytes before a position. */
    TcpScript serverAcks(int to) {
        return send(false, 0, to, ACK, "", 0);
    }

    TcpScript serverWindow(boolean open) {
        serverCloses = !open;
        return this;
    }

    TcpScript clientFin(int at) {
        return send(true, at, 0, FIN | ACK, "", 0);
    }

    TcpScript serverFin(int at) {
        return send(false, at, 0, FIN | ACK, "", 0);
    }

    TcpScript clientReset(int at) {
        return send(true, at, 0, RST, "", 0);
    }

    /** Plays events such as {@code handshake; client 0 abc; after 5ms; acks 3}: who sends at which position, or what happens. */
    TcpScript play(String events) {
        for (String event : events.split(";", -1)) {
            String[] words = event.strip().split(" ", -1);
            happens(words, words.length > 2 ? words[2].replace("NUL", "\0") : "");
        }
        return this;
    }

    private void happens(String[] words, String data) {
        switch (words[0]) {
            case "handshake" -> handshake();
            case "finish" -> streams.finish();
            case "syn" -> send(true, -1, 0, SYN, "", 0);
            case "window" -> serverWindow(words[1].equals("open"));
            case "after" -> after(ns(words[1]));
            default -> sends(words, Integer.parseInt(words[1]), data);
        }
    }

    private void sends(String[] words, int at, String data) {
        switch (words[0]) {
            case "client" -> client(at, data);
            case "server" -> server(at, data);
            case "acks" -> serverAcks(at);
            case "client-acks" -> send(true, 0, at, ACK, "", 0);
            case "fin" -> clientFin(at);
            case "server-fin" -> serverFin(at);
            case "reset" -> clientReset(at);
            case "first" -> first(at, Integer.parseInt(data));
            case "cut" -> send(true, at, 0, ACK, data, Integer.parseInt(words[3]));
            default -> throw new IllegalArgumentException("not an event: " + words[0]);
        }
    }

    private static long ns(String time) {
        return time.endsWith("s") ? DurationText.parse(time) : Long.parseLong(time);
    }

    /** Asserts values such as {@code client abc, holes 1}: streams, their ends and counts. */
    void assertHas(String name, String expected) {
        List<String> wanted = List.of(expected.split(", ", -1));
        assertThat(wanted.stream().map(each -> each.split(" ", -1)[0]).map(what -> what + " " + value(what)))
                .as(name)
                .isEqualTo(wanted);
    }

    private Object value(String what) {
        return switch (what) {
            case "client" -> clientStream().text();
            case "client-end" -> clientStream().end;
            case "from-start" -> clientStream().flow.fromStart();
            case "times" -> joined(clientStream().items.stream().map(RecordedStreams.Item::timeNs));
            case "numbers" -> joined(clientStream().items.stream().map(RecordedStreams.Item::number));
            case "retransmitted" -> joined(clientStream().retransmitted.stream());
            case "server" -> serverStream().text();
            case "server-end" -> serverStream().end.isEmpty() ? "none" : serverStream().end;
            case "next" -> recorded.all.get(1).text();
            case "next-number" -> recorded.all.get(1).flow.number();
            case "next-from-start" -> recorded.all.get(1).flow.fromStart();
            default -> count(what);
        };
    }

    private static String joined(Stream<Long> values) {
        return values.map(String::valueOf).collect(Collectors.joining("/"));
    }

    private Object count(String name) {
        try {
            return StreamCounts.class.getField(name).get(counts());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("not a count: " + name, e);
        }
    }

    TcpScript send(boolean client, int at, int acknowledged, int flags, String data, int wireLength) {
        int own = client ? clientFirst : serverFirst;
        int other = client ? serverFirst : clientFirst;
        int window = client && clientCloses || !client && serverCloses ? 0 : 900;
        byte[] bytes = data.getBytes(StandardCharsets.ISO_8859_1);
        new Segmented(nowNs, client, own + at, other + acknowledged, flags, window, bytes, wireLength)
                .to(packet, ++number);
        streams.packet(packet);
        return this;
    }

    /** Recorded events of the client's stream. */
    RecordedStreams.Recorded clientStream() {
        return stream(40_000);
    }

    RecordedStreams.Recorded serverStream() {
        return stream(9001);
    }

    private RecordedStreams.Recorded stream(int port) {
        return recorded.all.stream()
                .filter(one -> one.flow.from().getPort() == port)
                .findFirst()
                .orElseThrow();
    }
}
