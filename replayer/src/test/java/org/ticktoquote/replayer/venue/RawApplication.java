package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.ticktoquote.fix.message.SendingTime;

/** An application that says what it must, and then reads and forgets as fast as it can. */
final class RawApplication implements AutoCloseable {
    private final Socket socket;
    final AtomicLong bytes = new AtomicLong();

    RawApplication(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        say(1, "A", "98=0|108=30|141=Y|");
        say(2, "V", "262=all|263=1|264=1|267=2|269=0|269=1|146=2|55=EUR/USD|55=USD/JPY|");
        Thread reader = new Thread(this::read, "test-application");
        reader.setDaemon(true);
        reader.start();
    }

    private void say(int number, String type, String fields) throws IOException {
        String time = new String(new SendingTime().at(System.currentTimeMillis()), StandardCharsets.US_ASCII);
        String body = "35=" + type + "|34=" + number + "|49=PRICING|52=" + time + "|56=VENUE|" + fields;
        String text = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\u0001');
        int sum = text.chars().sum() & 0xff;
        String whole = text + String.format(Locale.ROOT, "10=%03d\u0001", sum);
        socket.getOutputStream().write(whole.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void read() {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = socket.getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes.addAndGet(count);
            }
        } catch (IOException closed) {
            // the end of the test
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
