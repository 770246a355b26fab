package org.ticktoquote.clients.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.Endpoint;

/** The port at which applications connect to their clients. For one controlling thread. */
final class ClientsAcceptor {
    private static final int MOST_WAITING = 1024;

    private final NioSocketAcceptor acceptor;

    ClientsAcceptor(NioSocketAcceptor acceptor) {
        this.acceptor = acceptor;
        acceptor.setReuseAddress(true);
        acceptor.setBacklog(MOST_WAITING);
    }

    /** Listens; where, with the port that was taken. Refuses a port that cannot be had. */
    Endpoint bind(Endpoint where) {
        try {
            acceptor.bind(new InetSocketAddress(where.host(), where.port()));
            return new Endpoint(where.host(), acceptor.getLocalAddress().getPort());
        } catch (IOException | RuntimeException e) {
            throw Problem.of("accept")
                    .value(where)
                    .fault("cannot be listened at: " + reason(e))
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** MINA wraps what the system says. */
    private static String reason(Throwable failure) {
        return failure.getCause() instanceof IOException cause ? IoReason.of(cause) : ConnectFailure.text(failure);
    }

    NioSocketAcceptor service() {
        return acceptor;
    }

    /** Takes no further connections. */
    void unbind() {
        acceptor.unbind();
    }
}
