package org.ticktoquote.host.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * Wake-ups counted by histograms of tracefs (Documentation/trace/histogram.rst), in an instance of our own. Needs root and
 * CONFIG_HIST_TRIGGERS. Not thread-safe.
 */
public final class WakeHistogram implements WakeCounts.Counter {
    private static final String WAKING = "events/sched/sched_waking";
    private static final String WAKING_HISTOGRAM = "hist:keys=common_pid,pid:size=65536";
    private static final String SENDING = "events/net/net_dev_queue";
    private static final String SENDING_HISTOGRAM = "hist:keys=common_pid:size=4096";
    private static final Pattern ROW =
            Pattern.compile("\\{ common_pid: +(\\d{1,10})(?:, pid: +(\\d{1,10}))? *} hitcount: +(\\d{1,18})");
    private static final Pattern DROPPED = Pattern.compile("Dropped: [1-9]");

    private final TraceInstance instance;

    private WakeHistogram(TraceInstance instance) {
        this.instance = instance;
    }

    /** Whether a kernel has histograms. */
    public static boolean isKnown(Path tracing) {
        return Files.exists(tracing.resolve(WAKING).resolve("hist"));
    }

    /**
     * Begins to count.
     *
     * @throws org.ticktoquote.core.command.Refusal where the kernel does not let us
     */
    public static WakeHistogram begin(Path tracing) {
        TraceInstance instance = TraceInstance.create(tracing);
        try {
            instance.set(WAKING + "/trigger", WAKING_HISTOGRAM);
            instance.set(SENDING + "/trigger", SENDING_HISTOGRAM);
            return new WakeHistogram(instance);
        } catch (IOException e) {
            instance.close();
            throw refusal(e);
        }
    }

    @Override
    public String words() {
        return "tracepoint sched_waking, counted by the kernel in a histogram of tracefs; about 0.4 us a wake-up;"
                + " an interrupt's wake-ups are those of the thread that it interrupted";
    }

    @Override
    public WakeCounts counts() {
        try {
            return parse(instance.text(WAKING + "/hist"), instance.text(SENDING + "/hist"));
        } catch (IOException e) {
            throw refusal(e);
        }
    }

    static WakeCounts parse(String waking, String sending) {
        Map<WakeCounts.Pair, Long> wakes = new HashMap<>();
        Matcher row = ROW.matcher(waking);
        while (row.find()) {
            if (row.group(2) != null) {
                wakes.merge(
                        new WakeCounts.Pair(Long.parseLong(row.group(1)), Long.parseLong(row.group(2))),
                        Long.parseLong(row.group(3)),
                        Long::sum);
            }
        }
        Map<Long, Long> sends = new HashMap<>();
        Matcher sent = ROW.matcher(sending);
        while (sent.find()) {
            sends.merge(Long.valueOf(sent.group(1)), Long.parseLong(sent.group(3)), Long::sum);
        }
        return new WakeCounts(wakes, sends, DROPPED.matcher(waking).find());
    }

    private static Refusal refusal(IOException e) {
        return Problem.ofFault("")
                .fault("the kernel's histograms cannot be used", e)
                .refusal(ExitStatus.ENVIRONMENT, e);
    }

    /** A folder of an instance goes with its triggers. */
    @Override
    public void close() {
        instance.close();
    }
}
