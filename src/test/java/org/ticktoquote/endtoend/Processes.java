package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Processes of a run, found by its directory in their command lines. */
final class Processes {
    private static final long INTERRUPT = 1 << 1; // signal 2

    private Processes() {}

    /** Returns live processes whose command line contains the text, except this one. */
    static List<ProcessHandle> naming(String text) {
        return ProcessHandle.allProcesses()
                .filter(handle -> handle.pid() != ProcessHandle.current().pid())
                .filter(handle -> commandLine(handle.pid()).contains(text))
                .toList();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException gone) {
            return "";
        }
    }

    /** Returns a program of the PATH, or one for administrators; null if there is none. */
    static @Nullable Path program(String name) {
        return Stream.concat(
                        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1)), Stream.of("/usr/sbin", "/sbin"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /** Waits for and returns the process of a run with the given subcommand. */
    static ProcessHandle of(Path run, String subcommand) {
        return await().atMost(T2qProcess.PATIENCE)
                .until(() -> find(run, subcommand), Optional::isPresent)
                .orElseThrow(); // it can have no command line while it executes another program
    }

    private static Optional<ProcessHandle> find(Path run, String subcommand) {
        return naming(run.toString()).stream()
                .filter(handle -> commandLine(handle.pid()).contains("t2q.jar " + subcommand + " "))
                .findFirst();
    }

    /** Returns whether this process was started with SIGINT ignored, which children inherit. */
    static boolean ignoresInterrupts() throws IOException {
        String ignored = status(Path.of("/proc/self"), "SigIgn");
        return (Long.parseUnsignedLong(ignored, 16) & INTERRUPT) != 0;
    }

    /** Returns a field of the kernel's status of a process or thread. */
    static String status(Path task, String name) throws IOException {
        return Files.readAllLines(task.resolve("status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow();
    }

    /** Returns the first and the last CPU that these tests may use; skips the test if there is only one. */
    static List<String> twoCpus() throws IOException {
        String[] allowed = status(Path.of("/proc/self"), "Cpus_allowed_list").split("[-,]");
        assumeTrue(allowed.length > 1, "SKIPPED: these tests may run on one CPU only");
        return List.of(allowed[0], allowed[allowed.length - 1]);
    }

    /** A thread as shown by the kernel. */
    record Seen(String name, String mask) {}

    /** Returns the live threads of a process by id. */
    static Map<Long, Seen> threads(long pid) {
        Map<Long, Seen> threads = new TreeMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (Path task : tasks.toList()) {
                threads.put(
                        Long.valueOf(task.getFileName().toString()),
                        new Seen(status(task, "Name"), status(task, "Cpus_allowed_list")));
            }
            return threads;
        } catch (IOException endedMeanwhile) {
            return Map.of();
        }
    }

    static void signal(ProcessHandle process, String name) throws IOException, InterruptedException {
        assertThat(signalIfAlive(process, name))
                .as("kill -%s %d", name, process.pid())
                .isTrue();
    }

    /** Sends a signal; returns false if the process has ended. */
    static boolean signalIfAlive(ProcessHandle process, String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status == 0 || !process.isAlive())
                .as("kill -%s %d", name, process.pid())
                .isTrue();
        return status == 0;
    }

    /** Sends SIGSTOP and waits until every thread is stopped, which takes tens of milliseconds on a busy machine. */
    static void stop(ProcessHandle process) throws IOException, InterruptedException {
        assertThat(stopIfAlive(process)).as("process %d", process.pid()).isTrue();
    }

    /** Stops a process like {@link #stop}; returns false if it has ended. */
    static boolean stopIfAlive(ProcessHandle process) throws IOException, InterruptedException {
        if (!signalIfAlive(process, "STOP")) {
            return false;
        }
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        await().atMost(T2qProcess.PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> !process.isAlive() || standsStill(tasks));
        return process.isAlive();
    }

    private static boolean standsStill(Path tasks) {
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.allMatch(Processes::isStopped);
        } catch (IOException | UncheckedIOException gone) {
            return false;
        }
    }

    private static boolean isStopped(Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException gone) {
            return true; // thread ended meanwhile
        }
    }

    /** Waits until no process of the run is left. */
    static void awaitNone(Path run) {
        await().atMost(T2qProcess.PATIENCE)
                .untilAsserted(() -> assertThat(naming(run.toString()))
                        .extracting(handle -> commandLine(handle.pid()))
                        .isEmpty());
    }
}
