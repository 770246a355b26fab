package org.ticktoquote.host.sockets;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.UnclaimedPort;

/** Finds and checks ports that are currently free, for processes that are about to bind them. */
public final class FreePort {
    private FreePort() {}

    /** Rejects a TCP port of the loopback interface that is in use. */
    public static void requireTcp(Problem option, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw taken(option, "TCP port " + port, e);
        }
    }

    /** Rejects a UDP port that is in use. Ignores addresses of other hosts and multicast groups. */
    public static void requireUdp(Problem option, InetSocketAddress address) {
        try {
            boolean here = !address.isUnresolved() && NetworkInterface.getByInetAddress(address.getAddress()) != null;
            if (here) {
                new DatagramSocket(address).close();
            }
        } catch (IOException e) {
            throw taken(option, "UDP port " + address.getPort(), e);
        }
    }

    private static ProblemException taken(Problem option, String port, IOException e) {
        return option.fault(port + " is not free", e).exception(ExitStatus.ENVIRONMENT, e);
    }

    /** Returns a free TCP port of an address of this host. */
    public static int tcp(String address) {
        try {
            return UnclaimedPort.tcp(InetAddress.getByName(address));
        } catch (IOException e) {
            throw Problem.ofFault("no free TCP port at " + address + ": " + IoReason.of(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** Returns a free UDP port of an address of this host. */
    public static int udp(String address) {
        try {
            return UnclaimedPort.udp(InetAddress.getByName(address));
        } catch (IOException e) {
            throw Problem.ofFault("no free UDP port at " + address + ": " + IoReason.of(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }
}
