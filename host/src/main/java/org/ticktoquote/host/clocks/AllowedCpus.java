package org.ticktoquote.host.clocks;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.ticktoquote.core.linux.CpuMask;

/**
 * The CPUs that this process may use.
 *
 * @param allowed their numbers in ascending order
 */
record AllowedCpus(List<Integer> allowed) {
    private static final Path DEVICES = Path.of("/sys/devices/system/cpu");

    AllowedCpus {
        allowed = List.copyOf(allowed);
    }

    /** What the calling thread's mask allows; CPU 0 alone where the mask cannot be read. */
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

    /** The other thread of a CPU's core if there is one and it is allowed, else any other allowed CPU. */
    OptionalInt neighbour(int cpu) {
        List<Integer> others = allowed.stream().filter(each -> each != cpu).toList();
        return Stream.concat(others.stream().filter(each -> shareACore(cpu, each)), others.stream())
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    /** Whether two CPUs are threads of one core; false where the system does not say. */
    static boolean shareACore(int cpu, int other) {
        try {
            String core = Files.readString(DEVICES.resolve("cpu" + cpu + "/topology/core_cpus_list"));
            return core.equals(Files.readString(DEVICES.resolve("cpu" + other + "/topology/core_cpus_list")));
        } catch (IOException unknown) {
            return false;
        }
    }
}
