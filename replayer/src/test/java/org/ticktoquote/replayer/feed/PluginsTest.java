package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

class PluginsTest {
    @TempDir
    private Path folder;

    private static Feeds feeds(Path... jars) {
        return Feeds.with(Plugins.load(List.of(jars)));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(ExitStatus status, Path... jars) {
        return assertThatThrownBy(() -> feeds(jars).check("own://h:1"))
                .asInstanceOf(type(ProblemException.class))
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(status))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.THROWABLE);
    }

    @Test
    void addsFeedsOfTwoJarsToTheBuiltInFeeds() throws IOException {
        Plugins plugins = Plugins.load(
                List.of(PluginJar.with(folder, "Own", "own", ""), PluginJar.with(folder, "Two", "two", "")));
        Feeds feeds = Feeds.with(plugins);
        List.of("own://h:1", "OWN://h:1", "two://h:1", "udp://127.0.0.1:40001").forEach(feeds::check);
        assertThatThrownBy(() -> feeds.check("other://h:1"))
                .hasMessageContaining(
                        "expected one of aeron+ipc://, aeron+udp://, fix://, own://, payload+udp://, tcp://,"
                                + " two://, udp://");
        assertThatThrownBy(() -> Feeds.BUILT_IN.check("own://h:1")).hasMessageContaining("--plugin");
        assertThat(plugins.files()).extracting("name").containsExactly("Own.jar", "Two.jar");
        assertThat(plugins.files()).extracting("sha256").doesNotHaveDuplicates();
    }

    @Test
    void refusesFilesWithoutAFeed() throws IOException {
        refused(ExitStatus.USAGE, folder.resolve("none.jar")).hasMessageContaining("no such file");
        refused(ExitStatus.USAGE, folder).hasMessageContaining("is a folder");

        Path text = Files.writeString(folder.resolve("text.jar"), "no zip at all");
        refused(ExitStatus.BAD_INPUT, text).hasMessage("--plugin: '" + text + "' is not a jar, or is damaged");
        Path library = PluginJar.of(folder, "library.jar", folder.resolve("A.class"), "");
        refused(ExitStatus.BAD_INPUT, library)
                .hasMessageContaining("library.jar: contains no feed, expected " + PluginJar.SERVICE);
    }

    @Test
    void providerThatDoesNotLoadIsBadInput() throws IOException {
        Path missing = PluginJar.of(folder, "missing.jar", folder.resolve("A.class"), "example.Missing");
        refused(ExitStatus.BAD_INPUT, missing).hasMessageContaining("example.Missing");
        Path own = PluginJar.with(folder, "Own", "own", "");
        byte[] future = Files.readAllBytes(folder.resolve("example").resolve("Own.class"));
        future[6] = 0;
        future[7] = 99;
        Files.write(folder.resolve("example").resolve("Own.class"), future);
        Path newer = PluginJar.of(
                folder, own.getFileName().toString(), folder.resolve("example").resolve("Own.class"), "example.Own");
        refused(ExitStatus.BAD_INPUT, newer)
                .hasMessageContaining("a feed cannot be loaded")
                .hasMessageContaining("99");
    }

    @Test
    void refusesInvalidOrUsedScheme() throws IOException {
        refused(ExitStatus.USAGE, PluginJar.with(folder, "Mine", "udp", ""))
                .hasMessageContaining("'udp://'")
                .hasMessageContaining("expected a scheme of its own");
        refused(ExitStatus.BAD_INPUT, PluginJar.with(folder, "Loud", "LOUD", ""))
                .hasMessageContaining("the scheme 'LOUD', expected lower-case letters");
    }

    @Test
    void attributesExceptionsToThePlugin() throws IOException {
        refused(ExitStatus.BAD_INPUT, PluginJar.with(folder, "Own", "own", "throw new IllegalStateException(\"ow\");"))
                .hasMessageContaining("example.Own failed at --feed 'own://h:1': java.lang.IllegalStateException: ow");
        assertThatThrownBy(
                        () -> feeds(PluginJar.with(folder, "Void", "own", "")).open("own://h:1", FeedListener.NONE))
                .hasMessageContaining("no feed was opened");
    }
}
