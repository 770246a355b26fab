package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedBindings;

class InstalledFeedBindingsTest {
    @TempDir
    private Path folder;

    private final FeedBindings bindings = FeedBindings.installed();

    @Test
    void getsBindingFromTheFeedAndABuiltInFeedWithTheSame() throws Exception {
        assertThat(bindings.of("udp://239.1.1.1:4000?interface=lo", List.of())).isEqualTo(FeedBinding.APPLICATION_UDP);
        assertThat(bindings.of("tcp://127.0.0.1:0", List.of())).isEqualTo(FeedBinding.REPLAYER);
        Path jar = PluginJar.with(folder, "Silent", "silent", "");
        assertThat(bindings.of("silent:anything", List.of(jar))).isEqualTo(FeedBinding.APPLICATION);
        assertThatThrownBy(() -> bindings.of("silent:anything", List.of())).isInstanceOf(ProblemException.class);

        assertThat(bindings.loopback(FeedBinding.REPLAYER)).isEqualTo("tcp://127.0.0.1:0");
        assertThat(bindings.loopback(FeedBinding.APPLICATION_UDP)).isEqualTo("udp://127.0.0.1:0");
        assertThat(bindings.loopback(FeedBinding.APPLICATION)).isEqualTo("udp://127.0.0.1:0");
    }
}
