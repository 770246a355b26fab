package org.ticktoquote.replayer.venue;

import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.ticktoquote.fix.message.FixPeer;

/** FIX client of a venue that reads continuously. */
final class FixSocket extends FixPeer {
    private static final long LIMIT_S = 60;

    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final ReentrantLock reading = new ReentrantLock();

    /** @param venue its CompID */
    FixSocket(int port, String begin, String application, String venue) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port), begin, application, venue);
    }

    FixSocket(Socket socket, String begin, String application, String venue) throws IOException {
        super(socket, begin, application, venue);
        start(this::read, "test-fix-socket");
    }

    private static void start(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Logs on with further fields and waits for the Logon of the venue. */
    FixSocket logOn(String fields) throws IOException, InterruptedException {
        send("A", "98=0|108=30|141=Y|" + fields);
        await("|35=A|");
        return this;
    }

    /** Subscribes to bids and offers of instruments, each as in {@code 55=EUR/USD|}. */
    void subscribe(String requestId, String fields, String... instruments) throws IOException {
        send(
                "V",
                "262=" + requestId + "|263=1|" + fields + "267=2|269=0|269=1|146=" + instruments.length + "|"
                        + String.join("", instruments));
    }

    /** Stops reading until the condition holds. */
    void pauseUntil(BooleanSupplier end) {
        CountDownLatch paused = new CountDownLatch(1);
        start(
                () -> {
                    reading.lock();
                    paused.countDown();
                    Awaitility.await().atMost(ONE_MINUTE).until(end::getAsBoolean);
                    reading.unlock();
                },
                "test-pause");
        Awaitility.await().atMost(ONE_MINUTE).until(() -> paused.getCount() == 0);
    }

    private void read() {
        try {
            for (String next = receiveText(); !next.isEmpty(); next = receiveText()) {
                messages.add(next);
                reading.lock();
                reading.unlock();
            }
        } catch (IOException closed) {
            // end of the test or of the venue
        }
        messages.add("end");
    }

    /** Returns the next message that contains the part and discards earlier ones. */
    String await(String part) throws InterruptedException {
        return await(messages, text -> text.contains(part));
    }

    static String await(BlockingQueue<String> messages, Predicate<String> fits) throws InterruptedException {
        StringBuilder seen = new StringBuilder();
        while (true) {
            String next = messages.poll(LIMIT_S, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no such message among " + seen);
            }
            if (fits.test(next)) {
                return next;
            }
            seen.append('\n').append(next);
        }
    }
}
