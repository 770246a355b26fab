package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.FeedDatagram;
import org.ticktoquote.wire.WirePacket;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;

final class WireAllocationTest {
    private static final int TICKS = 4_000;
    private static final int WARM = 2_000;
    private static final int MAX_ROUNDS = 5;
    private static final int SESSIONS = 2;
    private static final long START_NS = 1_795_000_000_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    private final CaptureFiles file = CaptureFiles.pcap();
    private int identification;

    /** One FIX session as it is on the wire. */
    private final class Session {
        private final WirePacket prices;
        private final WirePacket requests;
        private final String client;
        private long sent = 1;
        private long asked = 1;
        private byte[] late = {};

        Session(int number) {
            String at = "10.0.0.3:" + (50_000 + number);
            this.client = "CLIENT-" + number;
            this.prices = WirePacket.tcp("10.0.0.2:9876", at);
            this.requests = WirePacket.tcp(at, "10.0.0.2:9876");
        }

        void begin(long atNs) {
            add(atNs, requests.sequence(0).flags(WirePacket.SYN).payload(""));
            add(atNs + 1, prices.sequence(0).acknowledged(1).flags(WirePacket.SYN | WirePacket.ACK));
            requests.flags(WirePacket.ACK);
            prices.flags(WirePacket.ACK);
            ask(atNs + 2, "35=A|34=1|49=" + client + "|56=PRICING|98=0|108=30|");
            send(atNs + 3, 1, Fix.message("35=A|34=1|49=PRICING|56=" + client + "|98=0|108=30|"));
            ask(atNs + 4, "35=V|34=2|49=" + client + "|56=PRICING|262=R|263=1|264=1|146=1|55=EURUSD|");
            price(atNs + 5, 0);
        }

        private void ask(long atNs, String body) {
            byte[] bytes = Fix.message(body);
            add(atNs, requests.sequence(asked).acknowledged(sent).payload(bytes));
            asked += bytes.length;
        }

        /** One segment in 50 follows its successor, one in 75 is repeated, every second one is acknowledged. */
        void price(long atNs, int id) {
            byte[] message = Fix.message("35=W|34=" + (id + 2) + "|49=PRICING|56=" + client + "|262=R|55=EURUSD|299="
                    + id + "|268=2|269=0|270=1.1" + id % 10 + "|271=1000000|269=1|270=1.2" + id % 10 + "|271=1000000|");
            if (id % 50 == 7) {
                late = message;
                sent += message.length;
                return;
            }
            send(atNs, sent, message);
            if (late.length > 0) {
                add(
                        atNs + 1,
                        prices.sequence(sent - message.length - late.length).payload(late));
                late = new byte[0];
            }
            if (id % 75 == 0) {
                add(atNs + 2, prices.sequence(sent - message.length).payload(message));
            }
            if (id % 2 == 0) {
                add(atNs + 3, requests.sequence(asked).acknowledged(sent).payload(""));
            }
        }

        private void send(long atNs, long sequence, byte[] bytes) {
            add(atNs, prices.sequence(sequence).acknowledged(asked).payload(bytes));
            sent += bytes.length;
        }
    }

    private void add(long atNs, WirePacket packet) {
        file.frame(
                START_NS + atNs,
                packet.identification(++identification & 0xffff).ethernet());
    }

    private Path capture() {
        List<Session> sessions = new ArrayList<>();
        datagram(0, 0);
        for (int i = 0; i < SESSIONS; i++) {
            sessions.add(new Session(i));
            sessions.get(i).begin(100 + 10 * i);
        }
        for (int id = 1; id <= TICKS; id++) {
            long atNs = id * 100_000L;
            datagram(atNs, id);
            for (int i = 0; i < SESSIONS; i++) {
                sessions.get(i).price(atNs + 1_000 * (i + 1), id);
            }
        }
        return file.write(folder.resolve("capture.pcap"));
    }

    /** A tick; 0 for the definition of its instrument. */
    private void datagram(long atNs, int id) {
        byte[] payload = id == 0
                ? FeedDatagram.definitions(7, 0, "EURUSD")
                : FeedDatagram.quote(
                        7,
                        id,
                        quote -> quote.tickId(id)
                                .bid(1_100_000_000L)
                                .ask(1_200_000_000L)
                                .instrumentId(0));
        add(atNs, WirePacket.udp("10.0.0.1:5000", "239.1.1.1:40001").payload(payload));
    }

    /** Measures the bytes that a thread allocates after the warm-up datagrams in each pass over a capture. */
    private static final class Measured implements Traffic {
        private final Traffic traffic;
        private final List<Long> allocated = new ArrayList<>();
        private long datagrams;
        private long before;
        private long after;

        Measured(Traffic traffic) {
            this.traffic = traffic;
        }

        @Override
        public Facts replay(Consumer<Packet> handler, Function<StreamDirection, StreamReader> streams, Runnable step) {
            datagrams = 0;
            long thread = Thread.currentThread().getId();
            Facts facts = traffic.replay(
                    packet -> {
                        handler.accept(packet);
                        datagrams++;
                        after = THREADS.getThreadAllocatedBytes(thread);
                        before = datagrams == WARM ? after : before;
                    },
                    streams,
                    step);
            allocated.add(after - before);
            return facts;
        }
    }

    /** Applies to compiled code: the interpreter boxes values read through a VarHandle. */
    @Test
    void processingAPacketAllocatesNothingFromFrameToJournal() throws IOException {
        Path capture = capture();
        long[] fewest = {Long.MAX_VALUE, Long.MAX_VALUE};
        int packets = identification / TICKS * (TICKS - WARM);
        for (int round = 0; round < MAX_ROUNDS && Math.max(fewest[0], fewest[1]) > packets / 10; round++) {
            Measured traffic = new Measured(new CaptureTraffic(List.of(capture), Optional.empty()));
            made(Files.createDirectory(folder.resolve("run-" + round)), traffic);
            assertThat(traffic.datagrams).isEqualTo(TICKS + 1);
            assertThat(traffic.allocated).hasSize(fewest.length);
            for (int i = 0; i < fewest.length; i++) {
                fewest[i] = Math.min(fewest[i], traffic.allocated.get(i));
            }
        }
        assertThat(packets).isGreaterThan(TICKS);
        assertThat(Math.max(fewest[0], fewest[1]))
                .as("bytes for %d packets, the first and the second time: %s", packets, Arrays.toString(fewest))
                .isLessThan(packets / 10);
    }

    private static void made(Path run, Traffic traffic) {
        WirePlan plan = new WirePlan(
                new RunDirectory(run), Matching.byId(299, "decimal").with(Matching.UNDECLARED));
        RunManifest made = WireRunFixture.made(plan, traffic);
        assertThat(made.sessions()).hasSize(SESSIONS);
        assertThat(made.replay().ticks()).isEqualTo(TICKS);
        assertThat(made.observed().host()).containsKeys("wire.retransmissions", "wire.segmentsOutOfOrder");
    }
}
