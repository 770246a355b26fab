package org.ticktoquote.wire.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

final class StreamProbeTimesTest {
    private final List<String> read = new ArrayList<>();
    private final StreamProbe probe = new StreamProbe(content -> new StreamReader() {
        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            read.add(buffer.getStringWithoutLengthAscii(offset, length) + "@" + timeNs + "#" + number);
        }

        @Override
        public void hole(long length, long timeNs) {}

        @Override
        public void end(StreamEnd how, long timeNs) {}
    });

    private void bytes(String text, long timeNs, long number) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        probe.bytes(new UnsafeBuffer(bytes), 0, bytes.length, timeNs, number);
    }

    @Test
    void bytesBeforeTheContentIsKnownGetTheirLatestTime() {
        bytes("8", 30, 7);
        bytes("=F", 20, 5);
        bytes("IX.4.4", 10, 3);

        assertThat(read).containsExactly("8=F@30#7", "IX.4.4@10#3");
    }
}
