package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.process.JavaCommand;

/** Anything but a profiler is refused before the run. {@code AsyncProfilerIT} uses a real profiler. */
class AsyncProfilerTest {
    private static final Path JAVA = JavaCommand.ownJava();

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("application-async.jfr");
    }

    private void assertRefused(Path given, String text) {
        assertThatRefused(() -> new AsyncProfiler(given).flags(JAVA, file()))
                .hasMessageStartingWith("--async-profiler: '" + given)
                .hasMessageContaining(text);
    }

    @Test
    void reportsWhyAHotSpotJvmDoesNotLoadIt() throws Exception {
        Path text = Files.writeString(folder.resolve("text.so"), "no library");
        assertRefused(text, JAVA + " does not start with it: Could not find agent library " + text);
        Path equals = Files.writeString(folder.resolve("a=b.so"), "no library");
        assertRefused(equals, "cannot be loaded: '=' is not allowed in its path");

        assertThat(new AsyncProfiler(text).flags(Path.of("/bin/echo"), file())).isEmpty();
    }

    @Test
    void refusesOtherAgents() {
        Path debugger = Path.of(System.getProperty("java.home"), "lib", "libjdwp.so");
        assumeThat(debugger).exists();
        assertRefused(debugger, JAVA + " does not start with it: ERROR: JDWP option syntax error");
    }

    @Test
    void isFoundInsideALongerArgument() {
        String flag = "-agentpath:/opt/x.so=start,event=cpu,interval=10ms,jfr,chunktime=10s,file=/run/x.jfr";
        assertThat(AsyncProfiler.hasProfilerFlag("exec java -Xmx1g " + flag + " -jar app.jar"))
                .isTrue();
        assertThat(AsyncProfiler.hasProfilerFlag("exec java -agentpath:/opt/x.so=start -jar app.jar"))
                .isFalse();
    }
}
