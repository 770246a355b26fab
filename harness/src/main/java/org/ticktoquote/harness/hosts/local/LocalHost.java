package org.ticktoquote.harness.hosts.local;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.process.JavaCommand;

/**
 * Host that runs this process.
 *
 * @param run directory of the run
 * @param address address for connections from other hosts of the run; empty if none connects
 */
public record LocalHost(RunDirectory run, String address, LocalOperations operations) implements RunHost {
    /**
     * Creates the host of one run.
     *
     * @param survivors receives the CPU masks of processes that outlive the run, before t2q changes them
     */
    public static LocalHost of(RunDirectory run, String address, Consumer<OriginalMasks> survivors) {
        return new LocalHost(run, address, new LocalOperations(run, survivors));
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
    public JavaCommand program(Path java, List<String> jvmFlags) {
        return new JavaCommand(java, jvmFlags);
    }

    @Override
    public ClockIdentity clock() {
        return ClockIdentity.own();
    }

    @Override
    public PeerClockReading exchange() {
        long now = System.nanoTime();
        return new PeerClockReading(now, now, now);
    }
}
