package org.ticktoquote.wire.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.message.StreamProbe.Content;
import org.ticktoquote.wire.stream.StreamReader;

final class StreamProbeTest {
    private final List<Content> found = new ArrayList<>();
    private final StringBuilder read = new StringBuilder();
    private final List<String> timed = new ArrayList<>();
    private StreamProbe probe = probe();

    private StreamProbe probe() {
        return new StreamProbe(content -> {
            found.add(content);
            return new StreamReader() {
                @Override
                public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
                    String text = buffer.getStringWithoutLengthAscii(offset, length);
                    read.append(text);
                    timed.add(text + "@" + timeNs + "#" + number);
                }
            };
        });
    }

    private void bytes(String text, long timeNs, long number) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        probe.bytes(new UnsafeBuffer(bytes), 0, bytes.length, timeNs, number);
    }

    @Test
    void readsAMessageInTheMiddleOfAStreamWithAnySplit() {
        for (int cut = 0; cut <= 5; cut++) {
            probe = probe();
            bytes("x".repeat(10_000) + "8=FIX".substring(0, cut), 1, 1);
            bytes("8=FIX.4.4".substring(cut), 1, 1);
            assertThat(found).last().isEqualTo(Content.FIX);
            assertThat(read.toString()).endsWith("8=FIX.4.4");
        }
    }

    @Test
    void givesUpAStreamOfOtherContentAfter64Kib() {
        for (int i = 0; i < 64; i++) {
            assertThat(found).isEmpty();
            bytes("GET /x ".repeat(1024 / 7 + 1).substring(0, 1024), 1, 1);
        }
        assertThat(found).containsExactly(Content.OTHER);
        assertThat(read.length()).isLessThan(2_000);
    }

    @Test
    void bytesBeforeTheContentIsKnownGetTheirLatestTime() {
        bytes("8", 30, 7);
        bytes("=F", 20, 5);
        bytes("IX.4.4", 10, 3);

        assertThat(timed).containsExactly("8=F@30#7", "IX.4.4@10#3");
    }
}
