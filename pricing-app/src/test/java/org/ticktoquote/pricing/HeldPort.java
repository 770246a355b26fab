package org.ticktoquote.pricing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A loopback port that is kept from everybody else until, and while, the test listens at it. */
final class HeldPort {
    private HeldPort() {}

    /** Bound and not listening: connections to its port are refused, and a socket that listens may share it. */
    static Socket open() throws IOException {
        Socket held = new Socket();
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return held;
    }
}
