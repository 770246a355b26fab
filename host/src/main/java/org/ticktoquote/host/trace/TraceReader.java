package org.ticktoquote.host.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.KernelInterrupt;
import org.ticktoquote.core.evidence.KernelTraceSegment;
import org.ticktoquote.core.evidence.KernelWait;
import org.ticktoquote.core.evidence.KernelWait.CpuOccupant;

/**
 * Reads events in order and finds the waits of some threads for a CPU. A wait lasts from the wake-up, or from preemption,
 * until the thread gets a CPU. A thread without earlier events counts as runnable since the start of the trace. Skips events
 * whose time goes back. Not thread-safe.
 */
public final class TraceReader {
    private static final Pattern SWITCH =
            Pattern.compile("^prev_comm=(.{0,16}?) prev_pid=(\\d{1,10}) prev_prio=-?\\d+ prev_state=(\\S+) ==> "
                    + "next_comm=(.{0,16}) next_pid=(\\d{1,10}) next_prio=-?\\d+\\s*$");
    private static final Pattern WAKING = Pattern.compile("^comm=.{0,16}? pid=(\\d{1,10}) prio=.*$");
    private static final String READY = "R";

    private final Map<Long, Integer> threads;
    private final long shortestNs;
    private final long wholeFromNs;
    private final Map<Integer, CpuRuns> cpus = new HashMap<>();
    private final Map<Integer, OpenInterrupt> interrupted = new HashMap<>();
    private final Map<Long, Long> readyNs = new HashMap<>();
    private final Set<Long> seen = new HashSet<>();
    private final Set<Long> running = new HashSet<>();
    private final List<KernelWait> waits = new ArrayList<>();
    private final List<KernelInterrupt> interrupts = new ArrayList<>();
    private long firstNs;
    private long lastNs = Long.MIN_VALUE;

    /** Outermost of nested interrupts. */
    private record OpenInterrupt(String what, long fromNs, int depth) {}

    /**
     * Creates a reader for some threads.
     *
     * @param threads index by tid
     * @param shortestNs threshold below which waits and interrupts are omitted
     * @param fromNs time before which lines are skipped, since the trace is incomplete there
     */
    public TraceReader(Map<Long, Integer> threads, long shortestNs, long fromNs) {
        this.threads = Map.copyOf(threads);
        this.shortestNs = shortestNs;
        this.wholeFromNs = fromNs;
    }

    /** Reads the next line of any kind. */
    public void line(String text) {
        TraceLine.parse(text)
                .filter(line -> line.atNs() >= Math.max(lastNs, wholeFromNs))
                .ifPresent(this::event);
    }

    private void event(TraceLine line) {
        if (lastNs == Long.MIN_VALUE) {
            firstNs = line.atNs();
        }
        lastNs = line.atNs();
        switch (line.name()) {
            case "sched_switch" -> switched(line);
            case "sched_waking" -> waking(line);
            case "irq_handler_entry", "softirq_entry" -> entered(line);
            case "irq_handler_exit", "softirq_exit" -> left(line);
            default -> {
                // event of another user of the trace
            }
        }
    }

    private void switched(TraceLine line) {
        Matcher fields = SWITCH.matcher(line.fields());
        if (!fields.matches()) {
            return;
        }
        long before = Long.parseLong(fields.group(2));
        long after = Long.parseLong(fields.group(5));
        CpuRuns cpu = cpus.computeIfAbsent(line.cpu(), number -> new CpuRuns(firstNs));
        cpu.next(before == 0 ? "idle" : fields.group(1) + " (" + before + ")", after, line.atNs());
        if (threads.containsKey(before)) {
            seen.add(before);
            running.remove(before);
            if (fields.group(3).startsWith(READY)) {
                readyNs.put(before, line.atNs());
            } else {
                readyNs.remove(before);
            }
        }
        got(after, cpu, line);
    }

    private void got(long tid, CpuRuns cpu, TraceLine line) {
        @Nullable Integer thread = threads.get(tid);
        if (thread == null) {
            return;
        }
        @Nullable Long ready = readyNs.remove(tid);
        long fromNs = ready != null ? ready : seen.contains(tid) ? line.atNs() : firstNs;
        seen.add(tid);
        running.add(tid);
        if (line.atNs() - fromNs >= shortestNs) {
            waits.add(new KernelWait(thread, fromNs, line.atNs(), line.cpu(), cpu.between(fromNs, line.atNs())));
        }
    }

    private void waking(TraceLine line) {
        Matcher fields = WAKING.matcher(line.fields());
        if (fields.matches()) {
            long tid = Long.parseLong(fields.group(1));
            if (threads.containsKey(tid) && !running.contains(tid)) {
                seen.add(tid);
                readyNs.putIfAbsent(tid, line.atNs());
            }
        }
    }

    private void entered(TraceLine line) {
        interrupted.merge(
                line.cpu(),
                new OpenInterrupt(
                        line.name().replace("_handler_entry", "").replace("_entry", "") + " " + line.fields(),
                        line.atNs(),
                        1),
                (outer, inner) -> new OpenInterrupt(outer.what, outer.fromNs, outer.depth + 1));
    }

    private void left(TraceLine line) {
        @Nullable OpenInterrupt open = interrupted.remove(line.cpu());
        if (open == null) {
            return;
        }
        if (open.depth > 1) {
            interrupted.put(line.cpu(), new OpenInterrupt(open.what, open.fromNs, open.depth - 1));
            return;
        }
        @Nullable CpuRuns cpu = cpus.get(line.cpu());
        @Nullable Integer thread = cpu == null ? null : threads.get(cpu.running());
        if (thread != null && line.atNs() - open.fromNs >= shortestNs) {
            interrupts.add(new KernelInterrupt(thread, open.fromNs, line.atNs(), open.what));
        }
    }

    /**
     * Returns the results.
     *
     * @param toNs time at which the trace was stopped
     * @param most limit for waits and for interrupts; the longest are kept
     */
    public KernelTraceSegment traced(long toNs, int most) {
        boolean empty = lastNs == Long.MIN_VALUE;
        return new KernelTraceSegment(
                empty ? toNs : Math.min(firstNs, toNs),
                toNs,
                waits.stream()
                        .sorted(Comparator.comparingLong(KernelWait::lengthNs).reversed())
                        .limit(most)
                        .toList(),
                interrupts.stream()
                        .sorted(Comparator.comparingLong((KernelInterrupt one) -> one.fromNs() - one.toNs()))
                        .limit(most)
                        .toList());
    }

    /** History of the tasks that ran on one CPU, in order. Not thread-safe. */
    private static final class CpuRuns {
        private static final int MAX_NAMED = 3;

        private final List<Run> runs = new ArrayList<>();
        private long running;
        private long sinceNs;

        private record Run(String task, long fromNs, long toNs) {
            private long withinNs(long otherFromNs, long otherToNs) {
                return Math.max(0, Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs));
            }
        }

        /** @param sinceNs start of the trace */
        CpuRuns(long sinceNs) {
            this.sinceNs = sinceNs;
        }

        /**
         * Adds a switch.
         *
         * @param before name and id of the task that ran; {@code idle} for the idle task of the CPU
         * @param after id of the next task; 0 for the idle task
         */
        void next(String before, long after, long atNs) {
            runs.add(new Run(before, sinceNs, atNs));
            running = after;
            sinceNs = atNs;
        }

        /** Returns the id of the running task. */
        long running() {
            return running;
        }

        /**
         * Returns the tasks, at most three, that ran longest in an interval that ends with the last switch, by descending
         * time.
         */
        List<CpuOccupant> between(long fromNs, long toNs) {
            Map<String, Long> sums = new LinkedHashMap<>();
            for (int i = runs.size() - 1; i >= 0 && runs.get(i).toNs() > fromNs; i--) {
                sums.merge(runs.get(i).task(), runs.get(i).withinNs(fromNs, toNs), Long::sum);
            }
            return sums.entrySet().stream()
                    .filter(entry -> entry.getValue() > 0)
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                    .limit(MAX_NAMED)
                    .map(entry -> new CpuOccupant(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    /**
     * Event in the kernel's text format (Documentation/trace/ftrace): task, CPU, flags, time, name and fields. Task names are
     * arbitrary and up to 15 bytes long.
     *
     * @param cpu CPU on which the event happened
     * @param atNs time by the trace's clock, with a resolution of a microsecond
     * @param name event name
     * @param fields event fields as the kernel writes them
     */
    record TraceLine(int cpu, long atNs, String name, String fields) {
        /** Width of the task name, right-aligned. */
        private static final int NAME = 16;

        private static final Pattern REST =
                Pattern.compile("-\\d{1,10} +\\[(\\d{1,6})] +\\S{1,10} +(\\d{1,9})\\.(\\d{6}): (\\w{1,64}): (.*)");
        private static final long NS_PER_SECOND = 1_000_000_000;
        private static final long NS_PER_US = 1_000;
        private static final int MAX_LENGTH = 500;

        /** Parses a line; empty if it is not a complete event. */
        static Optional<TraceLine> parse(String line) {
            if (line.length() <= NAME
                    || line.length() > MAX_LENGTH
                    || line.charAt(0) == '#'
                    || line.charAt(NAME) != '-') {
                return Optional.empty();
            }
            Matcher found = REST.matcher(line).region(NAME, line.length());
            return found.matches()
                    ? Optional.of(new TraceLine(
                            Integer.parseInt(found.group(1)),
                            Long.parseLong(found.group(2)) * NS_PER_SECOND + Long.parseLong(found.group(3)) * NS_PER_US,
                            found.group(4),
                            found.group(5)))
                    : Optional.empty();
        }
    }
}
