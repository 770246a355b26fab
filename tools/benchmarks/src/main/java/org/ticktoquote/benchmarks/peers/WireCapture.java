package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.InstrumentDefinitionEncoder;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;

/**
 * Writes a pcap of a pricing system with SBE ticks in datagrams and 25 FIX sessions. Each session answers each tick with a
 * snapshot (35=W) of two entries, in segments of at most {@value #MAX_SEGMENT} bytes. In each stream, one segment in
 * 200 comes after its successor, one in 500 is repeated, and every second one is acknowledged. The same arguments give
 * the same bytes.
 */
final class WireCapture {
    static final int FEED_PORT = 40_001;
    static final int FIX_PORT = 9_876;
    static final int FILE_HEADER = 24;
    static final int RECORD_HEADER = 16;
    static final int SESSIONS = 25;
    static final int MAX_SEGMENT = 1448;

    private static final int PAIRS = 15;
    private static final int FIRST_PIPS = 10_000;
    private static final int LATE = 200;
    private static final int REPEATED = 500;
    private static final int TCP_HEADER = 32;
    private static final long START_NS = 1_795_000_000_000_000_000L;
    private static final long TICK_NS = 40_000;
    private static final long ANSWER_NS = 20_000;
    private static final int FEED = 0x0a00_0001;
    private static final int APPLICATION = 0x0a00_0002;
    private static final int CLIENTS = 0x0a00_0003;
    private static final int GROUP = 0xef01_0101;
    private static final int UDP = 17;
    private static final int TCP = 6;
    private static final int ACK = 0x10;
    private static final int SYN = 0x02;

    private final FileChannel channel;
    private final ByteBuffer out = ByteBuffer.allocate(1 << 20).order(ByteOrder.BIG_ENDIAN);
    private final Stream[] streams = new Stream[SESSIONS];
    private final int threshold;
    private final Random random = new Random(1);
    private long written;
    private long timeNs = START_NS;
    private int identification;
    private long messages;

    private WireCapture(FileChannel channel, int threshold) {
        this.channel = channel;
        this.threshold = threshold;
        for (int i = 0; i < SESSIONS; i++) {
            streams[i] = new Stream(i);
        }
    }

    /**
     * Writes a file.
     *
     * @param bytes approximate size of the capture
     * @param threshold number of waiting bytes from which a stream sends: 1 for one message per segment,
     *     {@value #MAX_SEGMENT} for full segments
     * @return number of snapshots
     */
    static long write(Path file, long bytes, int threshold) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            WireCapture capture = new WireCapture(channel, threshold);
            capture.write(bytes);
            return capture.messages;
        }
    }

    private void write(long bytes) throws IOException {
        out.putInt(0xa1b2_3c4d).putShort((short) 2).putShort((short) 4).putLong(0);
        out.putInt(65_535).putInt(1);
        definitions();
        for (int pair = 0; pair < PAIRS; pair++) {
            tick(pair + 1, pair, FIRST_PIPS);
        }
        for (Stream stream : streams) {
            stream.open();
        }
        for (long tick = PAIRS + 1; written < bytes; tick++) {
            int pair = random.nextInt(PAIRS);
            int pips = FIRST_PIPS + random.nextInt(FIRST_PIPS);
            timeNs = Math.max(timeNs + TICK_NS / 2, START_NS + tick * TICK_NS);
            tick(tick, pair, pips);
            timeNs += ANSWER_NS / 2;
            for (Stream stream : streams) {
                stream.price(tick, pair, pips);
            }
        }
        for (Stream stream : streams) {
            stream.flush(1);
        }
        drain();
    }

    private static String symbol(int pair) {
        return "" + (char) ('A' + pair) + "URUSD";
    }

    private void definitions() throws IOException {
        UnsafeBuffer bytes = new UnsafeBuffer(new byte[MAX_SEGMENT]);
        bytes.putLong(0, 7, ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(Long.BYTES, 1, ByteOrder.LITTLE_ENDIAN);
        int at = 20;
        for (int pair = 0; pair < PAIRS; pair++) {
            InstrumentDefinitionEncoder definition = new InstrumentDefinitionEncoder();
            definition.wrapAndApplyHeader(bytes, at, new MessageHeaderEncoder());
            definition.pip(100_000).tickSize(10_000).instrumentId(pair).symbol(symbol(pair));
            at += MessageHeaderEncoder.ENCODED_LENGTH + definition.encodedLength();
        }
        datagram(bytes.byteArray(), at);
    }

    private final QuoteEncoder quote = new QuoteEncoder();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final UnsafeBuffer tickBytes = new UnsafeBuffer(new byte[128]);

    private void tick(long id, int pair, int pips) throws IOException {
        tickBytes.putLong(0, 7, ByteOrder.LITTLE_ENDIAN);
        tickBytes.putLong(8, id, ByteOrder.LITTLE_ENDIAN);
        tickBytes.putShort(16, (short) 1, ByteOrder.LITTLE_ENDIAN);
        quote.wrapAndApplyHeader(tickBytes, 20, header);
        quote.tickId(id).venueTimeNs(timeNs).bid(nanos(pips)).ask(nanos(pips + 2));
        quote.bidQuantity(1_000_000).askQuantity(1_000_000).instrumentId(pair).venueId((short) 0);
        quote.sides().clear().bid(true).ask(true);
        datagram(tickBytes.byteArray(), 20 + MessageHeaderEncoder.ENCODED_LENGTH + quote.encodedLength());
    }

    private static long nanos(int pips) {
        return 1_000_000_000L + pips * 10_000L;
    }

    private void datagram(byte[] payload, int length) throws IOException {
        packet(UDP, FEED, GROUP, 8 + length);
        out.putShort((short) 5000).putShort((short) FEED_PORT);
        out.putShort((short) (8 + length)).putShort((short) 0);
        out.put(payload, 0, length);
    }

    /** Writes the headers of record, Ethernet and IPv4. */
    private void packet(int protocol, int from, int to, int length) throws IOException {
        if (out.remaining() < 2 * MAX_SEGMENT) {
            drain();
        }
        timeNs += 100;
        int frame = 34 + length;
        out.putInt((int) (timeNs / 1_000_000_000)).putInt((int) (timeNs % 1_000_000_000));
        out.putInt(frame).putInt(frame);
        out.putShort((short) 2).putInt(to).putShort((short) 2).putInt(from).putShort((short) 0x0800);
        out.put((byte) 0x45).put((byte) 0).putShort((short) (20 + length));
        out.putShort((short) ++identification).putShort((short) 0x4000);
        out.put((byte) 64).put((byte) protocol).putShort((short) 0);
        out.putInt(from).putInt(to);
        written += RECORD_HEADER + frame;
    }

    private void drain() throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        out.clear();
    }

    /** One FIX session over one connection. */
    private final class Stream {
        private final int number;
        private final SnapshotText message;
        private final String client;
        private final byte[] pending = new byte[1 << 14];
        private int filled;
        private final byte[] late = new byte[MAX_SEGMENT];
        private int lateLength;
        private int sent = 1;
        private int asked = 1;
        private long segments;

        Stream(int number) {
            this.number = number;
            this.client = String.format(Locale.ROOT, "CLIENT-%02d", number);
            this.message = new SnapshotText(client);
        }

        void open() throws IOException {
            segment(false, asked - 1, 0, SYN, new byte[0], 0, 0);
            segment(true, sent - 1, asked, SYN | ACK, new byte[0], 0, 0);
            ask("35=A|34=1|49=" + client + "|52=20261118-10:26:40.000|56=PRICING|98=0|108=30|");
            add(CountedMessage.of("35=A|34=1|49=PRICING|52=20261118-10:26:40.000|56=" + client + "|98=0|108=30|"));
            flush(1);
            for (int pair = 0; pair < PAIRS; pair++) {
                ask("35=V|34=" + (2 + pair) + "|49=" + client + "|52=20261118-10:26:40.000|56=PRICING|262=R" + pair
                        + "|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=" + symbol(pair) + "|");
            }
            for (int pair = 0; pair < PAIRS; pair++) {
                price(pair + 1, pair, FIRST_PIPS);
            }
            flush(1);
        }

        private void ask(String body) throws IOException {
            byte[] bytes = CountedMessage.of(body);
            segment(false, asked, sent, ACK, bytes, 0, bytes.length);
            asked += bytes.length;
        }

        void price(long id, int pair, int pips) throws IOException {
            add(message.of(id, symbol(pair), pips));
            messages++;
            flush(threshold);
        }

        private void add(byte[] bytes) {
            System.arraycopy(bytes, 0, pending, filled, bytes.length);
            filled += bytes.length;
        }

        void flush(int least) throws IOException {
            int at = 0;
            while (filled - at >= least) {
                int length = Math.min(filled - at, MAX_SEGMENT);
                send(at, length);
                at += length;
            }
            System.arraycopy(pending, at, pending, 0, filled - at);
            filled -= at;
        }

        private void send(int at, int length) throws IOException {
            segments++;
            if (segments % LATE == 0) {
                System.arraycopy(pending, at, late, 0, length);
                lateLength = length;
                sent += length;
                return;
            }
            segment(true, sent, asked, ACK, pending, at, length);
            if (lateLength > 0) {
                segment(true, sent - lateLength, asked, ACK, late, 0, lateLength);
                lateLength = 0;
            }
            if (segments % REPEATED == 0) {
                segment(true, sent, asked, ACK, pending, at, length);
            }
            sent += length;
            if (segments % 2 == 0) {
                segment(false, asked, sent, ACK, pending, 0, 0);
            }
        }

        private void segment(boolean down, int sequence, int ack, int flags, byte[] bytes, int at, int length)
                throws IOException {
            packet(TCP, down ? APPLICATION : CLIENTS, down ? CLIENTS : APPLICATION, TCP_HEADER + length);
            int client = 50_000 + number;
            out.putShort((short) (down ? FIX_PORT : client)).putShort((short) (down ? client : FIX_PORT));
            out.putInt(sequence).putInt(ack).put((byte) (TCP_HEADER / 4 << 4)).put((byte) flags);
            out.putShort((short) 8192).putInt(0);
            out.putInt(0x0101_080a).putLong(timeNs / 1_000_000);
            out.put(bytes, at, length);
        }
    }

    /** Snapshot of constant length with changing number, id, symbol and prices. */
    private static final class SnapshotText {
        private final byte[] bytes;
        private final int number;
        private final int symbol;
        private final int[] ids;
        private final int[] prices;
        private long sequence = 1;

        SnapshotText(String client) {
            String entries = "269=0|270=1.10000|271=1000000|299=000000000|269=1|270=1.20000|271=1000000|299=000000000|";
            bytes = CountedMessage.of("35=W|34=000000000|49=PRICING|52=20261118-10:26:40.000|56=" + client
                    + "|262=R|55=EURUSD|268=2|" + entries);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            number = text.indexOf("34=") + 3;
            symbol = text.indexOf("55=") + 3;
            ids = new int[] {text.indexOf("299=") + 4, text.lastIndexOf("299=") + 4};
            prices = new int[] {text.indexOf("270=") + 6, text.lastIndexOf("270=") + 6};
        }

        byte[] of(long id, String pair, int pips) {
            digits(number, 9, ++sequence);
            digits(ids[0], 9, id);
            digits(ids[1], 9, id);
            digits(prices[0], 5, pips);
            digits(prices[1], 5, pips + 2);
            System.arraycopy(pair.getBytes(StandardCharsets.US_ASCII), 0, bytes, symbol, pair.length());
            int sum = 0;
            for (int i = 0; i < bytes.length - 7; i++) {
                sum += bytes[i];
            }
            digits(bytes.length - 4, 3, sum & 0xff);
            return bytes;
        }

        private void digits(int at, int count, long value) {
            long rest = value;
            for (int i = at + count - 1; i >= at; i--) {
                bytes[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
        }
    }
}
