package org.ticktoquote.host.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.KernelInterrupt;
import org.ticktoquote.core.evidence.KernelTraced;
import org.ticktoquote.core.evidence.KernelWait;

/**
 * Reads events in their order and finds the waits of some threads for a CPU: from the wake-up, or from the moment at which
 * another took it, to the moment at which a thread has it. A thread of which the trace holds nothing before it gets its CPU
 * was ready when the trace began. Moments that go back are left out. Not thread-safe.
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

    /** The outermost of some that lie in one another. */
    private record OpenInterrupt(String what, long fromNs, int depth) {}

    /**
     * Of some threads.
     *
     * @param threads index by tid
     * @param shortestNs what is shorter is left out
     * @param fromNs from when on nothing is missing: lines of before are left out
     */
    public TraceReader(Map<Long, Integer> threads, long shortestNs, long fromNs) {
        this.threads = Map.copyOf(threads);
        this.shortestNs = shortestNs;
        this.wholeFromNs = fromNs;
    }

    /** The next line, whatever it is. */
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
                // of another user of the trace
            }
        }
    }

    private void switched(TraceLine line) {
        Matcher fields = SWITCH.matcher(line.fields());
        if (!fields.matches()) {
            return;
        }
        TraceTask before = TraceTask.of(fields.group(1), Long.parseLong(fields.group(2)));
        TraceTask after = TraceTask.of(fields.group(4), Long.parseLong(fields.group(5)));
        CpuRuns cpu = cpus.computeIfAbsent(line.cpu(), number -> new CpuRuns(firstNs));
        cpu.next(before, after, line.atNs());
        if (threads.containsKey(before.tid())) {
            seen.add(before.tid());
            running.remove(before.tid());
            if (fields.group(3).startsWith(READY)) {
                readyNs.put(before.tid(), line.atNs());
            } else {
                readyNs.remove(before.tid());
            }
        }
        got(after.tid(), cpu, line);
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
        @Nullable TraceTask task = cpu == null ? null : cpu.task();
        @Nullable Integer thread = task == null ? null : threads.get(task.tid());
        if (thread != null && line.atNs() - open.fromNs >= shortestNs) {
            interrupts.add(new KernelInterrupt(thread, open.fromNs, line.atNs(), open.what));
        }
    }

    /**
     * What was found.
     *
     * @param toNs when the trace was stopped
     * @param most so many waits and so many interrupts, the longest
     */
    public KernelTraced traced(long toNs, int most) {
        boolean empty = lastNs == Long.MIN_VALUE;
        return new KernelTraced(
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
}
