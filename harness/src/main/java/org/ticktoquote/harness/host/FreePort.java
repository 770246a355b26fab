package org.ticktoquote.harness.host;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/** Ports that nobody holds at this moment, for processes that are about to bind them. */
public final class FreePort {
    private FreePort() {}

    /** A free TCP port of the loopback interface. */
    public static int tcp() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, "no free TCP port: " + e.getMessage(), e);
        }
    }

    /** A free UDP port of the loopback interface. */
    public static int udp() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, "no free UDP port: " + e.getMessage(), e);
        }
    }
}
