package org.ticktoquote.pricing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Reserves a loopback port before and while the test listens on it. */
final class HeldPort {
    private HeldPort() {}

    /** Binds a port without listening. Connections are refused, and a listening socket can share the port. */
    static Socket open() throws IOException {
        Socket held = new Socket();
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return held;
    }
}
