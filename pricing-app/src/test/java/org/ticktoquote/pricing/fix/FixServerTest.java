package org.ticktoquote.pricing.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of nobody. */
class FixServerTest {
    private static final int LONGEST_MS = 60_000;

    private static int firstByte(long logonLimitNs, String said) throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        FixServer server = new FixServer(new FixServer.Entrance(address, null), 0, logonLimitNs, Map.of(), () -> {});
        Thread thread = new Thread(server, "server-under-test");
        thread.start();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.setSoTimeout(LONGEST_MS);
            client.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
            return client.getInputStream().read();
        } catch (SocketException reset) {
            return -1; // it had ended before all was said
        } finally {
            server.stop();
            thread.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8=FIX.4.4\0019=", "8=FIX.4.4"})
    void closesAConnectionThatNeverLogsOn(String said) throws Exception {
        assertThat(firstByte(TimeUnit.MILLISECONDS.toNanos(100), said)).isEqualTo(-1);
    }

    @Test
    void closesTheConnectionOfASessionThatItDoesNotKnow() throws Exception {
        String logon = "8=FIX.4.4\0019=64\00135=A\00134=1\00149=NOBODY\00152=20260101-00:00:00\00156=PRICING\001"
                + "98=0\001108=30\00110=000\001";
        assertThat(firstByte(TimeUnit.HOURS.toNanos(1), logon)).isEqualTo(-1);
    }
}
