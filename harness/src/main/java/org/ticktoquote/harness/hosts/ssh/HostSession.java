package org.ticktoquote.harness.hosts.ssh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.program.ProductJar;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.host.process.JavaCommand;

/**
 * Session with an ssh host: t2q's jar, the folders of a run, and an agent.
 *
 * @param jar absolute path on the host
 * @param ready paths and clock reported by the agent
 */
record HostSession(InventoryHost host, Ssh ssh, Path jar, HostAgent agent, HostAgentCommand.Ready ready) {
    private static final Logger LOG = LoggerFactory.getLogger(HostSession.class);

    /**
     * Prepares a host: sends the jar if it is missing, and creates the folders of a run.
     *
     * @param run name of the run, unique on the host
     * @param logs folder for the output of ssh
     * @throws ProblemException naming the host, if it cannot be reached or lacks a requirement
     */
    static HostSession open(InventoryHost host, String run, Path logs) {
        Ssh ssh = new Ssh(host);
        Path own = ProductJar.program()
                .orElseThrow(() -> Problem.ofFault("--hosts needs t2q.jar, but this process does not run from t2q.jar")
                        .exception(ExitStatus.ENVIRONMENT));
        String sha256 = FileDigest.of(own, "").sha256();
        String jars = host.directory() + "/" + WorkDirectory.JARS;
        ssh.begin(jars);
        String jar = jars + "/" + sha256 + ".jar";
        if (!ssh.has(jar, sha256)) {
            RemoteFiles.send(ssh, own, jar, run, sha256);
        }
        List<String> command = JavaCommand.ofJar(java(ssh), JavaCommand.SMALL_JVM, Path.of(jar))
                .subcommand(
                        HostAgentCommand.NAME,
                        List.of(HostAgentCommand.WORK + "=" + host.directory(), HostAgentCommand.RUN + "=" + run));
        HostAgent agent = HostAgent.start(host.name(), host.java(), ssh.alone(command), log(host, logs));
        try {
            HostAgentCommand.Ready ready = agent.ready(host.answerSeconds());
            Path whole = Path.of(ready.work(), WorkDirectory.JARS, sha256 + ".jar");
            return new HostSession(host, ssh, whole, agent, ready);
        } catch (RuntimeException e) {
            agent.close();
            ssh.removeEmpty(WorkDirectory.ofRun(host.directory(), run));
            throw e;
        }
    }

    static Path log(InventoryHost host, Path logs) {
        return logs.resolve("ssh-host-agent-" + host.name() + ".log");
    }

    /** Returns the executable of the host's JVM. Its home can be called {@code java} too. */
    static Path java(Ssh ssh) {
        String given = ssh.host().java();
        if (given.isEmpty()) {
            return Path.of("java");
        }
        Path java = Path.of(given);
        boolean executable =
                java.endsWith("java") && ssh.ask("test", "-d", given).status() != 0;
        return executable ? java : java.resolve("bin").resolve("java");
    }

    /** Returns the local command that runs a process on the host under a proxy. */
    List<String> proxyCommand(List<String> options, List<String> command) {
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--");
        arguments.addAll(command);
        JavaCommand program = JavaCommand.ofJar(Path.of(ready.java()), JavaCommand.SMALL_JVM, jar);
        return ssh.command(program.subcommand("process-proxy", arguments));
    }

    /** Removes the run's folder and ends the agent. For hosts on which no process was started. */
    void disconnect() {
        try {
            agent.operations().removeRun();
        } catch (ProblemException gone) {
            LOG.info("{}: {}", host.name(), gone.getMessage());
        } finally {
            agent.close();
        }
    }
}
