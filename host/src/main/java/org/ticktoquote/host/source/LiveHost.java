package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.core.command.IoReason;

/** Host of this process. */
public final class LiveHost extends FileTree {
    private static final long LIMIT_S = 5;
    /** Folders of administration tools that are not in every user's PATH. */
    private static final List<String> FURTHER = List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin");

    public LiveHost() {
        super(Path.of("/"));
    }

    @Override
    public Reading tool(String... words) {
        return run(Arrays.asList(words));
    }

    @Override
    public void change(List<String> words) throws IOException {
        Reading output = run(words);
        if (!output.known()) {
            throw new IOException(output.problem());
        }
    }

    @Override
    public Host later(Duration wait) {
        WaitStrategy.parkUntil(System.nanoTime() + wait.toNanos());
        return this;
    }

    /** Returns facts about this host from its own files, by name in a fixed order. Omits unknown facts. */
    public static Map<String, String> facts() {
        Host host = new LiveHost();
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "kernel", host.file("/proc/sys/kernel/osrelease").line().or(""));
        put(facts, "kernelVersion", host.file("/proc/sys/kernel/version").line().or(""));
        put(facts, "architecture", System.getProperty("os.arch"));
        put(facts, "cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        put(facts, "cpuModel", field(host.file("/proc/cpuinfo"), "model name"));
        put(facts, "memory", field(host.file("/proc/meminfo"), "MemTotal"));
        put(
                facts,
                "clockSource",
                host.file("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                        .line()
                        .or(""));
        put(facts, "harnessJava", System.getProperty("java.vm.name") + " " + Runtime.version());
        return facts;
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
    }

    private static String field(Reading file, String name) {
        return file.after(name)
                .map(rest -> rest.substring(rest.indexOf(':') + 1).trim())
                .orElse("");
    }

    /** Runs a program of the host without a shell in the C locale for at most five seconds. Returns its output. */
    private static Reading run(List<String> words) {
        Optional<Path> program = program(words.get(0));
        if (program.isEmpty()) {
            return Reading.absent(words.get(0) + " is not installed");
        }
        String text = String.join(" ", words);
        try {
            return run(program.get(), words, text);
        } catch (IOException refused) {
            return Reading.unknown(text + ": " + IoReason.of(refused));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reading.unknown(text + ": interrupted");
        }
    }

    private static Optional<Path> program(String name) {
        String search = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(search.split(":", -1)), FURTHER.stream())
                .filter(directory -> directory.startsWith("/"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Reading run(Path program, List<String> words, String text) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(words);
        command.set(0, program.toString());
        // a file, so that a tool that never ends cannot block the reader of its output
        Path output = Files.createTempFile("t2q-tool-", ".out");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("LC_ALL", "C");
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Reading.unknown(text + ": did not end within " + LIMIT_S + " s");
            }
            return result(text, process.exitValue(), Files.readString(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static Reading result(String text, int status, String output) {
        if (status == 0) {
            return Reading.of(output);
        }
        String last = output.lines().reduce((before, line) -> line).orElse("").trim();
        return Reading.unknown(text + ": " + (last.isEmpty() ? "exit status " + status : last));
    }
}
