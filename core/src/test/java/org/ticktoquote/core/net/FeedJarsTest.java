package org.ticktoquote.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;

class FeedJarsTest {
    private static final List<Path> OWN = List.of(Path.of("own.jar"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "udp://127.0.0.1:40001", "own+udp://127.0.0.1:40001", "aeron+tcp://127.0.0.1:1",
                "udp://127.0.0.1:1?interface=aeron+udp://a", "aeron+udp", ""
            })
    void otherFeedsNeedOnlyTheJarsOfTheUser(String feed) {
        assertThat(FeedJars.of(feed, OWN)).isEqualTo(OWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aeron+udp://127.0.0.1:40001", "aeron+ipc:///dev/shm/driver?stream=7",
                "own+aeron+udp://127.0.0.1:1", "Aeron+UDP://127.0.0.1:40001"
            })
    void aeronFeedNeedsTheAeronJarToo(String feed) {
        assertThatThrownBy(() -> FeedJars.of(feed, OWN))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("t2q-aeron.jar");
    }

    @Test
    void usesTheAeronJarThatTheUserNamed() {
        List<Path> named = List.of(Path.of("own.jar"), Path.of("elsewhere/t2q-aeron.jar"));
        assertThat(FeedJars.of("aeron+ipc:///dev/shm/driver", named)).isEqualTo(named);
    }
}
