package org.ticktoquote.endtoend;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * An application that reads its market data over TCP with a receive buffer of a few KiB and forwards it to a pricing
 * application. While it is stopped the replayer cannot write.
 *
 * <p>Arguments: the run's directory, its feed port, and the command of the pricing application.
 */
final class SlowReader {
    private static final int RECEIVE_BUFFER = 4_096;
    private static final int PIECE = 1_024;
    /** Placeholder of the port in the command of the pricing application. */
    private static final String BEHIND = "PORT-BEHIND";

    private SlowReader() {}

    /** Returns the command of a slow reader with the built-in application as its back end. */
    static String command() {
        return "{java} -cp '" + T2qProcess.classes() + "' " + SlowReader.class.getName() + " {run} {feedPort}"
                + " {java} -jar '" + T2qProcess.jar() + "' pricing-app --feed tcp://127.0.0.1:" + BEHIND
                + " --fix-port {fixPort} --sessions {sessions} --truth {run}";
    }

    /** Waits for and returns the slow reader of a run. */
    static ProcessHandle of(Path run) {
        String words = SlowReader.class.getName() + " " + run + " ";
        await().atMost(T2qProcess.PATIENCE).until(() -> !Processes.naming(words).isEmpty());
        return Processes.naming(words).get(0);
    }

    public static void main(String[] arguments) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket feed = new Socket()) {
            String port = Integer.toString(server.getLocalPort());
            Process pricing = new ProcessBuilder(Arrays.stream(arguments)
                            .skip(2)
                            .map(word -> word.replace(BEHIND, port))
                            .toList())
                    .inheritIO()
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(pricing::destroy));
            try (Socket behind = server.accept()) {
                behind.setTcpNoDelay(true);
                feed.setReceiveBufferSize(RECEIVE_BUFFER);
                feed.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1])));
                pass(feed.getInputStream(), behind.getOutputStream());
            }
            pricing.waitFor();
        }
    }

    private static void pass(InputStream from, OutputStream to) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
            to.write(piece, 0, length);
        }
    }
}
