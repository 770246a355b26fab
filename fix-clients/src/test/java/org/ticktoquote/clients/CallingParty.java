package org.ticktoquote.clients;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.MessageTexts;

/** A counterparty that connects to the clients and says exactly what the test says, byte by byte. */
final class CallingParty implements AutoCloseable {
    private static final int LIMIT_MS = 60_000;
    private static final String HEAD = "|49=PRICING|56=%s|52=20261125-09:00:00.000|";

    private final Socket socket;
    private final MessageTexts frames = new MessageTexts();
    private final Queue<String> heard = new ArrayDeque<>();
    private final byte[] read = new byte[64 * 1024];

    CallingParty(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(LIMIT_MS);
    }

    static CallingParty at(int port) throws IOException {
        return new CallingParty(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** The start of a message to a client. */
    static String head(String type, int number, String client) {
        return "35=" + type + "|34=" + number + HEAD.formatted(client);
    }

    static byte[] logon(int number, String client, String more) {
        return Fix.message(head("A", number, client) + "98=0|108=30|" + more);
    }

    static byte[] quote(int number, String client, int id) {
        return Fix.message(head("S", number, client) + "117=" + id + "|55=EUR/USD|132=1.1|133=1.2|");
    }

    CallingParty say(byte[]... messages) throws IOException {
        socket.getOutputStream().write(Fix.join(messages));
        return this;
    }

    /** The next message; empty where the connection has ended. */
    String hear() throws IOException {
        while (heard.isEmpty()) {
            int count = socket.getInputStream().read(read);
            if (count < 0) {
                return "";
            }
            boolean ignored =
                    frames.read(ByteBuffer.wrap(read, 0, count), text -> heard.add(text.replace('\u0001', '|')));
        }
        return heard.remove();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
