package org.ticktoquote.pricing.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;

class FeedAddressTest {
    @Test
    void readsAllForms() {
        assertThat(FeedAddress.parse("udp://127.0.0.1:0")).isEqualTo(new FeedAddress(false, "127.0.0.1", 0, null));
        assertThat(FeedAddress.parse("udp://239.1.2.3:4001?interface=lo"))
                .isEqualTo(new FeedAddress(false, "239.1.2.3", 4001, "lo"))
                .matches(FeedAddress::multicast);
        assertThat(FeedAddress.parse("tcp://localhost:4001")).isEqualTo(new FeedAddress(true, "localhost", 4001, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:1", "http://h:1", "tcp://h:0", "udp://h",
                "udp://h:70000", "udp://h:1?if=lo", "a b", "aeron+udp://h:1"
            })
    void refusesInvalidAddresses(String text) {
        assertThatThrownBy(() -> FeedAddress.parse(text))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("udp://HOST:PORT")
                .hasMessageContaining("fix://HOST:PORT");
    }
}
