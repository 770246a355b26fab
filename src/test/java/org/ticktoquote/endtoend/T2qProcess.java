package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.host.process.CommandText;

/** The shipped jar as started by a user: a process with its output in files. */
final class T2qProcess implements AutoCloseable {
    /** Timeout that only bounds failures: a gate whose runs are VOID and repeated needs five minutes on two busy processors. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final String HURRIED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    /** Language and country from {@code -Dt2q.locale}, such as {@code de-DE}: the output of t2q must not depend on them. */
    private static final String LOCALE = System.getProperty("t2q.locale", "");

    private static final String LOCALE_OPTIONS =
            LOCALE.replaceFirst("(..)-(..)", "-Duser.language=$1 -Duser.country=$2");

    private final Process process;
    private final Path out;
    private final Path err;

    private T2qProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static Path jar() {
        return Path.of(System.getProperty("t2q.jar"));
    }

    static Path root() {
        return Path.of(System.getProperty("t2q.root"));
    }

    /** Returns the directory of the compiled tests. */
    static String classes() {
        return T2qProcess.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns the words of a command, given separately or as one line. */
    static List<String> words(String... arguments) {
        return arguments.length == 1 ? CommandText.split(arguments[0]) : List.of(arguments);
    }

    /** Starts {@code t2q} in the folder. */
    static T2qProcess start(Path folder, String... arguments) throws IOException {
        return startAmong(List.of(), folder, arguments);
    }

    /** Starts {@code t2q} through a command prefix that executes it. */
    static T2qProcess startAmong(List<String> prefix, Path folder, String... arguments) throws IOException {
        return start(prefix, folder, "", arguments);
    }

    /** Starts {@code t2q} with less compilation, also in child JVMs: halves the CPU time of short runs if latencies do not matter. */
    static T2qProcess startHurried(Path folder, String... arguments) throws IOException {
        return startHurriedAmong(List.of(), folder, arguments);
    }

    /** Starts {@code t2q} hurried, through a command prefix. */
    static T2qProcess startHurriedAmong(List<String> prefix, Path folder, String... arguments) throws IOException {
        return start(prefix, folder, hurried(), arguments);
    }

    private static String hurried() {
        return HURRIED + " -Djava.io.tmpdir='" + System.getProperty("java.io.tmpdir") + "' " + SharedClasses.options();
    }

    private static T2qProcess start(List<String> prefix, Path folder, String javaOptions, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(java(), "-jar", jar().toString()));
        command.addAll(words(arguments));
        return launch(command, folder, javaOptions);
    }

    /** Starts a hurried JVM with the given arguments. */
    static T2qProcess startJava(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(words(arguments));
        return launch(command, folder, hurried());
    }

    private static T2qProcess launch(List<String> command, Path folder, String javaOptions) throws IOException {
        Path out = Files.createTempFile(folder, "t2q-", ".out");
        Path err = Files.createTempFile(folder, "t2q-", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        String options = (javaOptions + " " + LOCALE_OPTIONS).strip();
        if (!options.isEmpty()) {
            builder.environment().put("JAVA_TOOL_OPTIONS", options);
        }
        if (!LOCALE.isEmpty()) {
            builder.environment().put("LC_ALL", LOCALE.replace('-', '_') + ".UTF-8");
        }
        return new T2qProcess(builder.start(), out, err);
    }

    /** Runs {@code t2q} to its end, hurried. */
    static T2qProcess run(Path folder, String... arguments) throws IOException, InterruptedException {
        T2qProcess started = startHurried(folder, arguments);
        started.awaitEnd();
        return started;
    }

    /** Waits for the end and returns the exit status. */
    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("t2q did not end within " + PATIENCE + ": " + texts());
        }
        return process.exitValue();
    }

    /** Waits for the end and asserts that the exit status is one of these. */
    T2qProcess ended(Integer... statuses) throws InterruptedException {
        assertThat(awaitEnd()).as(texts()).isIn(List.of(statuses));
        return this;
    }

    /** Waits until a condition holds or the process ends. */
    void awaitOrEnd(Callable<Boolean> condition) {
        await().atMost(PATIENCE).until(() -> !alive() || condition.call());
    }

    /** Waits until it prints a text or ends. */
    void awaitText(String text) {
        awaitOrEnd(() -> texts().contains(text));
    }

    void signal(String name) throws IOException, InterruptedException {
        Processes.signal(handle(), name);
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Sends SIGTERM, like a service supervisor. */
    void terminate() {
        process.destroy();
    }

    /** Closes its standard input, which ends processes that read commands from it. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    String texts() {
        return "\n--- out\n" + out() + "\n--- err\n" + err();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
