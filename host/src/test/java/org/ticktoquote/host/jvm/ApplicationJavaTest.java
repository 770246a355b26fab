package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.host.process.JavaCommand;

class ApplicationJavaTest {
    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private long startJava(String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(JavaCommand.ownJava().toString()));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Sleeper.class.getName()));
        Process process = start(command);
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        return process.pid();
    }

    /** Runs until it is ended. */
    static final class Sleeper {
        private Sleeper() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println("up");
            int unused = System.in.read();
        }
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static void assertThisJava(String flags, Long... processes) {
        assertThisJava(ApplicationJava.facts(List.of(processes)), flags);
    }

    private static void assertThisJava(Map<String, String> facts, String flags) {
        assertThat(facts)
                .containsEntry(
                        "applicationJava",
                        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"))
                .containsEntry("applicationJavaVendor", System.getProperty("java.vendor"))
                .containsEntry("applicationJavaFlags", flags);
    }

    /** Without performance data, the executable is asked for the version. */
    @Test
    void readsVersionAndFlagsAndReportsEqualJvmsOnce() throws IOException {
        long one = startJava("-Xmx64m", "-XX:+UseSerialGC", "-Dapi.key=secret");
        long other = startJava("-Xmx64m", "-XX:-UsePerfData", "-Dapi.key=secret");
        assertThisJava("-Xmx64m -XX:+UseSerialGC", one);
        assertThisJava("-Xmx64m -XX:-UsePerfData", other);
        assertThisJava("-Xmx64m -XX:+UseSerialGC; -Xmx64m -XX:-UsePerfData", one, other);
    }

    @Test
    void reportsProcessWithoutJvm() throws IOException {
        Process process = start(List.of("sleep", "60"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> process.info().command().orElse("").endsWith("sleep"));
        assertThat(ApplicationJava.facts(List.of(process.pid())))
                .containsOnly(Map.entry(
                        "applicationJava", "none: no process of the application has loaded a JVM (libjvm.so)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lib/server", "lib/amd64/server"})
    void asksTheExecutableOfTheLibrary(String libraries) throws IOException {
        Path home = folder.resolve("jre");
        Files.createDirectories(home.resolve("bin"));
        Files.createSymbolicLink(home.resolve("bin/java"), JavaCommand.ownJava());
        Path process = Files.createDirectories(folder.resolve("17"));
        Path library = home.resolve(libraries).resolve("libjvm.so");
        Files.writeString(process.resolve("maps"), "7f00-7f01 r-xp 0 fd:00 1   " + library + "\n");
        Files.writeString(process.resolve("cmdline"), "java\0-cp\0x\0-Xmx64m\0Main\0-Xown\0");
        assertThisJava(ApplicationJava.facts(folder, List.of(17L)), "-Xmx64m");
    }

    /** The executable next to a replaced library is of another version. */
    @Test
    void readsOnlyPerformanceDataOfAReplacedJvm() throws IOException {
        long pid = startJava("-Xmx64m");
        Path process = Files.createDirectories(folder.resolve(Long.toString(pid)));
        String library = JavaCommand.ownJava().resolveSibling("../lib/server/libjvm.so") + " (deleted)";
        Files.writeString(process.resolve("maps"), "7f00-7f01 r-xp 0 fd:00 1   " + library + "\n");
        assertThat(ApplicationJava.facts(folder, List.of(pid)))
                .containsOnly(Map.entry(
                        "applicationJava",
                        "unknown: its JVM has been replaced since its start, and it has no performance data: "
                                + library));
        Files.writeString(process.resolve("status"), "NSpid:\t" + pid + "\n");
        Files.createSymbolicLink(process.resolve("root"), Path.of("/"));
        assertThisJava(ApplicationJava.facts(folder, List.of(pid)), "-Xmx64m");
    }

    @Test
    void isUnknownIfProcessIsUnreadable() throws IOException {
        Files.createDirectories(folder.resolve("17"));
        assertThat(ApplicationJava.facts(folder, List.of(17L)))
                .containsOnly(
                        Map.entry("applicationJava", "unknown: " + folder.resolve("17/maps") + " cannot be read"));
    }

    @Test
    void ignoresInvalidPerfData() {
        assertThat(ApplicationJava.texts(new byte[64])).isEmpty();
        byte[] damaged = new byte[64];
        java.nio.ByteBuffer.wrap(damaged)
                .putInt(0, 0xcafec0c0)
                .put(4, (byte) 0)
                .put(5, (byte) 2)
                .putInt(24, 60)
                .putInt(28, 9);
        assertThat(ApplicationJava.texts(damaged)).isEmpty();
    }
}
