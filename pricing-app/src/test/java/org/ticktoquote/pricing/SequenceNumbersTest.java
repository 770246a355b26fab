package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ticktoquote.pricing.FeedParty.opening;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.pricing.feed.FeedBytes;

/** The numbers (34) of a session: snapshots that pass QuickFIX/J by, and messages of its own between them. */
class SequenceNumbersTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern NUMBER = Pattern.compile("\\|35=([^|]+)\\|34=(\\d+)\\|(49|43=Y)");

    /** A client of bytes, that writes what it likes. */
    private static final class RawClient implements AutoCloseable {
        private final Socket socket;
        private final StringBuilder read = new StringBuilder();
        private int sequence;

        RawClient(int port) throws Exception {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(100);
        }

        void say(String type, String body) throws Exception {
            String rest = "35=" + type + "|49=CLIENT-00|56=PRICING|52=20260101-00:00:00|34=" + ++sequence + "|" + body;
            String text = ("8=FIX.4.4|9=" + rest.length() + "|" + rest).replace('|', '\u0001');
            int sum = text.chars().sum() % 256;
            socket.getOutputStream().write((text + "10=%03d\u0001".formatted(sum)).getBytes(StandardCharsets.US_ASCII));
        }

        String until(Pattern pattern) {
            await("what matches " + pattern + " in " + read).atMost(LIMIT).until(() -> {
                byte[] bytes = new byte[65_536];
                try {
                    InputStream in = socket.getInputStream();
                    int count = in.read(bytes);
                    read.append(new String(bytes, 0, Math.max(0, count), StandardCharsets.ISO_8859_1)
                            .replace('\u0001', '|'));
                } catch (SocketTimeoutException nothing) {
                    // look again
                }
                return pattern.matcher(read).find();
            });
            return read.toString();
        }

        /** Numbers of all messages read so far but those that are sent again. */
        List<Integer> numbers() {
            List<Integer> numbers = new ArrayList<>();
            Matcher matcher = NUMBER.matcher(read);
            while (matcher.find()) {
                if (matcher.group(3).equals("49")) {
                    numbers.add(Integer.parseInt(matcher.group(2)));
                }
            }
            return numbers;
        }

        @Override
        public void close() throws Exception {
            socket.close();
        }
    }

    private static FeedBytes quotes(long first, int count) {
        FeedBytes datagram = FeedBytes.datagram(1, first);
        for (long id = first; id < first + count; id++) {
            datagram.quote(id, 0, 0, id, id % 2 == 0 ? "1.10000" : "1.10001", "1.10005");
        }
        return datagram;
    }

    @ParameterizedTest
    @ValueSource(strings = {"--threads=3", "--threads=12", "--null-responder"})
    void followEachOtherWithoutAGapThroughBatchesHeartbeatsRejectsAndResends(String layout) throws Exception {
        String[] arguments = {"--feed", "udp://127.0.0.1:0", layout};
        try (RunningApplication application = new RunningApplication(arguments);
                FeedParty feed = new FeedParty(application);
                RawClient client = new RawClient(application.fixPort())) {
            feed.send(opening());
            client.say("A", "98=0|108=30|141=Y|");
            client.until(Pattern.compile("35=A"));
            client.say("V", "262=s|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
            long next = 1;
            for (int round = 0; round < 5; round++, next += 20) {
                feed.send(quotes(next, 20));
                client.say("1", "112=test-" + round + "|"); // answered by QuickFIX/J among the snapshots
                client.say("V", "262=no-" + round + "|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=NO/PE|");
                client.until(Pattern.compile("\\|112=test-" + round + "\\|"));
                client.until(Pattern.compile("\\|262=no-" + round + "\\|"));
                client.until(Pattern.compile("299=" + (next + 19) + "\\|"));
            }
            client.say("2", "7=2|16=0|");
            String read = client.until(Pattern.compile("\\|35=4\\|34=2\\|[^A-Z]*43=Y.*\\|36=(\\d+)\\|123=Y|123=Y\\|"));
            feed.send(quotes(next, 3));
            client.until(Pattern.compile("299=" + (next + 2) + "\\|"));

            List<Integer> numbers = client.numbers();
            assertThat(read).contains("|123=Y|").contains("|36=");
            assertThat(numbers).hasSizeGreaterThan(90); // four rounds of 20 at least, and what QuickFIX/J says
            for (int i = 0; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).as("of message %d of %s", i, numbers).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void beginAnewWithALogonInTheMiddleOfAStream() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", "udp://127.0.0.1:0");
                FeedParty feed = new FeedParty(application)) {
            feed.send(opening());
            long next = 1;
            for (int logon = 0; logon < 3; logon++) {
                try (RawClient client = new RawClient(application.fixPort())) {
                    client.say("A", "98=0|108=30|141=Y|");
                    client.until(Pattern.compile("35=A"));
                    client.say("V", "262=s" + logon + "|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
                    feed.send(quotes(next++, 1)); // the first one, or newer than the image
                    client.until(Pattern.compile("35=W"));
                    for (int i = 0; i < 5; i++, next += 10) {
                        feed.send(quotes(next, 10));
                    }
                    client.until(Pattern.compile("299=" + (next - 1) + "\\|"));
                    assertThat(client.numbers().subList(0, 3)).containsExactly(1, 2, 3);
                    feed.send(quotes(next, 10)); // it leaves in the middle of these
                    next += 10;
                }
            }
            assertThat(application.line("failed")).isEmpty();
        }
    }
}
