package org.ticktoquote.pricing.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;

class StreamFramesTest {
    private final List<FeedPacket> packets = new ArrayList<>();

    @Test
    void messagesDoNotDependOnReadSizes() throws IOException {
        byte[] stream = FeedBytes.stream()
                .start(1, 1)
                .quote(1, 0, 0, 1, "1", "2")
                .quote(2, 0, 0, 2, "1", "2")
                .bytes();
        for (int size = 1; size <= stream.length; size++) {
            packets.clear();
            ByteBuffer read = ByteBuffer.allocate(4096);
            for (int at = 0; at < stream.length; at += size) {
                read.put(stream, at, Math.min(size, stream.length - at));
                TcpReceiver.split(read.flip(), at, packets::add);
                read.compact();
            }
            assertThat(packets).as("reads of %d bytes", size).hasSize(3);
            assertThat(packets.get(2).bytes().capacity()).isEqualTo(60);
        }
    }

    @Test
    void refusesOtherStreams() {
        ByteBuffer fix = ByteBuffer.wrap("8=FIX.4.4|9=5".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> TcpReceiver.split(fix, 0, packets::add)).hasMessageContaining("not a framing header");
    }
}
