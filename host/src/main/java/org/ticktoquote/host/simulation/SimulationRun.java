package org.ticktoquote.host.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One run of a workload under masks, with a scheduler after Linux's: a woken thread goes to its last CPU if that is idle,
 * else to an idle core or CPU of the same last-level cache, else it queues; an idle CPU takes waiting threads of its cache
 * at once, and of others every 4 ms; a thread is preempted after 1 ms by a wake-up and after 3 ms by any waiting thread.
 *
 * <p>Packets come in batches, faster in one window of twenty. Service times are exponential. Times in nanoseconds.
 */
final class SimulationRun {
    private static final double QUANTUM_NS = 3e6;
    private static final double PREEMPTION_NS = 1e6;
    private static final double BALANCE_NS = 4e6;
    private static final double SWITCH_NS = 500;
    /** Cold caches of a thread that runs elsewhere than before: times the cost of a hand-off. */
    private static final double MIGRATION = 4;
    /** Slower service while a sibling is busy. */
    private static final double SHARED_CORE = 1.4;

    private static final double BATCH = 3;
    private static final int MOST_HOPS = 64;
    private static final int WINDOWS = 40;
    private static final int HOT_WINDOW = 20;
    private static final int NOBODY = -1;
    private static final Comparator<Event> EARLIER =
            Comparator.comparingDouble(Event::time).thenComparingLong(Event::order);

    /** Work for a thread; born: arrival of the packet, negative: no packet's. */
    private record Message(double born, int hops, int from) {}

    /**
     * Something that happens.
     *
     * @param index of the thread of an arrival, of the CPU of the end of a chunk
     * @param version of the chunk, which ends only if no other one has begun
     */
    private record Event(double time, long order, Kind kind, int index, int version) {}

    private enum Kind {
        ARRIVAL,
        END,
        BALANCE
    }

    private final Workload work;
    private final int[][] allowed;
    private final boolean[] mayRun;
    private final SplittableRandom[] random;
    private final PriorityQueue<Event> events = new PriorityQueue<>(EARLIER);
    private final double endNs;
    private final List<ArrayDeque<Message>> inboxes = new ArrayList<>();
    private final @Nullable Message[] current;
    private final double[] remaining;
    private final boolean[] asleep;
    private final int[] lastCpu;
    private final List<ArrayDeque<Integer>> queues = new ArrayList<>();
    private final int[] running;
    private final int[] versions;
    private final double[] chunkStart;
    private final double[] runStart;
    private final double[] slowness;
    private double[] latencies = new double[1024];
    private int count;
    private double now;
    private long scheduled;

    SimulationRun(Workload work, int[][] allowed, long seed, double endNs) {
        this.work = work;
        this.allowed = allowed;
        this.endNs = endNs;
        this.random = new SplittableRandom[work.threads];
        this.mayRun = new boolean[work.threads * work.cpus];
        this.current = new Message[work.threads];
        this.remaining = new double[work.threads];
        this.asleep = new boolean[work.threads];
        this.lastCpu = new int[work.threads];
        this.running = new int[work.cpus];
        this.versions = new int[work.cpus];
        this.chunkStart = new double[work.cpus];
        this.runStart = new double[work.cpus];
        this.slowness = new double[work.cpus];
        Arrays.fill(running, NOBODY);
        Arrays.fill(asleep, true);
        for (int i = 0; i < work.threads; i++) {
            random[i] = new SplittableRandom(seed * 100_003 + i);
            inboxes.add(new ArrayDeque<>());
            lastCpu[i] = allowed[i][random[i].nextInt(allowed[i].length)];
            for (int cpu : allowed[i]) {
                mayRun[i * work.cpus + cpu] = true;
            }
        }
        for (int cpu = 0; cpu < work.cpus; cpu++) {
            queues.add(new ArrayDeque<>());
        }
    }

    /** Latencies of the packets, from the adapter to the end of the last slice, in order of their ends. */
    double[] run() {
        for (int i = 0; i < work.threads; i++) {
            if (work.spins[i]) {
                wake(i, NOBODY);
            }
            scheduleArrival(i);
        }
        schedule(BALANCE_NS, Kind.BALANCE, 0, 0);
        for (Event event = events.remove(); event.time < endNs; event = events.remove()) {
            now = event.time;
            switch (event.kind) {
                case ARRIVAL -> arrive(event.index);
                case BALANCE -> balance();
                case END -> {
                    if (versions[event.index] == event.version) {
                        endChunk(event.index);
                    }
                }
            }
        }
        return Arrays.copyOf(latencies, count);
    }

    private void schedule(double time, Kind kind, int index, int version) {
        events.add(new Event(time, scheduled++, kind, index, version));
    }

    private double exponential(int thread) {
        return -Math.log(1 - random[thread].nextDouble());
    }

    private void scheduleArrival(int thread) {
        double rate = work.ownRates[thread] / 1e9;
        if (rate > 0) {
            boolean hot = (int) (now / endNs * WINDOWS) % HOT_WINDOW == HOT_WINDOW / 2;
            double factor = hot ? work.burst : (HOT_WINDOW - work.burst) / (HOT_WINDOW - 1);
            double mean = work.entries[thread] ? BATCH / (rate * factor) : 1 / rate;
            schedule(now + mean * exponential(thread), Kind.ARRIVAL, thread, 0);
        }
    }

    private void arrive(int thread) {
        boolean entry = work.entries[thread];
        do {
            deliver(thread, new Message(entry ? now : -1, 0, NOBODY));
        } while (entry && random[thread].nextDouble() > 1 / BATCH);
        scheduleArrival(thread);
    }

    private void deliver(int thread, Message message) {
        inboxes.get(thread).add(message);
        int cpu = lastCpu[thread];
        if (asleep[thread]) {
            wake(thread, message.from);
        } else if (running[cpu] == thread && current[thread] == null) {
            startChunk(cpu, 0); // a spinner sees it at once
        }
    }

    private void wake(int thread, int from) {
        asleep[thread] = false;
        int cpu = select(thread, from);
        if (running[cpu] == NOBODY) {
            dispatch(cpu, thread, work.wakeNs);
        } else {
            move(thread, cpu);
            queues.get(cpu).add(thread);
            if (now - runStart[cpu] > PREEMPTION_NS) {
                preempt(cpu);
            }
        }
    }

    private int select(int thread, int from) {
        int last = lastCpu[thread];
        if (isFree(thread, last)) {
            return last;
        }
        int idle = idleOf(thread, work.sameLlc[last]);
        if (idle == NOBODY
                && from != NOBODY
                && work.positions.get(from).llc() != work.positions.get(last).llc()) {
            idle = idleOf(thread, work.sameLlc[from]);
        }
        if (idle != NOBODY) {
            return idle;
        }
        if (mayRun[thread * work.cpus + last]) {
            return last;
        }
        int shortest = allowed[thread][0];
        for (int cpu : allowed[thread]) {
            shortest = queues.get(cpu).size() < queues.get(shortest).size() ? cpu : shortest;
        }
        return shortest;
    }

    private boolean isFree(int thread, int cpu) {
        return running[cpu] == NOBODY && mayRun[thread * work.cpus + cpu];
    }

    /** An idle CPU, at best of an idle core. */
    private int idleOf(int thread, int[] cpus) {
        int idle = NOBODY;
        for (int cpu : cpus) {
            if (isFree(thread, cpu)) {
                if (!siblingIsBusy(cpu)) {
                    return cpu;
                }
                idle = idle == NOBODY ? cpu : idle;
            }
        }
        return idle;
    }

    private boolean siblingIsBusy(int cpu) {
        int core = work.positions.get(cpu).core();
        for (int other : work.sameLlc[cpu]) {
            if (other != cpu
                    && running[other] != NOBODY
                    && work.positions.get(other).core() == core) {
                return true;
            }
        }
        return false;
    }

    private void move(int thread, int cpu) {
        if (lastCpu[thread] != cpu) {
            remaining[thread] += MIGRATION * work.handOffNs[lastCpu[thread] * work.cpus + cpu];
            lastCpu[thread] = cpu;
        }
    }

    private void dispatch(int cpu, int thread, double delay) {
        move(thread, cpu);
        running[cpu] = thread;
        runStart[cpu] = now;
        startChunk(cpu, delay);
    }

    /** Goes on with the current message or the next one, or spins. */
    private void startChunk(int cpu, double delay) {
        int thread = running[cpu];
        if (current[thread] == null) {
            Message next = inboxes.get(thread).poll();
            current[thread] = next;
            if (next != null) {
                remaining[thread] += work.serviceNs[thread] * exponential(thread) + transfer(thread, next, cpu);
            }
        }
        double part = current[thread] == null ? QUANTUM_NS : Math.min(remaining[thread], QUANTUM_NS);
        slowness[cpu] = siblingIsBusy(cpu) ? SHARED_CORE : 1;
        chunkStart[cpu] = now + delay;
        versions[cpu]++;
        schedule(chunkStart[cpu] + part * slowness[cpu], Kind.END, cpu, versions[cpu]);
    }

    private double transfer(int thread, Message message, int cpu) {
        if (message.from != NOBODY) {
            return work.handOffNs[message.from * work.cpus + cpu];
        }
        int node = work.adapterNodes[thread];
        int hops = node < 0 || message.born < 0
                ? 0
                : work.machine.hops(node, work.positions.get(cpu).node());
        return hops == 0 ? 0 : work.costs.ofHops(hops) - work.costs.nodeNs();
    }

    private void endChunk(int cpu) {
        int thread = running[cpu];
        Message message = current[thread];
        if (message != null) {
            remaining[thread] -= Math.min(remaining[thread], QUANTUM_NS);
            if (remaining[thread] <= 0) {
                current[thread] = null;
                complete(thread, message, cpu);
            }
        }
        if (running[cpu] != thread) {
            return; // preempted by a thread that it woke
        }
        boolean idle = current[thread] == null && inboxes.get(thread).isEmpty();
        if (idle && !work.spins[thread]) {
            asleep[thread] = true;
            runNext(cpu);
        } else if (now - runStart[cpu] >= QUANTUM_NS && !queues.get(cpu).isEmpty()) {
            queues.get(cpu).add(thread);
            runNext(cpu);
        } else {
            startChunk(cpu, 0);
        }
    }

    private void complete(int thread, Message message, int cpu) {
        if (work.exits[thread] && message.born >= 0) {
            latencies = count == latencies.length ? Arrays.copyOf(latencies, 2 * count) : latencies;
            latencies[count++] = now - message.born;
        }
        if (message.hops == MOST_HOPS) {
            return;
        }
        int[] wakes = work.wakes[thread];
        for (int k = 0; k < wakes.length; k++) {
            double times = work.wakesPerSlice[thread][k] + random[thread].nextDouble();
            for (int each = 1; each <= times; each++) {
                double born = work.path.get(wakes[k]) && work.path.get(thread) ? message.born : -1;
                deliver(wakes[k], new Message(born, message.hops + 1, cpu));
            }
        }
    }

    private void preempt(int cpu) {
        int thread = running[cpu];
        if (current[thread] != null) {
            double done = Math.max(0, now - chunkStart[cpu]) / slowness[cpu];
            remaining[thread] = Math.max(1, remaining[thread] - done);
        }
        queues.get(cpu).add(thread);
        runNext(cpu);
    }

    private void runNext(int cpu) {
        running[cpu] = NOBODY;
        versions[cpu]++;
        Integer next = queues.get(cpu).poll();
        if (next != null) {
            dispatch(cpu, next, SWITCH_NS);
        } else {
            pull(cpu, work.sameLlc[cpu]);
        }
    }

    /** Takes the first waiting thread that may run here. */
    private boolean pull(int cpu, int[] others) {
        for (int other : others) {
            for (Integer waiting : queues.get(other)) {
                if (mayRun[waiting * work.cpus + cpu]) {
                    queues.get(other).remove(waiting);
                    dispatch(cpu, waiting, SWITCH_NS);
                    return true;
                }
            }
        }
        return false;
    }

    private void balance() {
        int[] all = new int[work.cpus];
        Arrays.setAll(all, cpu -> cpu);
        for (int cpu = 0; cpu < work.cpus; cpu++) {
            if (running[cpu] == NOBODY && !pull(cpu, all)) {
                break;
            }
        }
        schedule(now + BALANCE_NS, Kind.BALANCE, 0, 0);
    }
}
