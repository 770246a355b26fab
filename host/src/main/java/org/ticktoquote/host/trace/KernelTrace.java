package org.ticktoquote.host.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.evidence.KernelTraced;

/**
 * The kernel writes down who has which CPU, into ring buffers that are looked into only where somebody says that a thread
 * waited: then they are stopped, read and begun anew. In between they are emptied now and then, so that a look stays short.
 * Thread-safe.
 */
public final class KernelTrace implements AutoCloseable {
    /** Where tracefs belongs. */
    public static final Path TRACING = Path.of("/sys/kernel/tracing");

    private static final long SHORTEST_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int MOST_A_LOOK = 256;
    /** A wait may have begun before the look at which it was counted. */
    private static final int LOOKS_KEPT = 2;

    private final TraceInstance instance;
    private final NanoClock clock;
    private Map<Long, Integer> threads = Map.of();
    private List<KernelTraced> over = new ArrayList<>();
    private int looksSinceEmpty;
    private boolean wanted;

    private KernelTrace(TraceInstance instance, NanoClock clock) {
        this.instance = instance;
        this.clock = clock;
    }

    /**
     * Begins.
     *
     * @param tracing where tracefs is mounted
     * @throws org.ticktoquote.core.command.Refusal where it is not, or we may not
     */
    public static KernelTrace begin(Path tracing, NanoClock clock) {
        return new KernelTrace(TraceInstance.open(tracing), clock);
    }

    /** One of these threads, index by tid, has waited: the next look shall find out for whom. */
    public synchronized void want(Map<Long, Integer> ofThreads) {
        threads = Map.copyOf(ofThreads);
        wanted = true;
    }

    /** Looks into the buffers if that is wanted. */
    public synchronized void look() {
        try {
            if (wanted) {
                take();
            } else if (++looksSinceEmpty >= LOOKS_KEPT) {
                instance.empty();
                looksSinceEmpty = 0;
            }
        } catch (IOException e) {
            throw Problem.of(TRACING).fault("the kernel's trace broke off", e).refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private void take() throws IOException {
        wanted = false;
        looksSinceEmpty = 0;
        long toNs = clock.nanoTime();
        instance.take((lines, fromNs) -> {
            TraceReader reader = new TraceReader(threads, SHORTEST_NS, fromNs);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.line(line);
            }
            over.add(reader.traced(toNs, MOST_A_LOOK));
        });
    }

    /** What was found since the last call. */
    public synchronized List<KernelTraced> over() {
        List<KernelTraced> all = over;
        over = new ArrayList<>();
        return all;
    }

    @Override
    public synchronized void close() {
        instance.close();
    }
}
