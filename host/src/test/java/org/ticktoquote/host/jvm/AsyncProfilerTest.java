package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.process.BriefProcess;
import org.ticktoquote.host.process.JavaCommand;

/** A profiler of the user's is tried before anything is measured; with {@code ASYNC_PROFILER_HOME} also a real one. */
class AsyncProfilerTest {
    private static final Path JAVA = JavaCommand.ownJava();

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("application-async.jfr");
    }

    private void assertRefused(Path given, String text) {
        assertThatThrownBy(() -> new AsyncProfiler(given).flags(JAVA, file()))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("--async-profiler: '" + given)
                .hasMessageContaining(text);
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertRefused(folder.resolve("none.so"), "is no file, expected libasyncProfiler.so of async-profiler, or the");
        assertRefused(folder, "/lib/libasyncProfiler.so' is no file, expected");
    }

    @Test
    void whatTheJvmDoesNotLoadIsRefusedWithItsWords() throws Exception {
        Path text = Files.writeString(folder.resolve("text.so"), "no library");
        assertRefused(text, JAVA + " does not start with it: Could not find agent library " + text);
        Path equals = Files.writeString(folder.resolve("a=b.so"), "no library");
        assertRefused(equals, "'=' in its path would end it for the JVM");
    }

    @Test
    void anotherAgentIsRefused() {
        Path debugger = Path.of(System.getProperty("java.home"), "lib", "libjdwp.so");
        assumeThat(debugger).exists();
        assertRefused(debugger, JAVA + " does not start with it: ERROR: JDWP option syntax error");
    }

    @Test
    void aJavaThatIsNoHotSpotIsNotGivenIt() throws Exception {
        Path text = Files.writeString(folder.resolve("text.so"), "no library");
        assertThat(new AsyncProfiler(text).flags(Path.of("/bin/echo"), file())).isEmpty();
    }

    @Test
    void aRealOneProfiles() throws Exception {
        String home = System.getenv().getOrDefault("ASYNC_PROFILER_HOME", "");
        assumeThat(home).as("ASYNC_PROFILER_HOME, where async-profiler is").isNotEmpty();
        List<String> flags = new AsyncProfiler(Path.of(home)).flags(JAVA, file());
        assertThat(flags)
                .singleElement()
                .satisfies(flag -> assertThat(AsyncProfiler.asks(flag)).isTrue());
        assertThat(folder).as("trying it leaves nothing").isEmptyDirectory();
        BriefProcess.Said said = BriefProcess.run(List.of(JAVA.toString(), flags.get(0), "-version"));
        assertThat(said.status()).as(said.text()).isZero();
        assertThat(Files.readAllBytes(file())).startsWith('F', 'L', 'R', 0);
        assertThatThrownBy(() -> new AsyncProfiler(Path.of(home)).flags(JAVA, folder.resolve("a,b.jfr")))
                .hasMessageContaining("a,b.jfr: ',' and '%' in a path mean something to it");
    }
}
