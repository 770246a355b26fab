package org.ticktoquote.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two network namespaces of their own with a cable between them: 10.77.0.1 and 10.77.0.2. Needs root and {@code ip}. */
final class NetworkPair implements AutoCloseable {
    static final String LEFT_ADDRESS = "10.77.0.1";
    static final String RIGHT_ADDRESS = "10.77.0.2";

    private final String left = "t2q-left-" + ProcessHandle.current().pid();
    private final String right = "t2q-right-" + ProcessHandle.current().pid();
    private final List<Process> processes = new ArrayList<>();

    private NetworkPair() {}

    /** Makes both, or skips the test with a visible reason. */
    static NetworkPair orSkip() throws IOException, InterruptedException {
        NetworkPair pair = new NetworkPair();
        try {
            String made = pair.make();
            assumeTrue(made.isEmpty(), "SKIPPED: no network namespaces here: " + made);
            return pair;
        } catch (IOException | RuntimeException e) {
            pair.close();
            assumeTrue(e instanceof RuntimeException, "SKIPPED: no 'ip' tool here: " + e.getMessage());
            throw e;
        }
    }

    /** Returns why it could not be made. */
    private String make() throws IOException, InterruptedException {
        String made = ip("netns", "add", left) + ip("netns", "add", right);
        if (!made.isEmpty()) {
            return made;
        }
        return ip("-n", left, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", right)
                + ip("-n", left, "addr", "add", LEFT_ADDRESS + "/24", "dev", "cable")
                + ip("-n", right, "addr", "add", RIGHT_ADDRESS + "/24", "dev", "cable")
                + ip("-n", left, "link", "set", "lo", "up")
                + ip("-n", right, "link", "set", "lo", "up")
                + ip("-n", left, "link", "set", "cable", "up")
                + ip("-n", right, "link", "set", "cable", "up");
    }

    private static String ip(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(Arrays.asList(arguments));
        Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : "ip " + String.join(" ", arguments) + ": " + said.trim() + "; ";
    }

    Process inLeft(Path output, List<String> command) throws IOException {
        return in(left, output, command);
    }

    Process inRight(Path output, List<String> command) throws IOException {
        return in(right, output, command);
    }

    /** Starts a process in a namespace; it ends with this pair. */
    private Process in(String namespace, Path output, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        whole.addAll(command);
        Process process = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        processes.add(process);
        return process;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly();
            process.waitFor(10, TimeUnit.SECONDS);
        }
        ip("netns", "del", left);
        ip("netns", "del", right);
    }
}
