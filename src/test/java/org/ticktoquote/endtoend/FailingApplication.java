package org.ticktoquote.endtoend;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An application with one fault, on its own minimal FIX acceptor, to test how the fault is reported.
 *
 * <p>Arguments: the fault, the port of its clients, and the market data (tcp://), which it reads except with TAKES_NO_FEED.
 */
final class FailingApplication {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final long FOREIGN_ID = 900_000_000_000_000L;
    private static final List<FailingApplication> SESSIONS = new CopyOnWriteArrayList<>();

    private final Fault fault;
    private final Socket socket;
    private final List<Map<Integer, String>> requests = new CopyOnWriteArrayList<>();
    private int number;

    /** Faults. */
    enum Fault {
        /** It answers a Logon with a Logout. */
        LOGS_OUT,
        /** It never answers a request. */
        ANSWERS_NO_REQUEST,
        /** It refuses a request (35=Y). */
        REFUSES,
        /** It rejects the message type (35=j). */
        KNOWS_NO_REQUEST,
        /** Its quotes name unknown ticks. */
        NAMES_OTHER_TICKS,
        /** Its quotes name unknown ticks, and its message numbers restart with each quote. */
        NUMBERS_BEGIN_AGAIN,
        /** It quotes its first price only. */
        QUOTES_ONCE,
        /** It quotes its first price only, because it does not read the market data. */
        TAKES_NO_FEED
    }

    private FailingApplication(Fault fault, Socket socket) {
        this.fault = fault;
        this.socket = socket;
    }

    public static void main(String[] arguments) throws IOException {
        Fault fault = Fault.valueOf(arguments[0]);
        if (fault != Fault.TAKES_NO_FEED) {
            start(() -> take(URI.create(arguments[2]), fault));
        }
        try (ServerSocket server =
                new ServerSocket(Integer.parseInt(arguments[1]), 50, InetAddress.getLoopbackAddress())) {
            while (true) {
                FailingApplication session = new FailingApplication(fault, server.accept());
                SESSIONS.add(session);
                start(session::serve);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        new Thread(() -> {
                    try {
                        work.run();
                    } catch (IOException ended) {
                        // as connections do
                    }
                })
                .start();
    }

    private static void take(URI feed, Fault fault) throws IOException {
        try (Socket connection = new Socket(feed.getHost(), feed.getPort())) {
            byte[] bytes = new byte[1 << 16];
            for (long id = FOREIGN_ID; connection.getInputStream().read(bytes) >= 0; id++) {
                if (fault == Fault.NAMES_OTHER_TICKS || fault == Fault.NUMBERS_BEGIN_AGAIN) {
                    for (FailingApplication session : SESSIONS) {
                        session.quoteAll(id);
                    }
                }
            }
        }
    }

    private void quoteAll(long id) throws IOException {
        for (Map<Integer, String> request : requests) {
            if (fault == Fault.NUMBERS_BEGIN_AGAIN) {
                beginAgain();
            }
            quote(request, id);
        }
    }

    private void serve() throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        for (Map<Integer, String> message = message(in); !message.isEmpty(); message = message(in)) {
            switch (message.getOrDefault(35, "")) {
                case "A" ->
                    send(message, fault == Fault.LOGS_OUT ? "35=5|58=unknown user|" : "35=A|98=0|108=30|141=Y|");
                case "V" -> request(message);
                case "5" -> send(message, "35=5|");
                default -> {
                    // needs no immediate answer
                }
            }
        }
    }

    private void request(Map<Integer, String> message) throws IOException {
        switch (fault) {
            case REFUSES -> send(message, "35=Y|262=" + message.get(262) + "|281=3|58=too many requests|");
            case KNOWS_NO_REQUEST ->
                send(message, "35=j|45=" + message.get(34) + "|372=V|380=3|58=unsupported message type|");
            case NAMES_OTHER_TICKS, NUMBERS_BEGIN_AGAIN, QUOTES_ONCE, TAKES_NO_FEED -> {
                quote(message, 1);
                requests.add(message);
            }
            default -> {
                // no answer
            }
        }
    }

    private synchronized void beginAgain() {
        number = 0;
    }

    private void quote(Map<Integer, String> request, long id) throws IOException {
        send(
                request,
                "35=W|55=" + request.get(55) + "|268=2|269=0|278=" + id + "|270=1.1|269=1|278=" + id + "|270=1.2|");
    }

    /** Sends a message in answer to another, with swapped CompIDs. */
    private synchronized void send(Map<Integer, String> to, String body) throws IOException {
        int typeEnd = body.indexOf('|') + 1;
        String content = (body.substring(0, typeEnd) + "34=" + ++number + "|49=" + to.get(56) + "|56=" + to.get(49)
                        + "|52=" + TIME.format(Instant.now()) + "|" + body.substring(typeEnd))
                .replace('|', '\u0001');
        String message = "8=FIX.4.4\u00019=" + content.length() + "\u0001" + content;
        int sum = message.chars().sum() & 0xff;
        socket.getOutputStream().write("%s10=%03d\u0001".formatted(message, sum).getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads the next message, with the last value of each tag; empty at the end. */
    private static Map<Integer, String> message(InputStream in) throws IOException {
        Map<Integer, String> fields = new LinkedHashMap<>();
        StringBuilder field = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next != 1) {
                field.append((char) next);
                continue;
            }
            int equals = field.indexOf("=");
            int tag = Integer.parseInt(field.substring(0, equals));
            fields.put(tag, field.substring(equals + 1));
            field.setLength(0);
            if (tag == 10) {
                return fields;
            }
        }
        return Map.of();
    }
}
