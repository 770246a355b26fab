package org.ticktoquote.harness.site;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.jvm.JvmInquiry;
import org.ticktoquote.harness.process.Executable;
import org.ticktoquote.harness.process.ThisHost;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ThreadHand;
import org.ticktoquote.harness.threads.keep.ThreadKeeper;
import org.ticktoquote.harness.threads.plan.ThreadChoice;
import org.ticktoquote.host.CpuSteal;
import org.ticktoquote.host.FreePort;
import org.ticktoquote.host.HostFacts;
import org.ticktoquote.host.UdpDrops;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.mask.LinuxMasks;
import org.ticktoquote.host.mask.OriginalMasks;
import org.ticktoquote.host.process.JavaCommand;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * The host that runs this process.
 *
 * @param run its directory
 * @param address by which other hosts of the run reach it; empty when none does
 */
public record LocalSite(RunDirectory run, String address) implements Site {
    @Override
    public String name() {
        return ThisHost.HERE.name();
    }

    @Override
    public boolean elsewhere() {
        return false;
    }

    @Override
    public List<String> ours(List<String> command) {
        return ThisHost.HERE.ours(command);
    }

    @Override
    public List<String> foreign(List<String> command, String role) {
        return ThisHost.HERE.foreign(command, role);
    }

    @Override
    public Path directory() {
        return run.path();
    }

    @Override
    public Path file(Path here) {
        return here;
    }

    @Override
    public Path recording(Path here) {
        return here;
    }

    @Override
    public Path ownJava() {
        return JavaCommand.ownJava();
    }

    @Override
    public Path java(Path said) {
        return said.toString().isEmpty() ? ownJava() : JavaCommand.javaOf(said);
    }

    @Override
    public JavaCommand program(Path java, List<String> jvmFlags) {
        return new JavaCommand(java, jvmFlags);
    }

    @Override
    public List<String> logFlags(Path java, String file) {
        return JvmInquiry.logFlags(java, run.path().toAbsolutePath().resolve(file));
    }

    @Override
    public void requireExecutable(String program) {
        Executable.require("--app", program);
    }

    @Override
    public Optional<String> objection(Path java, List<String> flags) {
        return JvmInquiry.objection(java, flags);
    }

    @Override
    public Optional<String> objection(ThreadChoice threads, Set<Party> parties) {
        return threads.objection(new LiveHost(), parties);
    }

    @Override
    public ThreadHand threads(ThreadChoice threads, HostProcesses processes, Consumer<OriginalMasks> survivor) {
        return new ThreadKeeper(
                threads.planner().orElseThrow(),
                Topology.read(new LiveHost()),
                processes,
                new ProcessFiles(),
                new LinuxMasks(),
                survivor);
    }

    @Override
    public ApplicationFiles applicationFiles(List<String> command, Path java) {
        return ApplicationFiles.of(command, java);
    }

    @Override
    public int freePort(String transport, String at) {
        return transport.equals("udp") ? FreePort.udp(at) : FreePort.tcp(at);
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(HostFacts.read());
        facts.putAll(
                FingerprintReader.of(new LiveHost(), FingerprintReader.ownJvm()).facts());
        return facts;
    }

    @Override
    public HostCount count(int udpPort) {
        return new HostCount(CpuSteal.read(), udpPort > 0 ? UdpDrops.at(udpPort) : 0);
    }

    /** The port at which datagrams of a feed arrive; 0 where it is no feed of datagrams. */
    public static int udpPort(String feed) {
        URI uri = URI.create(feed);
        return "udp".equals(uri.getScheme()) ? uri.getPort() : 0;
    }

    @Override
    public ClockIdentity clock() {
        return ClockIdentity.own();
    }

    @Override
    public ForeignReading exchange() {
        long now = System.nanoTime();
        return new ForeignReading(now, now, now);
    }

    @Override
    public TickTail ticks() {
        return new JournalTickTail(run);
    }

    @Override
    public QuoteTail quotes(int sessions) {
        return new JournalQuoteTail(run, sessions);
    }
}
