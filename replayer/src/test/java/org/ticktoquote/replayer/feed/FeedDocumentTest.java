package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingWriter;

/** Compares the bytes in {@code docs/feed.md} with the bytes sent. */
final class FeedDocumentTest {
    private static final long SESSION = 1_793_971_799_000_000_001L;
    private static final List<Instrument> INSTRUMENTS = List.of(new Instrument(0, "EUR/USD", 100_000, 10_000));
    private static final List<String> VENUES = List.of("ALPHA");
    private static final RecordedQuote QUOTE =
            new RecordedQuote(1_793_971_800_000_250_000L, 0, 0, Price.parse("1.08513"), Price.NONE, 3_000_000, 0);

    @TempDir
    private Path folder;

    @Test
    void documentShowsDatagramOfAQuote() throws Exception {
        byte[] bytes = new byte[2048];
        try (DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                Feed feed = Feeds.BUILT_IN.open("udp://127.0.0.1:" + receiver.getLocalPort(), FeedListener.NONE)) {
            DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
            receiver.setSoTimeout(5_000);
            sendOne(feed);
            receiver.receive(packet);
            receiver.receive(packet);
            assertThat(hexDump("UDP datagram")).isEqualTo(hex(bytes, packet.getLength()));
        }
    }

    @Test
    void documentShowsStartOfTcpSession() throws Exception {
        try (Feed feed = Feeds.BUILT_IN.open("tcp://127.0.0.1:0", FeedListener.NONE);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(feed.address()).getPort())) {
            Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
            sendOne(feed);
            String printed = hexDump("TCP session start");
            byte[] bytes = new byte[printed.length() / 2];
            new DataInputStream(socket.getInputStream()).readFully(bytes);
            assertThat(printed).isEqualTo(hex(bytes, bytes.length));
        }
    }

    private void sendOne(Feed feed) {
        Path file = folder.resolve("one.t2q");
        try (RecordingWriter writer = RecordingWriter.create(file, INSTRUMENTS, VENUES, 0)) {
            writer.append(QUOTE);
        }
        try (Recording recording = Recording.open(file)) {
            feed.open(new SessionOpening(SESSION, 1, INSTRUMENTS, VENUES));
            feed.prepare(recording.buffer(0), recording.offset(0), 1, QUOTE.venueTimeNs());
            assertThat(feed.send()).isTrue();
            feed.end(1);
        }
    }

    private static String hex(byte[] bytes, int length) {
        return HexFormat.of().formatHex(bytes, 0, length);
    }

    /** Returns the hexadecimal columns of the block after a title: {@code offset  bytes  | meaning}. */
    private static String hexDump(String title) throws IOException {
        String document = Files.readString(Path.of("..", "docs", "feed.md"));
        String block = document.substring(document.indexOf("**" + title + "**"));
        String lines = block.substring(block.indexOf("```\n") + 4);
        return Arrays.stream(lines.substring(0, lines.indexOf("```")).split("\n"))
                .map(line -> line.substring(6, line.indexOf('|')).replace(" ", ""))
                .collect(Collectors.joining());
    }
}
