package org.ticktoquote.wire.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.message.StreamProbe.Content;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

final class StreamProbeTest {
    private final List<Content> found = new ArrayList<>();
    private final StringBuilder read = new StringBuilder();
    private StreamProbe probe = probe();

    private StreamProbe probe() {
        return new StreamProbe(content -> {
            found.add(content);
            return new StreamReader() {
                @Override
                public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
                    read.append(buffer.getStringWithoutLengthAscii(offset, length));
                }

                @Override
                public void hole(long length, long timeNs) {}

                @Override
                public void end(StreamEnd how, long timeNs) {}
            };
        });
    }

    private void bytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        probe.bytes(new UnsafeBuffer(bytes), 0, bytes.length, 1, 1);
    }

    @Test
    void readsAMessageInTheMiddleOfAStreamWithAnySplit() {
        for (int cut = 0; cut <= 5; cut++) {
            probe = probe();
            bytes("x".repeat(10_000) + "8=FIX".substring(0, cut));
            bytes("8=FIX.4.4".substring(cut));
            assertThat(found).last().isEqualTo(Content.FIX);
            assertThat(read.toString()).endsWith("8=FIX.4.4");
        }
    }

    @Test
    void givesUpAStreamOfOtherContentAfter64Kib() {
        for (int i = 0; i < 64; i++) {
            assertThat(found).isEmpty();
            bytes("GET /x ".repeat(1024 / 7 + 1).substring(0, 1024));
        }
        assertThat(found).containsExactly(Content.OTHER);
        assertThat(read.length()).isLessThan(2_000);
    }
}
