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
import org.ticktoquote.host.jvm.ApplicationJava.RunningJvm;

class ApplicationJavaTest {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String SLEEPER = """
            public class Sleeper {
                public static void main(String[] args) throws Exception {
                    System.out.println("up");
                    System.in.read();
                }
            }
            """;

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private Map<String, String> factsOf(String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA.toString()));
        command.addAll(List.of(flags));
        command.add(Files.writeString(folder.resolve("Sleeper.java"), SLEEPER).toString());
        Process process = start(command);
        process.inputReader().readLine();
        return ApplicationJava.facts(List.of(process.pid()));
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private void assertThatItIsThisJava(Map<String, String> facts) {
        assertThat(facts)
                .containsEntry(
                        "applicationJava",
                        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"))
                .containsEntry("applicationJavaVendor", System.getProperty("java.vendor"));
    }

    /** Without performance data, the executable is asked for the version. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:-UsePerfData"})
    void readsVersionAndFlags(String flag) throws IOException {
        Map<String, String> facts = factsOf("-Xmx64m", flag, "-Dapi.key=secret");
        assertThatItIsThisJava(facts);
        assertThat(facts).containsEntry("applicationJavaFlags", "-Xmx64m " + flag);
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

    @Test
    void isUnknownIfProcessIsUnreadable() throws IOException {
        Files.createDirectories(folder.resolve("17"));
        assertThat(ApplicationJava.facts(folder, List.of(17L)))
                .containsOnly(
                        Map.entry("applicationJava", "unknown: " + folder.resolve("17/maps") + " cannot be read"));
    }

    @Test
    void reportsEqualJvmsOnce() throws IOException {
        factsOf("-Xmx64m");
        factsOf("-Xmx65m");
        Map<String, String> facts = ApplicationJava.facts(
                List.of(started.get(0).pid(), started.get(1).pid()));
        assertThatItIsThisJava(facts);
        assertThat(facts).containsEntry("applicationJavaFlags", "-Xmx64m; -Xmx65m");
    }

    @Test
    void ignoresInvalidPerfData() {
        assertThat(RunningJvm.texts(new byte[64])).isEmpty();
        byte[] damaged = new byte[64];
        java.nio.ByteBuffer.wrap(damaged)
                .putInt(0, 0xcafec0c0)
                .put(4, (byte) 0)
                .put(5, (byte) 2)
                .putInt(24, 60)
                .putInt(28, 9);
        assertThat(RunningJvm.texts(damaged)).isEmpty();
    }
}
