package org.ticktoquote.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A control group with a CPU quota, like that of a container with a CPU limit; needs root. */
final class CpuQuota implements AutoCloseable {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final String NAME = "t2q-test-" + ProcessHandle.current().pid();

    private final Path parent;
    private final Path group;

    private CpuQuota(Path parent) {
        this.parent = parent;
        this.group = parent.resolve(NAME);
    }

    /** Creates a quota of microseconds per tenth of a second; skips the test if that is not possible. */
    static CpuQuota of(int micros) throws IOException {
        boolean first = Files.exists(MOUNT.resolve("cpu/cgroup.procs"));
        CpuQuota quota = new CpuQuota(first ? MOUNT.resolve("cpu") : MOUNT);
        assumeTrue(Files.isWritable(quota.parent.resolve("cgroup.procs")), "SKIPPED: control groups need root");
        if (!first) {
            assumeTrue(enabled(quota.parent), "SKIPPED: the CPU controller is not to be had at " + MOUNT);
        }
        Files.createDirectory(quota.group);
        if (first) {
            Files.writeString(quota.group.resolve("cpu.cfs_period_us"), "100000");
            Files.writeString(quota.group.resolve("cpu.cfs_quota_us"), Integer.toString(micros));
        } else {
            Files.writeString(quota.group.resolve("cpu.max"), micros + " 100000");
        }
        return quota;
    }

    private static boolean enabled(Path parent) {
        try {
            Files.writeString(parent.resolve("cgroup.subtree_control"), "+cpu");
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    void hold(long pid) throws IOException {
        Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
    }

    /** Moves its processes back to the parent group. */
    @Override
    public void close() throws IOException {
        for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
            Files.writeString(parent.resolve("cgroup.procs"), pid);
        }
        Files.delete(group);
    }
}
