package org.ticktoquote.harness.hosts.ssh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.program.ProductJar;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.host.process.JavaCommand;

/** An ssh host with t2q's jar and an agent. */
public final class RemoteHost implements RunHost, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteHost.class);

    private final InventoryHost host;
    private final Ssh ssh;
    private final String run;
    private final Path jar;
    private final HostAgent agent;
    private final AgentOperations operations;
    private final HostAgentCommand.Ready ready;

    /**
     * Creates a host with a running agent.
     *
     * @param run name of the run, unique on the host
     * @param jar absolute path on the host
     * @param ready paths and clock reported by the agent
     */
    private RemoteHost(
            InventoryHost host, Ssh ssh, String run, Path jar, HostAgent agent, HostAgentCommand.Ready ready) {
        this.host = host;
        this.ssh = ssh;
        this.run = run;
        this.jar = jar;
        this.agent = agent;
        this.operations = agent.operations();
        this.ready = ready;
    }

    /**
     * Prepares a host: sends the jar if it is missing, and creates the folders of a run.
     *
     * @param run name of the run, unique on the host
     * @param logs folder for the output of ssh
     * @throws ProblemException naming the host, if it cannot be reached or lacks a requirement
     */
    public static RemoteHost open(InventoryHost host, String run, Path logs) {
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
            return new RemoteHost(host, ssh, run, whole, agent, ready);
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
    private List<String> proxyCommand(List<String> options, List<String> command) {
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

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public List<String> t2qCommand(List<String> command) {
        return proxyCommand(List.of(), command);
    }

    @Override
    public List<String> userCommand(List<String> command, String role) {
        return proxyCommand(
                List.of("--foreign", directory().resolve(role + ".log").toString()), command);
    }

    @Override
    public HostOperations operations() {
        return operations;
    }

    @Override
    public String address() {
        return host.address();
    }

    @Override
    public Path directory() {
        return Path.of(ready.runDirectory());
    }

    @Override
    public Path file(Path here) {
        Path there = Path.of(ready.sentDirectory()).resolve(here.getFileName());
        ssh.send(here, there.toString());
        return there;
    }

    @Override
    public Path recording(Path here) {
        String sha256 = FileDigest.of(here, "").sha256();
        Path there = Path.of(ready.work(), WorkDirectory.RECORDINGS, sha256 + ".t2q");
        FileDigest found = operations.digest(there);
        if (!found.sha256().equals(sha256)) {
            send(ssh, here, there.toString(), run, sha256);
        }
        return there;
    }

    @Override
    public Path ownJava() {
        return Path.of(ready.java());
    }

    @Override
    public JavaCommand program(Path java, List<String> jvmFlags) {
        return JavaCommand.ofJar(java, jvmFlags, jar);
    }

    @Override
    public ClockIdentity clock() {
        return ready.clock();
    }

    @Override
    public PeerClockReading exchange() {
        return agent.clock();
    }

    /**
     * Fetches the run's files, compares them with the originals, and then removes the originals.
     *
     * @throws ProblemException if copying fails or a file differs; the message names the directory that still has the originals
     */
    public void bringBack(RunDirectory here) {
        try {
            List<FileDigest> files = operations.runFiles();
            ssh.fetch(ready.runDirectory(), here.path());
            for (FileDigest file : files) {
                FileDigest arrived = FileDigest.of(here.path().resolve(file.path()), file.path());
                if (!arrived.equals(file)) {
                    throw Problem.of(file.path())
                            .fault(arrived.size() + " of " + file.size() + " bytes arrived, or their checksum differs")
                            .exception(ExitStatus.ENVIRONMENT);
                }
            }
            operations.removeRun();
        } catch (ProblemException refusal) {
            throw Problem.ofFault(refusal.getMessage() + "; the run's files are still on "
                            + ssh.host().name() + " in " + ready.runDirectory())
                    .exception(ExitStatus.ENVIRONMENT, refusal);
        }
    }

    @Override
    public void close() {
        agent.close();
    }

    /** Removes the run's folder and ends the agent. For hosts on which no process was started. */
    public void discard() {
        try {
            operations.removeRun();
        } catch (ProblemException gone) {
            LOG.info("{}: {}", host.name(), gone.getMessage());
        } finally {
            agent.close();
        }
    }
}
