package org.ticktoquote.host.manage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * Running process whose threads are managed, identified uniquely by id, start time and boot.
 *
 * @param startTicks start time in ticks after boot
 */
public record ManagedApplication(long pid, long startTicks, String boot) {
    private static final String A_PROCESS = "a running process of an application";
    private static final String BOOT = "/proc/sys/kernel/random/boot_id";

    /** Returns a process. Rejects missing processes, kernel threads and zombies. */
    public static ManagedApplication of(Host host, ProcessFiles files, long pid) {
        ManagedApplication application = new ManagedApplication(
                pid,
                files.startTicks(pid)
                        .orElseThrow(() ->
                                Problem.ofFault("there is no process " + pid).exception()),
                host.file(BOOT).line().or(""));
        if (!application.runs(files)) {
            throw Problem.ofFault("process " + pid + " has ended, and its parent has not waited for it (zombie)")
                    .expected(A_PROCESS)
                    .exception();
        }
        if (files.isKernelThread(pid)) {
            throw Problem.ofFault("process " + pid + " is a kernel thread")
                    .expected(A_PROCESS)
                    .exception();
        }
        return application;
    }

    /** Returns whether the process has not ended. */
    public boolean runs(ProcessFiles files) {
        return files.startTicks(pid).filter(ticks -> ticks == startTicks).isPresent()
                && (files.stat(pid, pid).isPresent()
                        || files.stats(pid).findAny().isPresent());
    }

    public List<FoundThread> threads(ProcessFiles files) {
        return files.stats(pid)
                .map(stat -> FoundThread.of(ThreadOwner.APPLICATION, pid, stat))
                .toList();
    }

    /** Returns the path of the process's log, which might not exist. */
    public Path log() {
        String name = pid + "-" + startTicks + "-" + boot.replaceFirst("-.*", "") + ".jsonl";
        return UserPath.state().resolve("threads").resolve(name);
    }

    /** Reads the process's log; rejects a process without a log. */
    AffinityReplay replay() {
        if (!Files.exists(log())) {
            throw Problem.ofFault("no plan was applied to process " + pid + " by t2q threads apply of this user")
                    .exception();
        }
        return AffinityLog.read(log());
    }
}
