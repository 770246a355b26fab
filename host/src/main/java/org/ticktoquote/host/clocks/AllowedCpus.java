package org.ticktoquote.host.clocks;

import com.sun.jna.LastErrorException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.host.source.Reading;

/**
 * CPUs that this process can use.
 *
 * @param allowed CPU numbers in ascending order
 */
record AllowedCpus(List<Integer> allowed) {
    private static final Path DEVICES = Path.of("/sys/devices/system/cpu");

    AllowedCpus {
        allowed = List.copyOf(allowed);
    }

    /** Returns the CPUs in the calling thread's mask, or CPU 0 if the mask cannot be read. */
    static AllowedCpus ofThisThread() {
        try {
            return new AllowedCpus(
                    CpuMask.of(CpuMask.CALLING_THREAD).stream().boxed().toList());
        } catch (LinkageError | LastErrorException notLinux) {
            return new AllowedCpus(List.of(0));
        }
    }

    int first() {
        return allowed.get(0);
    }

    boolean single() {
        return allowed.size() == 1;
    }

    /** Returns an allowed CPU on the same core, or any other allowed CPU; empty if there is none. */
    OptionalInt siblingOrOther(int cpu) {
        List<Integer> others = allowed.stream().filter(each -> each != cpu).toList();
        return Stream.concat(others.stream().filter(each -> onSameCore(cpu, each)), others.stream())
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    /** Returns whether two CPUs are threads of one core; false if the topology is unknown. */
    static boolean onSameCore(int cpu, int other) {
        String core = siblings(cpu);
        return !core.isEmpty() && core.equals(siblings(other));
    }

    private static String siblings(int cpu) {
        return Reading.textOf(DEVICES.resolve("cpu" + cpu + "/topology/core_cpus_list"));
    }

    /**
     * Runs the work on all given CPUs at once and waits for completion. If it fails on one CPU, the other threads are
     * interrupted.
     *
     * @throws UnsupportedOperationException if a thread cannot be pinned to its CPU
     */
    static void run(List<Integer> cpus, IntConsumer work) {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int cpu : cpus) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            threads.add(DaemonThread.start("clocks-cpu-" + cpu, () -> pinned(cpu, work, end)));
        }
        await(CompletableFuture.allOf(ends.stream()
                .map(end -> end.whenComplete((done, failed) -> {
                    if (failed != null) {
                        threads.forEach(Thread::interrupt);
                    }
                }))
                .toArray(CompletableFuture<?>[]::new)));
    }

    private static void pinned(int cpu, IntConsumer work, CompletableFuture<Void> end) {
        String refused = CallingThread.pin(cpu);
        if (!refused.isEmpty()) {
            end.completeExceptionally(new UnsupportedOperationException("a thread is " + refused));
            return;
        }
        try {
            work.accept(cpu);
            end.complete(null);
        } catch (RuntimeException | Error failed) {
            end.completeExceptionally(failed);
        }
    }

    private static void await(CompletableFuture<Void> end) {
        try {
            end.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
