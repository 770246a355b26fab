package org.ticktoquote.endtoend;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.net.UnclaimedPort;

/**
 * An application whose thread {@code quoter} forwards each datagram to a pricing application. Its kind determines the stalls at
 * random times:
 *
 * <ul>
 *   <li>{@code lock}: it enters a monitor for each datagram, which the thread {@code risk-report} holds for 30 ms. A third thread
 *       waits equally long for an unrelated monitor that no tick needs.
 *   <li>{@code disk}: it writes a file and forces it to the disk.
 *   <li>{@code slow}: no stalls, but each datagram takes 100 us.
 * </ul>
 *
 * <p>Arguments: the kind, its feed port, the port of the pricing application, the file for the stalls (a line of two readings of
 * {@link System#nanoTime} each), and the command of the pricing application.
 */
final class StallingGateway {
    private static final long HOLD_MS = 30;
    private static final int FILE_BYTES = 64 << 20;
    private static final long SLOW_NS = 100_000;
    private static final int RECEIVE_BUFFER = 4 << 20;

    private final Object book = new Object();
    private final Object archive = new Object();

    private final PrintStream stalls;

    private StallingGateway(PrintStream stalls) {
        this.stalls = stalls;
    }

    public static void main(String[] arguments) throws Exception {
        Process pricing = new ProcessBuilder(Arrays.asList(arguments).subList(4, arguments.length))
                .inheritIO()
                .start();
        Path file = Path.of(arguments[3]);
        try (PrintStream stalls = new PrintStream(file.toFile())) {
            StallingGateway gateway = new StallingGateway(stalls);
            Work work = switch (arguments[0]) {
                case "lock" -> gateway.locked();
                case "disk" -> gateway.forcing(file.resolveSibling("forced.bin"));
                case "slow" -> StallingGateway::spin;
                default -> throw new IllegalArgumentException(arguments[0]);
            };
            daemon(
                    "quoter",
                    () -> gateway.pass(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]), pricing, work));
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

    private void pass(int from, int to, Process pricing, Work work) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(65_507);
        InetSocketAddress behind = new InetSocketAddress("127.0.0.1", to);
        try (DatagramChannel in = DatagramChannel.open();
                DatagramChannel out = DatagramChannel.open()) {
            in.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            in.bind(new InetSocketAddress("127.0.0.1", from));
            while (pricing.isAlive()) {
                in.receive(bytes.clear());
                work.run();
                out.send(bytes.flip(), behind);
            }
        }
    }

    private Work locked() {
        daemon("risk-report", () -> hold(book, new SplittableRandom(17), true));
        daemon("archive-writer", () -> hold(archive, new SplittableRandom(5), false));
        daemon("archive-reader", this::read);
        return this::enter;
    }

    @SuppressWarnings("EmptySynchronizedBlock") // waits for the holder
    private void enter() {
        synchronized (book) {
        }
    }

    /** The quoting thread sometimes writes and forces a large file. */
    private Work forcing(Path file) throws IOException {
        FileChannel disk = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ByteBuffer much = ByteBuffer.allocateDirect(FILE_BYTES);
        SplittableRandom random = new SplittableRandom(23);
        long[] nextNs = {System.nanoTime()};
        return () -> {
            long fromNs = System.nanoTime();
            if (fromNs < nextNs[0]) {
                return;
            }
            disk.write(much.clear(), 0);
            disk.force(true);
            note(fromNs);
            nextNs[0] = fromNs + TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(300));
        };
    }

    private static void spin() {
        long fromNs = System.nanoTime();
        while (System.nanoTime() - fromNs < SLOW_NS) {
            Thread.onSpinWait();
        }
    }

    private void note(long fromNs) {
        stalls.println(fromNs + " " + System.nanoTime());
        stalls.flush();
    }

    private void hold(Object monitor, SplittableRandom random, boolean noted) throws InterruptedException {
        while (true) {
            TimeUnit.MILLISECONDS.sleep(400 + random.nextInt(300));
            synchronized (monitor) {
                long fromNs = System.nanoTime();
                TimeUnit.MILLISECONDS.sleep(HOLD_MS);
                if (noted) {
                    note(fromNs);
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

    /** Returns the command for {@code --app}: a gateway of the given kind and its pricing application. */
    static String command(String kind, Path stalls) throws IOException {
        int behind = UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        return "{java} {jvmArgs} -cp '" + System.getProperty("java.class.path") + "' "
                + StallingGateway.class.getName() + " " + kind + " {feedPort} " + behind + " '" + stalls
                + "' {java} -jar '" + T2qProcess.jar() + "' pricing-app --feed udp://127.0.0.1:" + behind
                + " --fix-port {fixPort} --sessions {sessions}";
    }
}
