package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.net.Endpoint;

class RunProcessesTest {
    @Test
    void findsTheReceiversOfAllLines() {
        URI feed = URI.create("payload+udp://239.1.1.1:5001?interface=lo");
        assertThat(RunProcesses.receivers(feed, feed + "&lines=A@10.0.0.9:5002,B@[::1]:5003"))
                .containsExactly(
                        new Endpoint("239.1.1.1", 5001), new Endpoint("10.0.0.9", 5002), new Endpoint("::1", 5003));
        assertThat(RunProcesses.receivers(feed, feed.toString())).hasSize(1);
    }
}
