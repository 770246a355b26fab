package org.ticktoquote.endtoend;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * An application whose thread {@code quoter} enters a monitor for each datagram, and whose thread {@code risk-report} holds that
 * monitor for 30 ms at random moments. The pricing application is behind it.
 *
 * <p>A third thread waits for a monitor of its own just as long, and no tick needs it.
 *
 * <p>Arguments: the port that it reads, the port of the one behind, the file for the holds, a line of two readings of
 * {@link System#nanoTime} each, and the command of the one behind.
 */
final class LockingGateway {
    private static final long HOLD_MS = 30;

    private final Object book = new Object();
    private final Object archive = new Object();

    private LockingGateway() {}

    public static void main(String[] arguments) throws Exception {
        Process pricing = new ProcessBuilder(Arrays.asList(arguments).subList(3, arguments.length))
                .inheritIO()
                .start();
        LockingGateway gateway = new LockingGateway();
        try (PrintStream holds = new PrintStream(Path.of(arguments[2]).toFile())) {
            daemon("risk-report", () -> gateway.hold(gateway.book, new SplittableRandom(17), holds));
            daemon("archive-writer", () -> gateway.hold(gateway.archive, new SplittableRandom(5), null));
            daemon("archive-reader", gateway::read);
            daemon(
                    "quoter",
                    () -> gateway.pass(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), pricing));
            System.exit(pricing.waitFor());
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void daemon(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(name, e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void pass(int from, int to, Process pricing) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(65_507);
        InetSocketAddress behind = new InetSocketAddress("127.0.0.1", to);
        try (DatagramChannel in = DatagramChannel.open();
                DatagramChannel out = DatagramChannel.open()) {
            in.bind(new InetSocketAddress("127.0.0.1", from));
            while (pricing.isAlive()) {
                in.receive(bytes.clear());
                synchronized (book) {
                    out.send(bytes.flip(), behind);
                }
            }
        }
    }

    private void hold(Object monitor, SplittableRandom random, PrintStream holds) throws InterruptedException {
        while (true) {
            TimeUnit.MILLISECONDS.sleep(400 + random.nextInt(300));
            synchronized (monitor) {
                long fromNs = System.nanoTime();
                TimeUnit.MILLISECONDS.sleep(HOLD_MS);
                if (holds != null) {
                    holds.println(fromNs + " " + System.nanoTime());
                    holds.flush();
                }
            }
        }
    }

    private void read() throws InterruptedException {
        while (true) {
            synchronized (archive) {
                TimeUnit.MICROSECONDS.sleep(1);
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
