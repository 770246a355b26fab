package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.pricing.FeedParty.opening;
import static org.ticktoquote.pricing.FeedParty.quotes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.message.FixPeer;

/** Tests the numbers (34) of sessions: snapshots bypass QuickFIX/J, which sends messages between them. */
class SequenceNumbersTest {
    private static final Pattern NUMBER = Pattern.compile("\\|34=(\\d+)\\|(49|43=Y)");

    private final List<Integer> numbers = new ArrayList<>();

    /** Receives messages until each part has arrived, and records numbers except of resends. Returns the last message. */
    private String until(FixPeer client, String... parts) throws IOException {
        List<String> missing = new ArrayList<>(List.of(parts));
        String message = "";
        while (!missing.isEmpty()) {
            message = client.receiveText();
            Matcher number = NUMBER.matcher(message);
            assertThat(number.find())
                    .as("a message with %s: %s", missing, message)
                    .isTrue();
            if (number.group(2).equals("49")) {
                numbers.add(Integer.parseInt(number.group(1)));
            }
            missing.removeIf(message::contains);
        }
        return message;
    }

    @ParameterizedTest
    @ValueSource(strings = {"--threads=3", "--threads=12", "--null-responder"})
    void haveNoGapsAcrossBatchesRejectsAndResends(String layout) throws Exception {
        String[] arguments = {"--feed", "udp://127.0.0.1:0", layout};
        try (RunningApplication application = new RunningApplication(arguments);
                FeedParty feed = new FeedParty(application);
                FixPeer client = application.client()) {
            feed.send(opening());
            client.send("A", "98=0|108=30|141=Y|");
            until(client, "|35=A|");
            client.send("V", "262=s|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
            long next = 1;
            for (int round = 0; round < 5; round++, next += 20) {
                feed.send(quotes(next, 20));
                client.send("1", "112=test-" + round + "|"); // answered by QuickFIX/J among the snapshots
                client.send("V", "262=no-" + round + "|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=NO/PE|");
                until(client, "|112=test-" + round + "|", "|262=no-" + round + "|", "299=" + (next + 19) + "|");
            }
            client.send("2", "7=2|16=0|");
            String read = until(client, "|123=Y|");
            feed.send(quotes(next, 3));
            until(client, "299=" + (next + 2) + "|");

            assertThat(read).contains("|35=4|34=2|", "|36=");
            assertThat(numbers).hasSizeGreaterThan(90); // at least four rounds of 20, and messages of QuickFIX/J
            for (int i = 0; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).as("message %d of %s", i, numbers).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void restartWithALogonDuringAStream() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", "udp://127.0.0.1:0");
                FeedParty feed = new FeedParty(application)) {
            feed.send(opening());
            long next = 1;
            for (int logon = 0; logon < 3; logon++) {
                try (FixPeer client = application.client()) {
                    client.send("A", "98=0|108=30|141=Y|");
                    until(client, "|35=A|");
                    client.send("V", "262=s" + logon + "|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
                    feed.send(quotes(next++, 1)); // the first tick, or newer than the image
                    until(client, "|35=W|");
                    for (int i = 0; i < 5; i++, next += 10) {
                        feed.send(quotes(next, 10));
                    }
                    until(client, "299=" + (next - 1) + "|");
                    assertThat(numbers.subList(0, 3)).containsExactly(1, 2, 3);
                    numbers.clear();
                    feed.send(quotes(next, 10)); // the client disconnects during these
                    next += 10;
                }
            }
            assertThat(application.line("failed")).isEmpty();
        }
    }
}
