package org.ticktoquote.host.simulation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.simulation.PlanSimulation.Wake;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;

/**
 * Run of a workload under masks, with a scheduler modelled on Linux. A woken thread goes to its last CPU if that is idle, or
 * else to an idle core or CPU of its own or its waker's last-level cache. If none is idle, it queues. An idle CPU takes
 * waiting threads from its own cache at once, and from other caches every 4 ms. A thread is preempted after 1 ms by a
 * wake-up, and after 3 ms by any waiting thread.
 *
 * <p>Packets arrive in batches, faster in one window of twenty. Service times are exponential. Times are in nanoseconds.
 */
final class SimulationRun {
    private static final double QUANTUM_NS = 3e6;
    private static final double PREEMPTION_NS = 1e6;
    private static final double BALANCE_NS = 4e6;
    private static final double SWITCH_NS = 500;
    /** Cost of cold caches after a migration, as a multiple of the cost of a hand-off. */
    private static final double MIGRATION = 4;
    /** Slowdown while a sibling is busy. */
    private static final double SHARED_CORE = 1.4;

    private static final double BATCH = 3;
    private static final int WINDOWS = 40;
    private static final int HOT_WINDOW = 20;
    private static final Comparator<Event> EARLIER =
            Comparator.comparingDouble(Event::time).thenComparingLong(Event::order);

    /**
     * Work for a thread.
     *
     * @param born arrival of the packet; negative if it belongs to no packet
     * @param from CPU of the sending thread; null if it comes from outside
     */
    private record Message(double born, int hops, @Nullable Cpu from) {}

    private record Event(double time, long order, Runnable action) {}

    private static final class Task {
        private final int index;
        private final SplittableRandom random;
        private final boolean[] mayRun;
        private final Queue<Message> inbox = new ArrayDeque<>();
        private @Nullable Message current;
        private double remaining;
        private boolean asleep = true;
        private Cpu last;

        private Task(int index, long seed, Cpu[] cpus, int[] allowed) {
            this.index = index;
            this.random = new SplittableRandom(seed * 100_003 + index);
            this.mayRun = new boolean[cpus.length];
            this.last = cpus[allowed[random.nextInt(allowed.length)]];
            for (int cpu : allowed) {
                mayRun[cpu] = true;
            }
        }

        private double exponential() {
            return -Math.log(1 - random.nextDouble());
        }
    }

    private static final class Cpu {
        private final int index;
        private final CpuPosition position;
        private Cpu[] near = {};
        private final Queue<Task> queue = new ArrayDeque<>();
        private @Nullable Task running;
        private double runStart;
        private double chunkStart;
        private double slowness;
        /** Number of the current chunk. A chunk's end is ignored if another one has started. */
        private int chunk;

        private Cpu(int index, CpuPosition position) {
            this.index = index;
            this.position = position;
        }
    }

    private final PlanSimulation work;
    private final double endNs;
    private final Cpu[] cpus;
    private final Task[] tasks;
    private final PriorityQueue<Event> events = new PriorityQueue<>(EARLIER);
    private double[] latencies = new double[1024];
    private int count;
    private double now;
    private long scheduled;

    SimulationRun(PlanSimulation work, int[][] allowed, long seed, double endNs) {
        this.work = work;
        this.endNs = endNs;
        this.cpus = new Cpu[work.cpus];
        Arrays.setAll(cpus, cpu -> new Cpu(cpu, work.positions.get(cpu)));
        for (Cpu cpu : cpus) {
            cpu.near = Arrays.stream(work.sameLlc[cpu.index])
                    .mapToObj(other -> cpus[other])
                    .toArray(Cpu[]::new);
        }
        this.tasks = new Task[work.threads];
        Arrays.setAll(tasks, thread -> new Task(thread, seed, cpus, allowed[thread]));
    }

    /** Runs the simulation and returns the packets' latencies, from the adapter to the end of their last slice. */
    double[] run() {
        for (Task task : tasks) {
            if (work.spins[task.index]) {
                wake(task, null);
            }
            scheduleArrival(task);
        }
        schedule(BALANCE_NS, this::balance);
        for (Event event = events.remove(); event.time < endNs; event = events.remove()) {
            now = event.time;
            event.action.run();
        }
        return Arrays.copyOf(latencies, count);
    }

    private void schedule(double time, Runnable action) {
        events.add(new Event(time, scheduled++, action));
    }

    private void scheduleArrival(Task task) {
        double rate = work.ownRates[task.index] / 1e9;
        if (rate > 0) {
            boolean hot = (int) (now / endNs * WINDOWS) % HOT_WINDOW == HOT_WINDOW / 2;
            double factor = hot ? work.burst : (HOT_WINDOW - work.burst) / (HOT_WINDOW - 1);
            double mean = work.entries[task.index] ? BATCH / (rate * factor) : 1 / rate;
            schedule(now + mean * task.exponential(), () -> arrive(task));
        }
    }

    private void arrive(Task task) {
        boolean entry = work.entries[task.index];
        do {
            deliver(task, new Message(entry ? now : -1, 0, null));
        } while (entry && task.random.nextDouble() > 1 / BATCH);
        scheduleArrival(task);
    }

    private void deliver(Task task, Message message) {
        task.inbox.add(message);
        if (task.asleep) {
            wake(task, message.from);
        } else if (task.last.running == task && task.current == null) {
            startChunk(task.last, task, 0); // a spinner sees it at once
        }
    }

    private void wake(Task task, @Nullable Cpu from) {
        task.asleep = false;
        Cpu cpu = select(task, from);
        Task running = cpu.running;
        if (running == null) {
            dispatch(cpu, task, work.wakeNs);
            return;
        }
        move(task, cpu);
        cpu.queue.add(task);
        if (now - cpu.runStart > PREEMPTION_NS) {
            preempt(cpu, running);
        }
    }

    private Cpu select(Task task, @Nullable Cpu from) {
        Cpu last = task.last;
        if (isFree(task, last)) {
            return last;
        }
        Cpu idle = idleOf(task, last.near);
        if (idle == null && from != null && from.position.llc() != last.position.llc()) {
            idle = idleOf(task, from.near);
        }
        return idle == null ? last : idle;
    }

    private static boolean isFree(Task task, Cpu cpu) {
        return cpu.running == null && task.mayRun[cpu.index];
    }

    /** Returns an idle CPU, preferably of an idle core. */
    private static @Nullable Cpu idleOf(Task task, Cpu[] cpus) {
        Cpu idle = null;
        for (Cpu cpu : cpus) {
            if (isFree(task, cpu)) {
                if (!siblingIsBusy(cpu)) {
                    return cpu;
                }
                idle = idle == null ? cpu : idle;
            }
        }
        return idle;
    }

    private static boolean siblingIsBusy(Cpu cpu) {
        for (Cpu other : cpu.near) {
            if (other != cpu && other.running != null && other.position.core() == cpu.position.core()) {
                return true;
            }
        }
        return false;
    }

    private void move(Task task, Cpu cpu) {
        if (task.last != cpu) {
            task.remaining += MIGRATION * handOffNs(task.last, cpu);
            task.last = cpu;
        }
    }

    private double handOffNs(Cpu from, Cpu to) {
        return work.handOffNs[from.index * work.cpus + to.index];
    }

    private void dispatch(Cpu cpu, Task task, double delay) {
        move(task, cpu);
        cpu.running = task;
        cpu.runStart = now;
        startChunk(cpu, task, delay);
    }

    /** Continues with the current or next message, or spins. */
    private void startChunk(Cpu cpu, Task task, double delay) {
        if (task.current == null) {
            Message next = task.inbox.poll();
            task.current = next;
            if (next != null) {
                task.remaining += work.serviceNs[task.index] * task.exponential() + transfer(task, next, cpu);
            }
        }
        double part = task.current == null ? QUANTUM_NS : Math.min(task.remaining, QUANTUM_NS);
        cpu.slowness = siblingIsBusy(cpu) ? SHARED_CORE : 1;
        cpu.chunkStart = now + delay;
        int chunk = ++cpu.chunk;
        schedule(cpu.chunkStart + part * cpu.slowness, () -> {
            if (cpu.chunk == chunk) {
                endChunk(cpu, task);
            }
        });
    }

    private double transfer(Task task, Message message, Cpu cpu) {
        if (message.from != null) {
            return handOffNs(message.from, cpu);
        }
        int node = work.adapterNodes[task.index];
        int hops = node < 0 || message.born < 0 ? 0 : work.machine.hops(node, cpu.position.node());
        return hops == 0 ? 0 : work.costs.ofHops(hops) - work.costs.nodeNs();
    }

    private void endChunk(Cpu cpu, Task task) {
        Message message = task.current;
        if (message != null) {
            task.remaining -= Math.min(task.remaining, QUANTUM_NS);
            if (task.remaining <= 0) {
                task.current = null;
                complete(task, message, cpu);
            }
        }
        if (cpu.running != task) {
            return; // preempted by a thread that it woke
        }
        if (task.current == null && task.inbox.isEmpty() && !work.spins[task.index]) {
            task.asleep = true;
            runNext(cpu);
        } else if (now - cpu.runStart >= QUANTUM_NS && !cpu.queue.isEmpty()) {
            cpu.queue.add(task);
            runNext(cpu);
        } else {
            startChunk(cpu, task, 0);
        }
    }

    private void complete(Task task, Message message, Cpu cpu) {
        if (work.exits[task.index] && message.born >= 0) {
            latencies = count == latencies.length ? Arrays.copyOf(latencies, 2 * count) : latencies;
            latencies[count++] = now - message.born;
        }
        if (message.hops == PlanSimulation.MAX_HOPS) {
            return;
        }
        for (Wake wake : work.wakes.get(task.index)) {
            double times = wake.perSlice() + task.random.nextDouble();
            double born = work.path.get(wake.to()) && work.path.get(task.index) ? message.born : -1;
            for (int each = 1; each <= times; each++) {
                deliver(tasks[wake.to()], new Message(born, message.hops + 1, cpu));
            }
        }
    }

    private void preempt(Cpu cpu, Task task) {
        if (task.current != null) {
            double done = Math.max(0, now - cpu.chunkStart) / cpu.slowness;
            task.remaining = Math.max(1, task.remaining - done);
        }
        cpu.queue.add(task);
        runNext(cpu);
    }

    private void runNext(Cpu cpu) {
        cpu.running = null;
        cpu.chunk++;
        Task next = cpu.queue.poll();
        if (next != null) {
            dispatch(cpu, next, SWITCH_NS);
        } else {
            pull(cpu, cpu.near);
        }
    }

    /** Takes the first waiting thread that can run here. */
    private void pull(Cpu cpu, Cpu[] others) {
        for (Cpu other : others) {
            for (Task waiting : other.queue) {
                if (waiting.mayRun[cpu.index]) {
                    other.queue.remove(waiting);
                    dispatch(cpu, waiting, SWITCH_NS);
                    return;
                }
            }
        }
    }

    private void balance() {
        for (Cpu cpu : cpus) {
            if (cpu.running == null) {
                pull(cpu, cpus);
            }
        }
        schedule(now + BALANCE_NS, this::balance);
    }
}
