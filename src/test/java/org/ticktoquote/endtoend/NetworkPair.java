package org.ticktoquote.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two network namespaces with a cable between them: 10.77.0.1 and 10.77.0.2. Needs root and {@code ip}. */
final class NetworkPair {
    static final String LEFT_ADDRESS = "10.77.0.1";
    static final String RIGHT_ADDRESS = "10.77.0.2";

    private final String left = "t2q-left-" + ProcessHandle.current().pid();
    private final String right = "t2q-right-" + ProcessHandle.current().pid();
    private final List<Process> processes = new ArrayList<>();

    private NetworkPair() {}

    /** Creates both, or skips the test with a visible reason. */
    static NetworkPair orSkip() throws IOException, InterruptedException {
        assumeTrue(Processes.program("ip") != null, "SKIPPED: no 'ip' tool here");
        NetworkPair pair = new NetworkPair();
        String trouble = pair.make();
        if (!trouble.isEmpty()) {
            pair.end();
        }
        assumeTrue(trouble.isEmpty(), "SKIPPED: no network namespaces here: " + trouble);
        return pair;
    }

    /** Returns the reason of a failure; empty if it succeeded. */
    private String make() throws IOException, InterruptedException {
        String made = Ended.failure("ip netns add " + left) + Ended.failure("ip netns add " + right);
        if (!made.isEmpty()) {
            return made;
        }
        return Ended.failure("ip -n " + left + " link add cable type veth peer name cable netns " + right)
                + up(left, LEFT_ADDRESS)
                + up(right, RIGHT_ADDRESS);
    }

    private static String up(String namespace, String address) throws IOException, InterruptedException {
        return Ended.failure("ip -n " + namespace + " addr add " + address + "/24 dev cable")
                + Ended.failure("ip -n " + namespace + " link set lo up")
                + Ended.failure("ip -n " + namespace + " link set cable up");
    }

    /** Returns the prefix of a command that runs in the left namespace. */
    List<String> amongLeft() {
        return among(left);
    }

    private static List<String> among(String namespace) {
        return List.of("ip", "netns", "exec", namespace);
    }

    Process inLeft(Path output, List<String> command) throws IOException {
        return in(left, output, command);
    }

    Process inRight(Path output, List<String> command) throws IOException {
        return in(right, output, command);
    }

    /** Starts a process in a namespace; {@link #end} ends it. */
    private Process in(String namespace, Path output, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(among(namespace));
        whole.addAll(command);
        Process process = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        processes.add(process);
        return process;
    }

    /** Ends all processes of the pair and removes the namespaces. */
    void end() throws IOException, InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly();
            process.waitFor(10, TimeUnit.SECONDS);
        }
        Ended.failure("ip netns del " + left);
        Ended.failure("ip netns del " + right);
    }
}
