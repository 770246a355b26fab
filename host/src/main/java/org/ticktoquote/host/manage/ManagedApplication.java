package org.ticktoquote.host.manage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.command.FileAccess;
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
    private static final Pattern LOG = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})-[0-9a-f]*\\.jsonl");

    /** Returns a process. Rejects missing processes, kernel threads and zombies. */
    public static ManagedApplication of(Host host, ProcessFiles files, long pid) {
        ManagedApplication application = new ManagedApplication(
                pid,
                files.startTicks(pid)
                        .orElseThrow(() ->
                                Problem.ofFault("there is no process " + pid).exception()),
                boot(host));
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

    /** Returns the processes, also ended ones, for which a plan of this user is in force since this boot. */
    public static List<ManagedApplication> inForce(Host host, LongPredicate pid) {
        Path folder = folder();
        String boot = boot(host);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return FileAccess.read(folder, () -> {
            try (Stream<Path> logs = Files.list(folder)) {
                return logs.map(log -> LOG.matcher(log.getFileName().toString()))
                        .filter(Matcher::matches)
                        .map(log -> new ManagedApplication(
                                Long.parseLong(log.group(1)), Long.parseLong(log.group(2)), boot))
                        .filter(each -> pid.test(each.pid) && Files.exists(each.log()))
                        .filter(each -> AffinityLog.read(each.log()).inForce())
                        .toList();
            }
        });
    }

    private static String boot(Host host) {
        return host.file(BOOT).line().or("");
    }

    private static Path folder() {
        return UserPath.state().resolve("threads");
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
        return folder().resolve(pid + "-" + startTicks + "-" + boot.replaceFirst("-.*", "") + ".jsonl");
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
