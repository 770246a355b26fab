package org.ticktoquote.fix.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Splits bytes into messages, however the bytes are cut. */
class MessageSplitterTest {
    private static final String HEARTBEAT = Fix.text(Fix.message("35=0|"));
    private static final String OTHER = Fix.text(Fix.message("FIXT.1.1", "35=0|112=x|"));

    private final MessageSplitter frames = new MessageSplitter();
    private final List<String> messages = new ArrayList<>();

    private boolean read(String text) {
        byte[] bytes = text.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
        return frames.read(ByteBuffer.wrap(bytes), message -> messages.add(message.replace('\u0001', '|')));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 25, 1000})
    void findsEveryMessageInPiecesOfAnyLength(int length) {
        String all = HEARTBEAT + OTHER + HEARTBEAT;
        for (int at = 0; at < all.length(); at += length) {
            assertThat(read(all.substring(at, Math.min(all.length(), at + length))))
                    .isTrue();
        }
        assertThat(messages).containsExactly(HEARTBEAT, OTHER, HEARTBEAT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n", "8=FIX.4.4|35=0|", "8=FIX.4.4|9=x|",
                "8=FIX.4.4|9=6|35=0|10=161|", "888=", "8=FIX.4.4|9=abc|"
            })
    void continuesAfterGarbage(String garbage) {
        read(garbage + HEARTBEAT + HEARTBEAT);
        assertThat(messages).contains(HEARTBEAT);
    }

    @Test
    void masksSeparatorsInDataAndSkipsAMessageWithAWrongLength() {
        read(Fix.text(Fix.message("35=B|95=4|96=a|=||")) + HEARTBEAT);
        assertThat(messages).containsExactly("8=FIX.4.4|9=18|35=B|95=4|96=a?=?|10=146|", HEARTBEAT);
        assertThat(frames.fault()).isEmpty();
        read(Fix.text(Fix.message("35=B|95=9|96=a|=||")) + HEARTBEAT);
        assertThat(messages).hasSize(3).last().isEqualTo(HEARTBEAT);
        assertThat(frames.fault()).startsWith("the length field 95 is '9'");
        read(HEARTBEAT);
        assertThat(frames.fault()).isEmpty();
    }

    @Test
    void refusesAMessageThatIsTooLong() {
        assertThat(read("8=FIX.4.4|9=131073|35=B|")).isFalse();
        assertThat(frames.fault()).startsWith("BodyLength (9) is '131073'");
    }

    @Test
    void skipsAMessageWithAWrongCheckSumAndGivesTheReason() {
        read("8=FIX.4.4|9=5|35=0|10=162|" + HEARTBEAT);
        assertThat(messages).containsExactly(HEARTBEAT);
        assertThat(frames.fault()).isEqualTo("CheckSum (10) is '162', expected 163");
        assertThat(frames.leftOut()).isEqualTo(26);
    }
}
