package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamReader;

final class PacketQueueTest {
    private static final int PACKETS = 20_000;
    private static final int LONGEST = 600_000;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final PacketQueue queue = new PacketQueue(flow -> StreamReader.IGNORED, stop::get);

    private static int length(int number) {
        return number == 777 ? LONGEST : number * 7 % 1500;
    }

    private void find() {
        Packet packet = new Packet();
        byte[] payload = new byte[LONGEST + 3];
        for (int i = 0; i < PACKETS && !queue.isStopped(); i++) {
            payload[3] = (byte) i;
            packet.buffer.wrap(payload);
            packet.offset = 3;
            packet.length = length(i);
            packet.wireLength = length(i) + 1;
            packet.number = i;
            packet.timeNs = 2L * i;
            packet.captureNs = 3L * i;
            packet.protocol = Packet.UDP;
            packet.sequence = i;
            packet.to.port = i & 0xffff;
            queue.packet(packet);
        }
    }

    @Test
    void packetsComeInOrderWithCopiesOfTheirBytes() {
        AtomicLong next = new AtomicLong();

        queue.transfer(this::find, packet -> {
            int i = (int) next.getAndIncrement();
            assertThat(packet.number).isEqualTo(i);
            assertThat(packet.length).isEqualTo(length(i)).isEqualTo(packet.wireLength - 1);
            assertThat(packet.timeNs + packet.captureNs + packet.sequence).isEqualTo(6L * i);
            assertThat(packet.to.port).isEqualTo(i & 0xffff);
            assertThat(packet.protocol).isEqualTo(Packet.UDP);
            assertThat(packet.length == 0 || packet.buffer.getByte(packet.offset) == (byte) i)
                    .isTrue();
        });

        assertThat(next).hasValue(PACKETS);
    }

    @Test
    void aReaderThatEndsEarlyLetsTheOtherThreadEnd() {
        assertThatThrownBy(() -> queue.transfer(this::find, packet -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        assertThat(queue.isStopped()).isTrue();
    }

    @Test
    void whatWasFoundBeforeAStopIsHandedOn() {
        AtomicLong packets = new AtomicLong();

        queue.transfer(
                () -> {
                    find();
                    stop.set(true);
                    find();
                },
                packet -> packets.incrementAndGet());

        assertThat(packets).hasValue(PACKETS);
    }

    @Test
    void whatWasFoundBeforeAFailureIsHandedOn() {
        AtomicLong packets = new AtomicLong();
        Runnable finding = () -> {
            queue.packet(new Packet());
            throw new IllegalStateException("failed");
        };

        assertThatThrownBy(() -> queue.transfer(finding, packet -> packets.incrementAndGet()))
                .hasRootCauseMessage("failed");
        assertThat(packets).hasValue(1);
    }
}
