package org.ticktoquote.replayer.venue;

import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.ticktoquote.fix.message.MessageTexts;
import org.ticktoquote.fix.message.SendingTime;

/** An application that speaks FIX by hand, so that what a venue sends is seen byte by byte; {@code |} stands for SOH. */
final class FixSocket implements AutoCloseable {
    private static final long LIMIT_S = 60;
    private static final char SOH = 1;

    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final Socket socket;
    private final String begin;
    private final String names;
    private final ReentrantLock reading = new ReentrantLock();
    private int number;

    /** @param venue its CompID */
    FixSocket(int port, String begin, String application, String venue) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port), begin, application, venue);
    }

    FixSocket(Socket socket, String begin, String application, String venue) {
        this.socket = socket;
        this.begin = begin;
        this.names = "|49=" + application + "|56=" + venue;
        Thread reader = new Thread(this::read, "test-fix-socket");
        reader.setDaemon(true);
        reader.start();
    }

    /** Logs on with further fields, and waits until it is. */
    FixSocket logOn(String fields) throws IOException, InterruptedException {
        say("A", "98=0|108=30|141=Y|" + fields);
        await("|35=A|");
        return this;
    }

    /** Subscribes to bids and offers of instruments, each as in {@code 55=EUR/USD|}. */
    void subscribe(String requestId, String fields, String... instruments) throws IOException {
        say(
                "V",
                "262=" + requestId + "|263=1|" + fields + "267=2|269=0|269=1|146=" + instruments.length + "|"
                        + String.join("", instruments));
    }

    /** Goes on with another number than 1. */
    void numberedFrom(int first) {
        number = first - 1;
    }

    /** Reads no more, until something is true. */
    void pauseUntil(BooleanSupplier end) {
        CountDownLatch paused = new CountDownLatch(1);
        Thread pause = new Thread(
                () -> {
                    reading.lock();
                    paused.countDown();
                    Awaitility.await().atMost(ONE_MINUTE).until(end::getAsBoolean);
                    reading.unlock();
                },
                "test-pause");
        pause.setDaemon(true);
        pause.start();
        Awaitility.await().atMost(ONE_MINUTE).until(() -> paused.getCount() == 0);
    }

    void say(String type, String fields) throws IOException {
        write(message(type, fields));
    }

    /** The same message so many times, numbered, with one write. */
    void say(int times, String type, String fields) throws IOException {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < times; i++) {
            all.append(message(type, fields));
        }
        write(all.toString());
    }

    /** Something that is no message. */
    void sayRaw(String text) throws IOException {
        write(text.replace('|', SOH));
    }

    private void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private String message(String type, String fields) {
        String time = new String(new SendingTime().at(System.currentTimeMillis()), StandardCharsets.US_ASCII);
        number++;
        String body = "35=" + type + "|34=" + number + names + "|52=" + time + "|" + fields;
        String text = ("8=" + begin + "|9=" + body.length() + "|" + body).replace('|', SOH);
        return text + checkSum(text);
    }

    private void read() {
        MessageTexts frames = new MessageTexts();
        Consumer<String> taken = text -> messages.add(sound(text) ? text.replace(SOH, '|') : "garbled: " + text);
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = socket.getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                reading.lock();
                reading.unlock();
                if (!frames.read(ByteBuffer.wrap(buffer, 0, count), taken)) {
                    messages.add("garbled");
                }
            }
        } catch (IOException closed) {
            // the end of the test, or the venue's
        }
        messages.add("end");
    }

    private static boolean sound(String text) {
        int trailer = text.length() - 7;
        return text.endsWith(checkSum(text.substring(0, trailer)));
    }

    private static String checkSum(String text) {
        return String.format(Locale.ROOT, "10=%03d%c", text.chars().sum() & 0xff, SOH);
    }

    /** The next message with a part; those before it are gone. */
    String await(String part) throws InterruptedException {
        StringBuilder seen = new StringBuilder();
        while (true) {
            String next = messages.poll(LIMIT_S, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no " + part + " among " + seen);
            }
            if (next.contains(part)) {
                return next;
            }
            seen.append('\n').append(next);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
