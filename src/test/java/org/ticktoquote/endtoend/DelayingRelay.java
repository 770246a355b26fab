package org.ticktoquote.endtoend;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * A process between a ping-pong client and its server that delays every message by a known time and prints the
 * actual delay: {@code transport listen-host:port server-host:port hold-us}. Handles one message at a time.
 */
final class DelayingRelay {
    private static final int LENGTH_AT = 4;
    private static final int SEQUENCE_AT = 16;
    private static final int HEADER = 24;
    private static final long SPIN_NS = 200_000;

    private final InetSocketAddress listen;
    private final InetSocketAddress server;
    private final long holdNs;
    private final PrintStream truth;

    private DelayingRelay(InetSocketAddress listen, InetSocketAddress server, long holdNs, PrintStream truth) {
        this.listen = listen;
        this.server = server;
        this.holdNs = holdNs;
        this.truth = truth;
    }

    public static void main(String[] args) throws IOException {
        long holdNs = Long.parseLong(args[3]) * 1_000;
        DelayingRelay relay = new DelayingRelay(address(args[1]), address(args[2]), holdNs, System.out);
        if (args[0].equals("udp")) {
            relay.udp();
        } else {
            relay.tcp();
        }
    }

    private static InetSocketAddress address(String text) throws IOException {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(
                InetAddress.getByName(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }

    private void udp() throws IOException {
        byte[] bytes = new byte[65_535];
        try (DatagramSocket front = new DatagramSocket(listen);
                DatagramSocket back = new DatagramSocket()) {
            back.connect(server);
            truth.println("ready");
            while (true) {
                DatagramPacket ping = new DatagramPacket(bytes, bytes.length);
                front.receive(ping);
                long receivedNs = System.nanoTime();
                long sequence = sequence(bytes);
                hold(receivedNs);
                long sentNs = System.nanoTime();
                back.send(new DatagramPacket(bytes, ping.getLength()));
                back.receive(new DatagramPacket(bytes, bytes.length));
                front.send(new DatagramPacket(bytes, ping.getLength(), ping.getSocketAddress()));
                truth.println(sequence + " " + (sentNs - receivedNs));
            }
        }
    }

    /** Serves one connection at a time. */
    private void tcp() throws IOException {
        try (ServerSocket front = new ServerSocket()) {
            front.bind(listen);
            truth.println("ready");
            while (true) {
                try (Socket client = front.accept();
                        Socket back = new Socket(server.getAddress(), server.getPort())) {
                    client.setTcpNoDelay(true);
                    back.setTcpNoDelay(true);
                    relay(client, back);
                } catch (EOFException over) {
                    truth.println("over");
                }
            }
        }
    }

    private void relay(Socket client, Socket back) throws IOException {
        DataInputStream pings = new DataInputStream(client.getInputStream());
        DataInputStream pongs = new DataInputStream(back.getInputStream());
        OutputStream toServer = back.getOutputStream();
        OutputStream toClient = client.getOutputStream();
        while (true) {
            byte[] ping = message(pings);
            long receivedNs = System.nanoTime();
            hold(receivedNs);
            long sentNs = System.nanoTime();
            toServer.write(ping);
            toClient.write(message(pongs));
            truth.println(sequence(ping) + " " + (sentNs - receivedNs));
        }
    }

    private static byte[] message(DataInputStream in) throws IOException {
        byte[] header = new byte[HEADER];
        in.readFully(header);
        int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(LENGTH_AT);
        byte[] whole = Arrays.copyOf(header, length);
        in.readFully(whole, HEADER, length - HEADER);
        return whole;
    }

    private static long sequence(byte[] message) {
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getLong(SEQUENCE_AT);
    }

    private void hold(long fromNs) {
        for (long leftNs = holdNs; leftNs > 0; leftNs = fromNs + holdNs - System.nanoTime()) {
            if (leftNs > SPIN_NS) {
                LockSupport.parkNanos(leftNs - SPIN_NS);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
