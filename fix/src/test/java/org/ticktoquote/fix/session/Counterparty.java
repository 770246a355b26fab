package org.ticktoquote.fix.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.MessageTexts;

/** The other side of a {@link TestSession} by hand, byte by byte; {@code |} stands for SOH. */
final class Counterparty implements AutoCloseable {
    static final String LOGON = "98=0|108=30|141=Y|";

    private static final int LIMIT_MS = 60_000;

    private final Socket socket;
    private final MessageTexts frames = new MessageTexts();
    private final Queue<String> heard = new ArrayDeque<>();
    private int number;

    Counterparty(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(LIMIT_MS);
    }

    static Counterparty of(TestSession session) throws IOException {
        return new Counterparty(new Socket(InetAddress.getLoopbackAddress(), session.port));
    }

    static ServerSocket server() throws IOException {
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setSoTimeout(LIMIT_MS);
        return server;
    }

    Counterparty say(String type, String fields) throws IOException {
        return sayRaw(Fix.message(
                "35=" + type + "|34=" + ++number + "|49=THEIRS|56=OURS|52=20261125-09:00:00.000|" + fields));
    }

    Counterparty sayRaw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** The next message with a part; those before it are gone. "end" is the end of the connection. */
    String hear(String part) throws IOException {
        byte[] bytes = new byte[64 * 1024];
        while (true) {
            while (heard.isEmpty()) {
                int count = read(bytes);
                if (count < 0) {
                    assertThat("end").isEqualTo(part);
                    return "end";
                }
                boolean unused =
                        frames.read(ByteBuffer.wrap(bytes, 0, count), text -> heard.add(text.replace('\u0001', '|')));
            }
            String next = heard.remove();
            if (next.contains(part)) {
                return next;
            }
        }
    }

    private int read(byte[] bytes) throws IOException {
        try {
            return socket.getInputStream().read(bytes);
        } catch (SocketException reset) {
            return -1; // it had ended before all was said
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
