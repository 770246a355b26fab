package org.ticktoquote.host.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Ring buffers of our own in tracefs (Documentation/trace/ftrace, "Instances"), so that no other user of the trace is disturbed:
 * scheduler, interrupts and softirqs of all CPUs, by the monotonic clock. They go when this is closed; those of a t2q that was
 * killed go with the next one. Needs root. Not thread-safe.
 */
final class TraceInstance implements AutoCloseable {
    private static final String PREFIX = "t2q-";
    private static final List<String> EVENTS = List.of(
            "sched/sched_switch",
            "sched/sched_waking",
            "irq/irq_handler_entry",
            "irq/irq_handler_exit",
            "irq/softirq_entry",
            "irq/softirq_exit");
    private static final int KB_A_CPU = 2_048;

    private final Path folder;

    private TraceInstance(Path folder) {
        this.folder = folder;
    }

    /**
     * Begins.
     *
     * @param tracing where tracefs is mounted
     * @throws org.ticktoquote.core.command.Refusal where it is not, or we may not
     */
    static TraceInstance open(Path tracing) {
        Path instances = tracing.resolve("instances");
        if (!Files.isDirectory(instances)) {
            throw Problem.of(tracing)
                    .fault("the kernel's trace cannot be seen there")
                    .expected("root, and tracefs (mount -t tracefs nodev " + tracing + ")")
                    .refusal(ExitStatus.ENVIRONMENT);
        }
        try {
            removeOrphans(instances);
            Path folder = instances.resolve(
                    PREFIX + ProcessHandle.current().pid() + "-" + String.format(Locale.ROOT, "%x", System.nanoTime()));
            Files.createDirectory(folder);
            TraceInstance instance = new TraceInstance(folder);
            instance.configure();
            return instance;
        } catch (IOException e) {
            throw Problem.of(tracing)
                    .fault("the kernel's trace cannot be used", e)
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static void removeOrphans(Path instances) throws IOException {
        try (DirectoryStream<Path> ours = Files.newDirectoryStream(instances, PREFIX + "*")) {
            for (Path one : ours) {
                String pid = String.valueOf(one.getFileName())
                        .substring(PREFIX.length())
                        .split("-", -1)[0];
                if (pid.matches("\\d{1,10}")
                        && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    Files.deleteIfExists(one);
                }
            }
        }
    }

    private void configure() throws IOException {
        try {
            set("trace_clock", "mono");
            set("buffer_size_kb", Integer.toString(KB_A_CPU));
            for (String event : EVENTS) {
                set("events/" + event + "/enable", "1");
            }
            set("tracing_on", "1");
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Reads the lines of a stopped trace. */
    interface Reading {
        /** @param fromNs from when on nothing was overwritten */
        void read(BufferedReader lines, long fromNs) throws IOException;
    }

    /** Stops the trace, has it read, empties it and goes on. */
    void take(Reading reading) throws IOException {
        set("tracing_on", "0");
        try (BufferedReader all = Files.newBufferedReader(folder.resolve("trace"), StandardCharsets.ISO_8859_1)) {
            reading.read(all, wholeFromNs());
        } finally {
            empty();
            set("tracing_on", "1");
        }
    }

    /** The latest of the first moments of those CPUs of which something was overwritten. */
    private long wholeFromNs() throws IOException {
        long latestNs = 0;
        try (DirectoryStream<Path> cpus = Files.newDirectoryStream(folder.resolve("per_cpu"), "cpu*")) {
            for (Path cpu : cpus) {
                latestNs = Math.max(
                        latestNs,
                        TraceStatistics.of(Files.readString(cpu.resolve("stats")))
                                .wholeFromNs());
            }
        }
        return latestNs;
    }

    void empty() throws IOException {
        set("trace", "");
    }

    private void set(String file, String value) throws IOException {
        Files.writeString(
                folder.resolve(file),
                value,
                StandardCharsets.US_ASCII,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException inUse) {
            throw Problem.of(folder).fault("the trace cannot be removed", inUse).refusal(ExitStatus.ENVIRONMENT, inUse);
        }
    }
}
