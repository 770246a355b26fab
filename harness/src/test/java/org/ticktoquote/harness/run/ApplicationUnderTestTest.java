package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.net.Endpoint;

class ApplicationUnderTestTest {
    private static final String FAR = "10.1.2.3";
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(1);

    private static ApplicationUnderTest own(String... arguments) {
        return new ApplicationUnderTest.Own(Path.of("java"), List.of(), List.of(arguments), 0);
    }

    @Test
    void hintsAtAnotherAddressUnlessItIsKnownOrLocal() {
        assertThat(own("app", "--fix-port={fixPort}").hint(FAR))
                .isEqualTo("; --app has no {fixHost}: check that the application listens at 10.1.2.3");

        assertThat(own("app", "--fix={fixHost}:{fixPort}").hint(FAR)).isEmpty();
        assertThat(own("app").hint(Commands.LOOPBACK)).isEmpty();
        assertThat(new ApplicationUnderTest.BuiltIn(Path.of("java"), List.of(), false, List.of()).hint(FAR))
                .isEmpty();
    }

    @Test
    void portWithoutAListenerIsAnEnvironmentError() throws Exception {
        try (Socket deaf = new Socket()) {
            deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // does not listen
            Endpoint closed = new Endpoint("127.0.0.1", deaf.getLocalPort());
            assertThatRefused(
                            ExitStatus.ENVIRONMENT,
                            () -> new ApplicationUnderTest.Attached(closed).requireListener(LIMIT_NS))
                    .hasMessage("no process accepts connections at 127.0.0.1:" + closed.port()
                            + " within 1 s: connection refused");
        }
    }

    @Test
    void doesNotConnectToTheListener() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(1);
            new ApplicationUnderTest.Attached(new Endpoint("127.0.0.1", server.getLocalPort()))
                    .requireListener(LIMIT_NS);
            assertThatThrownBy(server::accept).hasMessageContaining("timed out");
        }
    }

    @Test
    void doesNotCheckOtherHosts() {
        assertThatCode(() -> new ApplicationUnderTest.Attached(new Endpoint("192.0.2.1", 9)).requireListener(LIMIT_NS))
                .doesNotThrowAnyException();
    }
}
