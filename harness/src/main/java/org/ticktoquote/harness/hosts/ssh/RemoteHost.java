package org.ticktoquote.harness.hosts.ssh;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.host.process.JavaCommand;

/** An ssh host with t2q's jar and an agent. */
public final class RemoteHost implements RunHost, AutoCloseable {
    private final HostSession session;
    private final HostOperations operations;

    private RemoteHost(HostSession session) {
        this.session = session;
        this.operations = session.agent().operations();
    }

    /**
     * Prepares a host for a run.
     *
     * @param run name of the run, unique on the host
     * @param logs folder for the output of ssh
     * @throws ProblemException naming the host, if it cannot be reached or lacks a requirement
     */
    public static RemoteHost open(InventoryHost host, String run, Path logs) {
        return new RemoteHost(HostSession.open(host, run, logs));
    }

    @Override
    public String name() {
        return session.host().name();
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public List<String> t2qCommand(List<String> command) {
        return session.proxyCommand(List.of(), command);
    }

    @Override
    public List<String> userCommand(List<String> command, String role) {
        return session.proxyCommand(
                List.of("--foreign", directory().resolve(role + ".log").toString()), command);
    }

    @Override
    public HostOperations operations() {
        return operations;
    }

    @Override
    public String address() {
        return session.host().address();
    }

    @Override
    public Path directory() {
        return Path.of(session.ready().runDirectory());
    }

    @Override
    public Path file(Path here) {
        return session.send(here);
    }

    @Override
    public Path recording(Path here) {
        return session.recording(here);
    }

    @Override
    public Path ownJava() {
        return Path.of(session.ready().java());
    }

    @Override
    public JavaCommand program(Path java, List<String> jvmFlags) {
        return JavaCommand.ofJar(java, jvmFlags, session.jar());
    }

    @Override
    public ClockIdentity clock() {
        return session.ready().clock();
    }

    @Override
    public PeerClockReading exchange() {
        return session.agent().clock();
    }

    /**
     * Fetches the run's files, compares them with the originals, and then removes the originals.
     *
     * @throws ProblemException if copying fails or a file differs; the message names the directory that still has the originals
     */
    public void bringBack(RunDirectory here) {
        session.fetch(here);
    }

    @Override
    public void close() {
        session.agent().close();
    }

    /** Removes the run's folder and ends the agent. For hosts on which no process was started. */
    public void discard() {
        session.disconnect();
    }
}
