package org.ticktoquote.host.pingpong;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;

/** UDP server that can skip, repeat or delay its answers. */
final class UdpParty implements AutoCloseable {
    private final DatagramSocket socket =
            new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Habit habit;

    /** Returns how often to answer a message; can block first. */
    interface Habit {
        int answers(long sequence);
    }

    UdpParty(Habit habit) throws IOException {
        this.habit = habit;
        Thread thread = new Thread(this::serve, "udp-party");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    private void serve() {
        byte[] bytes = new byte[2048];
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                socket.receive(packet);
                long sequence =
                        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(16);
                for (int i = habit.answers(sequence); i > 0; i--) {
                    socket.send(packet);
                }
            }
        } catch (IOException closed) {
            return;
        }
    }

    static void standStill(long ns) {
        long endNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
