package org.ticktoquote.host.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.process.InputEnd;
import org.ticktoquote.host.process.JavaCommand;

/** A ping-pong server in a JVM of its own on the loopback interface; it ends when its standard input does. */
final class LocalServer implements AutoCloseable {
    private static final String SERVING = "serving ";

    private final Process process;
    private final InetSocketAddress address;

    private LocalServer(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Starts it on a port of its choice. */
    static LocalServer start(List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("pingpong", "--serve", "127.0.0.1:0", "--with-input"));
        arguments.addAll(options);
        List<String> command = new JavaCommand(JavaCommand.ownJava(), List.of("-Xmx64m")).subcommand("host", arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new LocalServer(process, address(process));
        } catch (IOException e) {
            throw Problem.ofFault("a server of our own cannot be started: " + IoReason.of(e))
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static InetSocketAddress address(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null || !line.startsWith(SERVING)) {
            process.destroyForcibly();
            throw new IOException(line == null ? "it ended at once" : line);
        }
        int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        InputEnd.of(process);
    }
}
