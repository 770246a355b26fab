package org.ticktoquote.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.tap.ConnectionTap;
import org.ticktoquote.fix.tap.EchoedId;
import org.ticktoquote.fix.tap.QuickFixSink;
import org.ticktoquote.fix.tap.SessionFormat;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.fix.tap.Symbols;
import org.ticktoquote.fix.tap.TapListener;

/**
 * Bytes of a FIX connection. Shorter reads must give the same records and events, unless bytes are malformed.
 *
 * <p>The second variant frames each line as the fields of a message, with {@code |} as separator.
 */
final class TapTarget implements FuzzTarget {
    private static final int ROOM = 4096;

    @Override
    public void read(byte[] input, Path folder) {
        Party whole = new Party(folder.resolve("whole.journal"), input, Integer.MAX_VALUE);
        Party pieces = new Party(folder.resolve("pieces.journal"), input, 1 + input.length % 13);
        if (!whole.malformed
                && !pieces.malformed
                && !(whole.seen.equals(pieces.seen) && whole.events.equals(pieces.events))) {
            throw new AssertionError(
                    "in one read " + whole.seen + whole.events + ", in pieces " + pieces.seen + pieces.events);
        }
    }

    @Override
    public List<byte[]> variants(byte[] input) {
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        for (String line : new String(input, StandardCharsets.ISO_8859_1).split("\n")) {
            framed.writeBytes(message(line.replace('|', '\u0001')));
        }
        return List.of(input, framed.toByteArray());
    }

    /** Frames a message with length and checksum. */
    static byte[] message(String body) {
        byte[] counted = ("8=FIX.4.4\u00019=" + body.length() + '\u0001' + body).getBytes(StandardCharsets.ISO_8859_1);
        int sum = 0;
        for (byte b : counted) {
            sum += b & 0xff;
        }
        String message = new String(counted, StandardCharsets.ISO_8859_1) + "10=%03d\u0001".formatted(sum % 256);
        return message.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "updates",
                """
                35=A|34=1|49=PRICING|56=C|98=0|108=30|
                35=W|34=2|55=EUR/USD|268=3|269=0|278=a|270=1.5|271=1|269=0|278=b|270=1.4|271=0|269=1|278=c|270=1.6|
                35=X|34=3|268=3|279=2|278=c|279=1|278=a|55=EUR/USD|270=1.51|279=0|269=1|278=d|55=USD/JPY|270=100|
                35=X|34=4|55=EUR/USD|268=2|279=0|269=0|1023=1|270=1.45|271=5|279=2|269=0|270=1.4|
                35=X|34=5|55=EUR/USD|268=2|279=1|280=a|278=e|269=1|279=0|269=J|
                35=X|34=9|55=EUR/USD|268=1|279=0|269=0|278=f|270=dear|
                35=S|34=10|131=r|117=17|55=EUR/USD|132=1.5|133=1.6|134=3|135=0|
                35=i|34=11|117=q|296=1|302=1|304=2|295=2|299=5|55=USD/JPY|132=100|299=6|55=EUR/USD|133=1.5|
                35=Z|34=12|117=8|298=1|295=1|55=USD/JPY|
                35=Z|34=13|117=8|298=4|
                """.stripTrailing().getBytes(StandardCharsets.ISO_8859_1),
                "data",
                """
                35=A|34=1|95=9|96=|34=9|35=W|49=PRICING|56=C|98=0|108=30|
                35=W|34=2|212=6|213=|10=00|55=EUR/USD|354=20|355=a|35=W|34=7|269=0|b|268=1|269=0|270=1.5|271=1|
                35=X|34=3|55=EUR/USD|268=1|279=0|269=1|278=c|58=x|354=3|355=|9||270=1.6|
                35=B|34=4|95=99|96=a|
                35=W|34=5|55=EUR/USD|95=x|96=a|268=1|269=0|270=1.5|271=1|
                34=6|35=W|55=EUR/USD|268=1|269=0|270=1.5|271=1|
                """.stripTrailing().getBytes(StandardCharsets.ISO_8859_1),
                "session",
                """
                35=A|34=1|49=PRICING|56=C|52=20140502-12:30:00.000|98=0|108=30|
                35=W|34=2|49=PRICING|56=C|52=20140502-12:30:00.001|262=MD-0|55=EUR/USD|\
                268=2|269=0|270=1.38694|271=1000000|278=17|269=1|270=1.38705|271=1000000|278=17|
                35=W|34=3|43=Y|55=USD/JPY|268=1|269=0|270=102|271=5|278=18|
                35=Y|34=5|262=MD-0|281=0|
                35=0|34=6|
                35=X|34=7|55=EUR/USD|
                35=5|34=8|58=bye|""".getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A session that receives the bytes in reads of one length. */
    private static final class Party implements QuickFixSink, TapListener {
        private final List<String> seen = new ArrayList<>();
        private final List<String> events = new ArrayList<>();
        private boolean malformed;

        Party(Path file, byte[] bytes, int most) {
            SessionFormat form = new SessionFormat(
                    "FIX.4.4",
                    Symbols.inSymbol(Map.of("EUR/USD", 0, "USD/JPY", 1)),
                    EchoedId.of(278, "decimal"),
                    false);
            JournalWriter writer = JournalWriter.at(file, SnapshotRecord.SCHEMA)
                    .recordsPerSegment(ROOM)
                    .open();
            SessionTap session = new SessionTap(0, form, 1, 2, false, writer, this, () -> 2);
            try {
                ConnectionTap connection = session.connected(this);
                UnsafeBuffer buffer = new UnsafeBuffer(bytes);
                for (int at = 0; at < bytes.length; at += Math.min(most, bytes.length - at)) {
                    connection.read(buffer, at, Math.min(most, bytes.length - at), 1);
                }
                connection.closed("it ended");
                session.close();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            records(file);
        }

        private void records(Path file) {
            try (JournalReader reader = JournalReader.open(file, SnapshotRecord.SCHEMA)) {
                SnapshotRecord record = new SnapshotRecord(new UnsafeBuffer(0, 0), 0);
                while (reader.next()) {
                    record.wrap(reader);
                    malformed |= record.kind() == SnapshotRecord.MALFORMED;
                    seen.add(record.kind() + " " + record.messageSequence() + " " + record.instrumentId() + " "
                            + record.bid() + " " + record.ask() + " " + record.tickId() + " " + record.messageType()
                            + " "
                            + record.expectedSequence());
                }
            }
        }

        @Override
        public void message(DirectBuffer buffer, int start, int end) {
            seen.add(buffer.getStringWithoutLengthAscii(start, end - start));
        }

        @Override
        public void gapFill(long first, long next, boolean possDup) {
            // merged or split gap fills are equivalent to QuickFIX/J
        }

        @Override
        public void end() {
            seen.add("end");
        }

        @Override
        public void loggedOn(int session, long atNs) {
            events.add("logged on");
        }

        @Override
        public void disconnected(int session, long atNs, boolean ordered, String how) {
            events.add("disconnected");
        }

        @Override
        public void noticed(int session, String what) {
            events.add(what);
        }

        @Override
        public void bookUnknown(int session) {
            events.add("book unknown");
        }

        @Override
        public void unanswered(int session) {
            events.add("unanswered");
        }

        @Override
        public void ended(int session, String why) {
            events.add(why);
        }

        @Override
        public void failed(int session, Throwable cause) {
            throw new AssertionError("the tap failed", cause);
        }
    }
}
