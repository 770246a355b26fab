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
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.host.process.JavaCommand;

/**
 * Session with an ssh host: t2q's jar, the folders of a run, and an agent.
 *
 * @param run name of the run, unique on the host
 * @param jar absolute path on the host
 * @param ready paths and clock reported by the agent
 */
record HostSession(InventoryHost host, Ssh ssh, String run, Path jar, HostAgent agent, HostAgentCommand.Ready ready) {
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
            send(ssh, own, jar, run, sha256);
        }
        List<String> command = JavaCommand.ofJar(java(ssh), JavaCommand.SMALL_JVM, Path.of(jar))
                .subcommand(
                        HostAgentCommand.NAME,
                        List.of(HostAgentCommand.WORK + "=" + host.directory(), HostAgentCommand.RUN + "=" + run));
        HostAgent agent = HostAgent.start(host.name(), host.java(), ssh.alone(command), log(host, logs));
        try {
            HostAgentCommand.Ready ready = agent.ready(host.answerSeconds());
            Path whole = Path.of(ready.work(), WorkDirectory.JARS, sha256 + ".jar");
            return new HostSession(host, ssh, run, whole, agent, ready);
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

    /**
     * Sends a file under a temporary name and renames it when complete, so that no run finds a partial file. A partial file
     * is removed.
     */
    static void send(Ssh ssh, Path file, String there, String run, String sha256) {
        String part = there + "." + run;
        try {
            ssh.send(file, part);
            if (!ssh.has(part, sha256)) {
                throw Problem.of(ssh.host().description())
                        .fault(part + " differs from " + file + " after the transfer")
                        .exception(ExitStatus.ENVIRONMENT);
            }
            ssh.require("mv", "--", part, there);
        } catch (ProblemException refusal) {
            ssh.removeIfPossible(part);
            throw refusal;
        }
    }

    /** Sends a file for the run, and returns its path on the host. */
    Path send(Path here) {
        Path there = Path.of(ready.sentDirectory()).resolve(here.getFileName());
        ssh.send(here, there.toString());
        return there;
    }

    /** Sends a recording if it is missing on the host. */
    Path recording(Path here) {
        String sha256 = FileDigest.of(here, "").sha256();
        Path there = Path.of(ready.work(), WorkDirectory.RECORDINGS, sha256 + ".t2q");
        FileDigest found = agent.operations().digest(there);
        if (!found.sha256().equals(sha256)) {
            send(ssh, here, there.toString(), run, sha256);
        }
        return there;
    }

    /**
     * Fetches the run's files, compares them with the originals, and then removes the originals.
     *
     * @throws ProblemException if copying fails or a file differs; the message names the directory that still has the originals
     */
    void fetch(RunDirectory here) {
        try {
            List<FileDigest> files = agent.operations().runFiles();
            ssh.fetch(ready.runDirectory(), here.path());
            for (FileDigest file : files) {
                FileDigest arrived = FileDigest.of(here.path().resolve(file.path()), file.path());
                if (!arrived.equals(file)) {
                    throw Problem.of(file.path())
                            .fault(arrived.size() + " of " + file.size() + " bytes arrived, or their checksum differs")
                            .exception(ExitStatus.ENVIRONMENT);
                }
            }
            agent.operations().removeRun();
        } catch (ProblemException refusal) {
            throw Problem.ofFault(refusal.getMessage() + "; the run's files are still on "
                            + ssh.host().name() + " in " + ready.runDirectory())
                    .exception(ExitStatus.ENVIRONMENT, refusal);
        }
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
