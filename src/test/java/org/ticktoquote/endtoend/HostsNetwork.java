package org.ticktoquote.endtoend;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hosts a, b and c, each a network namespace with an OpenSSH server in a time namespace of its own, at a switch in a fourth
 * namespace, from which they are reached. Needs root, {@code ip}, {@code unshare} and {@code sshd}.
 */
final class HostsNetwork {
    /** Offset of each host's monotonic clock from this host's. */
    static final Map<String, Long> AHEAD_S = new LinkedHashMap<>(Map.of("a", 1_000L, "b", 5_000L, "c", 2_500L));

    private static final List<String> TOOLS = List.of("ip", "unshare", "sshd", "ssh", "ssh-keygen", "tar", "setsid");
    /** Gives sshd a private /run, because the host's /run/sshd can disappear with another sshd. */
    private static final String PREPARE = "mount -t tmpfs none /run; mkdir -p /run/sshd; exec \"$@\"";

    private static final int PORT = 2222;
    /** Delay of a device that is told to delay its packets. */
    static final long DELAY_MS = 200;
    /** Monitor port of the switch. */
    static final String MIRROR = "mon0";

    private final Path folder;
    private final String suffix = "-t2q-" + ProcessHandle.current().pid();

    private HostsNetwork(Path folder) {
        this.folder = folder;
    }

    /** Creates the network, with files in a folder, or skips the test with a visible reason. */
    static HostsNetwork orSkip(Path folder) throws IOException, InterruptedException {
        for (String tool : TOOLS) {
            assumeTrue(Processes.program(tool) != null, "SKIPPED: no '" + tool + "' here");
        }
        assumeTrue(
                Ended.failure("unshare", "--time", "--fork", "--monotonic", "1", "true")
                        .isEmpty(),
                "SKIPPED: time namespaces need root and Linux 5.6");
        HostsNetwork network = new HostsNetwork(folder);
        String problem = network.connect();
        if (!problem.isEmpty()) {
            network.end();
        }
        assumeTrue(problem.isEmpty(), "SKIPPED: no network namespaces here: " + problem);
        network.serve();
        return network;
    }

    private String namespace(String host) {
        return host + suffix;
    }

    private String hub() {
        return namespace("hub");
    }

    static String address(String host) {
        return "10.78.0." + (1 + host.charAt(0) - 'a');
    }

    private String connect() throws IOException, InterruptedException {
        String problem = Ended.failure("ip", "netns", "add", hub())
                + Ended.failure("ip", "-n", hub(), "link", "add", "switch", "type", "bridge")
                + Ended.failure("ip", "-n", hub(), "addr", "add", "10.78.0.254/24", "dev", "switch")
                + Ended.failure("ip", "-n", hub(), "link", "set", "lo", "up")
                + Ended.failure("ip", "-n", hub(), "link", "set", "switch", "up");
        for (String host : AHEAD_S.keySet()) {
            String own = namespace(host);
            problem += Ended.failure("ip", "netns", "add", own)
                    + Ended.failure(
                            "ip -n " + hub() + " link add to-" + host + " type veth peer name cable netns " + own)
                    + Ended.failure("ip", "-n", hub(), "link", "set", "to-" + host, "master", "switch")
                    + Ended.failure("ip", "-n", hub(), "link", "set", "to-" + host, "up")
                    + Ended.failure("ip", "-n", own, "addr", "add", address(host) + "/24", "dev", "cable")
                    + Ended.failure("ip", "-n", own, "link", "set", "lo", "up")
                    + Ended.failure("ip", "-n", own, "link", "set", "cable", "up");
        }
        return problem;
    }

    /**
     * Adds a monitor port to the switch, with copies of packets from host a to b and from b to c, or skips the test. Needs
     * {@code tc} and {@code tcpdump}.
     */
    void mirrorOrSkip() throws IOException, InterruptedException {
        for (String tool : List.of("tc", "tcpdump")) {
            assumeTrue(Processes.program(tool) != null, "SKIPPED: no '" + tool + "' here");
        }
        String trouble =
                Ended.failure("ip", "-n", hub(), "link", "add", "copies", "type", "veth", "peer", "name", MIRROR)
                        + Ended.failure("ip", "-n", hub(), "link", "set", "copies", "up")
                        + Ended.failure("ip", "-n", hub(), "link", "set", MIRROR, "up")
                        + mirror("to-a", "b")
                        + mirror("to-b", "c");
        assumeTrue(trouble.isEmpty(), "SKIPPED: no mirror port here: " + trouble);
    }

    private String mirror(String from, String to) throws IOException, InterruptedException {
        return Ended.failure("tc", "-n", hub(), "qdisc", "add", "dev", from, "ingress")
                + Ended.failure(
                        "tc -n " + hub() + " filter add dev " + from + " parent ffff: protocol ip u32 match ip dst "
                                + address(to) + "/32 action mirred egress mirror dev copies");
    }

    /**
     * Delays outgoing packets of a device by {@link #DELAY_MS}, or limits its bandwidth if the kernel has no netem.
     *
     * @return whether every packet is delayed by that
     */
    boolean delay(String host, String device) throws IOException, InterruptedException {
        String add = "tc -n " + namespace(host) + " qdisc add dev " + device + " root ";
        if (Ended.failure(add + "netem delay " + DELAY_MS + "ms").isEmpty()) {
            return true;
        }
        String problem = Ended.failure(add + "tbf rate 1000kbit burst 1600 limit 400000");
        assumeTrue(problem.isEmpty(), "SKIPPED: neither netem nor tbf here: " + problem);
        return false;
    }

    /** Removes the delay. */
    void noDelay(String host, String device) throws IOException, InterruptedException {
        Ended.failure("tc", "-n", namespace(host), "qdisc", "del", "dev", device, "root");
    }

    /** Captures the monitor port with dumpcap; null if it is not installed. */
    Process dumpcap(Path file) throws IOException {
        return Processes.program("dumpcap") == null
                ? null
                : new ProcessBuilder(T2qProcess.words(
                                "ip netns exec " + hub() + " dumpcap -q -B 64 -i " + MIRROR + " -w " + file))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("dumpcap.log").toFile())
                        .start();
    }

    private void serve() throws IOException, InterruptedException {
        key("host-key");
        key("user-key");
        String hostKey = Files.readString(folder.resolve("host-key.pub")).strip();
        StringBuilder known = new StringBuilder();
        StringBuilder client = new StringBuilder();
        for (String host : AHEAD_S.keySet()) {
            known.append("[%s]:%d %s\n".formatted(address(host), PORT, hostKey));
            client.append("Host %s\n  HostName %s\n".formatted(host, address(host)));
        }
        Files.writeString(folder.resolve("known-hosts"), known);
        client.append("Host *\n  Port " + PORT + "\n  IdentitiesOnly yes\n  IdentityFile " + folder.resolve("user-key")
                + "\n  UserKnownHostsFile " + folder.resolve("known-hosts") + "\n  StrictHostKeyChecking yes\n");
        Files.writeString(folder.resolve("ssh-config"), client);
        for (Map.Entry<String, Long> host : AHEAD_S.entrySet()) {
            serve(host.getKey(), host.getValue());
        }
    }

    private void key(String name) throws IOException, InterruptedException {
        String problem = Ended.failure("ssh-keygen -q -t ed25519 -N '' -f " + folder.resolve(name));
        assumeTrue(problem.isEmpty(), "SKIPPED: " + problem);
    }

    private Path processId(String host) {
        return folder.resolve("sshd-" + host + ".pid");
    }

    private void serve(String host, long aheadS) throws IOException {
        Path config = folder.resolve("sshd-" + host + ".config");
        Files.writeString(config, """
                ListenAddress %s:%d
                HostKey %s
                PidFile %s
                AuthorizedKeysFile %s
                UsePAM no
                StrictModes no
                PasswordAuthentication no
                PermitRootLogin prohibit-password
                """.formatted(
                address(host), PORT, folder.resolve("host-key"), processId(host), folder.resolve("user-key.pub")));
        new ProcessBuilder(T2qProcess.words("ip netns exec " + namespace(host) + " unshare --time --fork --monotonic "
                        + aheadS + " sh -c '" + PREPARE + "' sh " + Processes.program("sshd") + " -D -e -f " + config))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd-" + host + ".log").toFile())
                .start();
        await("sshd of " + host).atMost(T2qProcess.PATIENCE).until(() -> Files.exists(processId(host)));
    }

    /** Writes an inventory of all hosts with the host of each role. */
    Path inventory(String replayer, String application, String clients) throws IOException {
        StringBuilder text = new StringBuilder("hosts:\n");
        for (String host : AHEAD_S.keySet()) {
            text.append("""
                      %s:
                        ssh: %s
                        options: [-F, '%s']
                        directory: '%s'
                        java: '%s'
                        address: %s
                    """.formatted(
                            host, host, folder.resolve("ssh-config"), work(host), T2qProcess.java(), address(host)));
        }
        text.append("replayer: %s\napplication: %s\nclients: %s\n".formatted(replayer, application, clients));
        return Files.writeString(folder.resolve("hosts-" + replayer + application + clients + ".yaml"), text);
    }

    /** Writes an inventory of roles on a, b and c, with the capture of the monitor port. */
    Path monitored() throws IOException {
        String captured = Files.readString(inventory("a", "b", "c"))
                .replaceFirst("hosts:\n", "hosts:\n  here: {local: true, capture: " + MIRROR + "}\n");
        return Files.writeString(folder.resolve("monitored.yaml"), captured);
    }

    /** Returns the work directory of a host. */
    Path work(String host) {
        return folder.resolve("work-" + host);
    }

    /** Returns the prefix of a command that runs among the hosts. */
    List<String> among() {
        return List.of("ip", "netns", "exec", hub());
    }

    /** Ends the servers, and removes the namespaces. */
    void end() throws IOException, InterruptedException {
        for (String host : AHEAD_S.keySet()) {
            if (Files.exists(processId(host))) {
                long pid = Long.parseLong(Files.readString(processId(host)).strip());
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
                await("end of sshd")
                        .atMost(T2qProcess.PATIENCE)
                        .until(() -> ProcessHandle.of(pid)
                                .filter(ProcessHandle::isAlive)
                                .isEmpty());
            }
            Ended.failure("ip", "netns", "del", namespace(host));
        }
        Ended.failure("ip", "netns", "del", hub());
    }
}
