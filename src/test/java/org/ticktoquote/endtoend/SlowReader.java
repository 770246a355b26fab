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
import org.ticktoquote.core.net.UnclaimedPort;

/**
 * An application that takes its market data over TCP with a receive buffer of a few KiB, and passes it on to a pricing
 * application behind it. While it is stopped the replayer has nowhere to write to.
 *
 * <p>Arguments: the run's directory, the port that it reads, the port for the one behind, and the command of that one.
 */
final class SlowReader {
    private static final int RECEIVE_BUFFER = 4_096;
    private static final int PIECE = 1_024;

    private SlowReader() {}

    /** The command of one, with the built-in application behind it. */
    static String command() throws IOException {
        int behind = UnclaimedPort.tcp(InetAddress.getLoopbackAddress());
        String classes = SlowReader.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return "{java} -cp '" + classes + "' " + SlowReader.class.getName() + " {run} {feedPort} " + behind
                + " {java} -jar '" + T2qProcess.jar() + "' pricing-app --feed tcp://127.0.0.1:" + behind
                + " --fix-port {fixPort} --sessions {sessions} --truth {run}";
    }

    /** Of a run, waited for. */
    static ProcessHandle of(Path run) {
        String words = SlowReader.class.getName() + " " + run + " ";
        await().atMost(T2qProcess.PATIENCE).until(() -> !Processes.naming(words).isEmpty());
        return Processes.naming(words).get(0);
    }

    public static void main(String[] arguments) throws Exception {
        try (ServerSocket server =
                        new ServerSocket(Integer.parseInt(arguments[2]), 1, InetAddress.getLoopbackAddress());
                Socket feed = new Socket()) {
            Process pricing = new ProcessBuilder(Arrays.asList(arguments).subList(3, arguments.length))
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
