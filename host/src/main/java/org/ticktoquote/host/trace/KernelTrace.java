package org.ticktoquote.host.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.evidence.KernelTraceSegment;

/**
 * Kernel trace of the threads that ran on each CPU. After a report that a thread waited, the trace is stopped, read and
 * restarted. Otherwise its ring buffers are emptied periodically to keep reads short. Thread-safe.
 *
 * <p>Uses separate ring buffers in tracefs (Documentation/trace/ftrace, "Instances"), which do not disturb other users of the
 * trace. They hold scheduler, interrupt and softirq events of all CPUs, with the monotonic clock. Removed on close, or by
 * the next t2q after a kill. Needs root.
 */
public final class KernelTrace implements AutoCloseable {
    /** Standard mount point of tracefs. */
    public static final Path TRACING = Path.of("/sys/kernel/tracing");

    private static final long MIN_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int MAX_PER_POLL = 256;
    /**
     * Number of polls until the buffers are emptied. More than one, since a wait can begin before the sample
     * that counts it.
     */
    private static final int KEPT_POLLS = 2;

    private static final String PREFIX = "t2q-";
    private static final Pattern OVERRUN = Pattern.compile("(?m)^overrun: (\\d{1,18})$");
    private static final Pattern OLDEST = Pattern.compile("(?m)^oldest event ts: +(\\d{1,9}\\.\\d{1,9})$");
    private static final int NS_DIGITS_OF_SECOND = 9;
    private static final List<String> EVENTS = List.of(
            "sched/sched_switch",
            "sched/sched_waking",
            "irq/irq_handler_entry",
            "irq/irq_handler_exit",
            "irq/softirq_entry",
            "irq/softirq_exit");
    private static final int KB_A_CPU = 2_048;

    private final Path folder;
    private final NanoClock clock;
    private Map<Long, Integer> threads = Map.of();
    private List<KernelTraceSegment> over = new ArrayList<>();
    private int pollsSinceEmpty;
    private boolean wanted;

    private KernelTrace(Path folder, NanoClock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * Starts the trace.
     *
     * @param tracing mount point of tracefs
     * @throws org.ticktoquote.core.command.ProblemException if tracefs is not mounted, or the privilege is missing
     */
    public static KernelTrace begin(Path tracing, NanoClock clock) {
        Path instances = tracing.resolve("instances");
        if (!Files.isDirectory(instances)) {
            throw Problem.of(tracing)
                    .fault("the kernel trace is not accessible there")
                    .expected("root, and tracefs (mount -t tracefs nodev " + tracing + ")")
                    .exception(ExitStatus.ENVIRONMENT);
        }
        try {
            removeOrphans(instances);
            Path folder = instances.resolve(
                    PREFIX + ProcessHandle.current().pid() + "-" + String.format(Locale.ROOT, "%x", System.nanoTime()));
            Files.createDirectory(folder);
            KernelTrace trace = new KernelTrace(folder, clock);
            trace.configure();
            return trace;
        } catch (IOException e) {
            throw Problem.of(tracing)
                    .fault("the kernel trace cannot be used", e)
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** Requests that the next poll reads the trace, because one of these threads (index by tid) has waited. */
    public synchronized void want(Map<Long, Integer> ofThreads) {
        threads = Map.copyOf(ofThreads);
        wanted = true;
    }

    /** Reads the buffers if requested; otherwise empties them at every second call. */
    public synchronized void poll() {
        try {
            if (wanted) {
                read();
            } else if (++pollsSinceEmpty >= KEPT_POLLS) {
                empty();
                pollsSinceEmpty = 0;
            }
        } catch (IOException e) {
            throw Problem.of(TRACING).fault("the kernel trace stopped", e).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private void read() throws IOException {
        wanted = false;
        pollsSinceEmpty = 0;
        long toNs = clock.nanoTime();
        over.add(events().traced(toNs, MAX_PER_POLL));
    }

    /** Returns the results since the last call. */
    public synchronized List<KernelTraceSegment> drain() {
        List<KernelTraceSegment> all = over;
        over = new ArrayList<>();
        return all;
    }

    @Override
    public synchronized void close() {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException inUse) {
            throw Problem.of(folder)
                    .fault("the trace cannot be removed", inUse)
                    .exception(ExitStatus.ENVIRONMENT, inUse);
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

    /** Stops the trace, reads all its lines, empties and restarts it. */
    private TraceReader events() throws IOException {
        set("tracing_on", "0");
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve("trace"), StandardCharsets.ISO_8859_1)) {
            TraceReader reader = new TraceReader(threads, MIN_NS, wholeFromNs());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.line(line);
            }
            return reader;
        } finally {
            empty();
            set("tracing_on", "1");
        }
    }

    /** Returns the time from which the buffers of all CPUs are complete. */
    private long wholeFromNs() throws IOException {
        long latestNs = 0;
        try (DirectoryStream<Path> cpus = Files.newDirectoryStream(folder.resolve("per_cpu"), "cpu*")) {
            for (Path cpu : cpus) {
                latestNs = Math.max(latestNs, wholeFromNs(Files.readString(cpu.resolve("stats"))));
            }
        }
        return latestNs;
    }

    private void empty() throws IOException {
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

    /** Returns the time since which a CPU's buffer is complete ({@code per_cpu/cpuN/stats}); 0 if it always was. */
    static long wholeFromNs(String statistics) {
        Matcher overrun = OVERRUN.matcher(statistics);
        Matcher oldest = OLDEST.matcher(statistics);
        boolean whole = !overrun.find() || Long.parseLong(overrun.group(1)) == 0;
        return whole || !oldest.find()
                ? 0
                : new BigDecimal(oldest.group(1))
                        .movePointRight(NS_DIGITS_OF_SECOND)
                        .longValue();
    }
}
