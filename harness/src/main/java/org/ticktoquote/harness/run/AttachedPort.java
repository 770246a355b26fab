package org.ticktoquote.harness.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.host.sockets.ListeningProcess;

/**
 * The port of an attached application on this host: that nobody is there is known without starting a process, which takes
 * long on a busy host. The kernel is asked who listens; a connection is tried only where it knows of nobody, since somebody
 * else may pass connections on.
 */
final class AttachedPort {
    private static final long LOOK_MS = 100;
    private static final int ATTEMPT_MS = 1_000;

    private final Endpoint fix;
    private final ListeningProcess listening = new ListeningProcess();

    AttachedPort(Endpoint fix) {
        this.fix = fix;
    }

    /** Refuses the run where nobody takes connections for so long. Of a port of another host nothing is said. */
    void require(long limitNs) throws InterruptedException {
        long fromNs = System.nanoTime();
        while (ListeningProcess.isLocal(fix.host()) && !anybody()) {
            if (System.nanoTime() - fromNs > limitNs) {
                throw Problem.ofFault("nothing takes connections at " + fix + ", for "
                                + TimeUnit.NANOSECONDS.toSeconds(limitNs) + " s: connection refused")
                        .refusal(ExitStatus.ENVIRONMENT);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    private boolean anybody() {
        return listening.anybodyAt(fix.port()) || connects();
    }

    private boolean connects() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(fix.host(), fix.port()), ATTEMPT_MS);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
