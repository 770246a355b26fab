package org.ticktoquote.endtoend;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongPredicate;

/** Relay between replayer and application that drops selected datagrams. */
final class LossyRelay implements AutoCloseable {
    private static final int SEQUENCE_AT = 8;
    private static final int COUNT_AT = 16;
    private static final int RECEIVE_BUFFER = 4 << 20;

    private final DatagramSocket front = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final DatagramSocket back = new DatagramSocket();
    private final LongPredicate loses;
    private final Set<Long> lost = new ConcurrentSkipListSet<>();

    /** @param loses selects datagrams by the id of their tick */
    LossyRelay(int applicationPort, LongPredicate loses) throws IOException {
        this.loses = loses;
        front.setReceiveBufferSize(RECEIVE_BUFFER);
        back.connect(InetAddress.getLoopbackAddress(), applicationPort);
        Thread thread = new Thread(this::pass, "relay-udp");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return front.getLocalPort();
    }

    /** Returns the ids of dropped ticks. */
    Set<Long> lost() {
        return lost;
    }

    private void pass() {
        byte[] bytes = new byte[65_536];
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            while (true) {
                DatagramPacket datagram = new DatagramPacket(bytes, bytes.length);
                front.receive(datagram);
                long tickId = header.getLong(SEQUENCE_AT);
                if (header.getShort(COUNT_AT) == 1 && loses.test(tickId)) {
                    lost.add(tickId);
                } else {
                    back.send(new DatagramPacket(bytes, datagram.getLength()));
                }
            }
        } catch (IOException closed) {
            close();
        }
    }

    @Override
    public void close() {
        front.close();
        back.close();
    }
}
