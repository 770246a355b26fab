package org.ticktoquote.wire.stream;

import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.RST;
import static org.ticktoquote.wire.packet.Packet.SYN;

import java.nio.charset.StandardCharsets;
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
