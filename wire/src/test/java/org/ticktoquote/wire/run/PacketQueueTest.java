package org.ticktoquote.wire.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

final class PacketQueueTest {
    private static final int PACKETS = 20_000;
    private static final int LONGEST = 600_000;
    /** Their events fill several batches. */
    private static final int STREAMS = 1000;

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
    void deliversPacketsInOrderWithCopiesOfTheirBytes() {
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

    /** Writes each event of a stream with all its arguments. */
    private record Recorder(int stream, Consumer<String> to) implements StreamReader {
        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            String text = buffer.getStringWithoutLengthAscii(offset, length);
            to.accept(stream + " bytes " + List.of(text, timeNs, number));
        }

        @Override
        public void hole(long length, long timeNs) {
            to.accept(stream + " hole " + List.of(length, timeNs));
        }

        @Override
        public void retransmitted(long number) {
            to.accept(stream + " retransmitted " + number);
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            to.accept(stream + " end " + List.of(how, timeNs));
        }
    }

    private static StreamReader recorder(StreamDirection flow, Consumer<String> to) {
        to.accept("opened " + flow);
        return new Recorder(flow.number(), to);
    }

    /** Sends three events with different numbers, from a buffer that is overwritten after them. */
    private static void send(StreamReader stream, int number) {
        String text = "bytes " + number;
        UnsafeBuffer buffer = new UnsafeBuffer(("not these " + text).getBytes(US_ASCII));
        long first = 10L * number;
        stream.bytes(buffer, "not these ".length(), text.length(), first, first + 1);
        buffer.setMemory(0, buffer.capacity(), (byte) '-');
        stream.hole(first + 2, first + 3);
        stream.retransmitted(first + 4);
    }

    @Test
    void deliversPacketsAndStreamEventsInOrderOnTheReceivingThread() {
        List<String> sent = new ArrayList<>();
        List<String> received = new ArrayList<>();
        Set<Thread> threads = new HashSet<>();
        Consumer<String> receive = event -> {
            threads.add(Thread.currentThread());
            received.add(event);
        };
        PacketQueue all = new PacketQueue(flow -> recorder(flow, receive), stop::get);
        Runnable finding = () -> {
            Packet packet = new Packet();
            packet.protocol = Packet.TCP;
            List<StreamReader> before = List.of();
            for (int i = 0; i < STREAMS; i++) {
                InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), i);
                InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), i + 1);
                StreamDirection flow = new StreamDirection(i, client, server, i % 2 == 0, i % 3 == 0);
                List<StreamReader> streams = List.of(all.opened(flow), recorder(flow, sent::add));
                for (StreamReader stream : streams) {
                    send(stream, i);
                }
                packet.number = i;
                all.packet(packet);
                sent.add("packet " + i);
                StreamEnd how = StreamEnd.values()[i % StreamEnd.values().length];
                long timeNs = i;
                before.forEach(stream -> stream.end(how, timeNs)); // after events of the next stream
                before = streams;
            }
        };

        all.transfer(finding, packet -> receive.accept("packet " + packet.number));

        assertThat(received).isEqualTo(sent).hasSize(6 * STREAMS - 1);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void failureOfTheReaderStopsTheOtherThread() {
        assertThatThrownBy(() -> queue.transfer(this::find, packet -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        assertThat(queue.isStopped()).isTrue();
    }

    @Test
    void deliversPacketsFoundBeforeAStop() {
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
    void deliversPacketsFoundBeforeAFailure() {
        AtomicLong packets = new AtomicLong();
        Runnable finding = () -> {
            queue.packet(new Packet());
            throw new IllegalStateException("failed");
        };

        assertThatThrownBy(() -> queue.transfer(finding, packet -> packets.incrementAndGet()))
                .hasMessage("failed");
        assertThat(packets).hasValue(1);
    }
}
