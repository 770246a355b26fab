package org.ticktoquote.host.threads;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.collections.LongHashSet;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.core.linux.NumberedEntries;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.StatLine;
import org.ticktoquote.host.threads.ProcessFiles.ThreadSchedule;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/**
 * Reads the files of processes and threads in {@code /proc}. Ended processes and threads are absent.
 *
 * <p>Reading does not stop a process. Texts are parsed in a reused buffer to avoid garbage when reading hundreds of threads.
 * Not thread-safe.
 */
public final class ProcessFiles {
    private static final int SEARCHES_OF_ALL = 10;
    private static final int LOADAVG_NEWEST = 5;

    private final Path root;
    private final OpenFile loads;
    private final KernelText text = new KernelText();
    private final StatLine line = new StatLine(text);
    private final NumberedEntries entries = new NumberedEntries();
    private final LongHashSet nonMembers = new LongHashSet();
    private Set<Long> searchedLeaders = Set.of();
    private int searches;

    public ProcessFiles() {
        this(Path.of("/proc"));
    }

    /** Reads another root of procfs. */
    public ProcessFiles(Path root) {
        this.root = root;
        this.loads = new OpenFile(root + "/loadavg");
    }

    /** Returns the ids of a process's threads. */
    public List<Long> threads(long pid) {
        return ids(tasks(pid));
    }

    /** Returns the folder of a process's threads. */
    public String tasks(long pid) {
        return root + "/" + pid + "/task";
    }

    public boolean hasThread(long pid, long tid) {
        return new File(root + "/" + pid + "/task/" + tid).exists();
    }

    /** Returns the link count of a process's task folder, the number of threads plus two; 0 if the process has ended. */
    public int taskLinks(long pid) {
        try {
            return (Integer) Files.getAttribute(root.resolve(pid + "/task"), "unix:nlink");
        } catch (IOException ended) {
            return 0;
        }
    }

    /** Returns the id of the newest process or thread of the host; 0 if unknown. Keeps the file open for frequent calls. */
    public long newestTask() {
        boolean read = text.read(loads) && text.nextLine() && text.skipWords(LOADAVG_NEWEST);
        return read ? Math.max(0, text.number()) : 0;
    }

    /** Returns the start time of a process in ticks after boot, even if its main thread has ended. */
    public Optional<Long> startTicks(long pid) {
        return read(pid + "/stat") && line.parse() && line.has(StatLine.PRIORITY)
                ? Optional.of(line.number(StatLine.START_TICKS))
                : Optional.empty();
    }

    /** Returns whether a process is a kernel thread. */
    public boolean isKernelThread(long pid) {
        return read(pid + "/stat")
                && line.parse()
                && line.has(StatLine.FLAGS)
                && (line.number(StatLine.FLAGS) & StatLine.KERNEL_FLAG) != 0;
    }

    /** Returns the ids of all processes. */
    public List<Long> processes() {
        return ids(root.toString());
    }

    private List<Long> ids(String folder) {
        List<Long> ids = new ArrayList<>(entries.list(folder));
        for (int i = 0; i < entries.size(); i++) {
            ids.add(entries.number(i));
        }
        return ids;
    }

    /** Reads the {@code stat} line of a thread. */
    public Optional<ThreadStat> stat(long pid, long tid) {
        return read(pid + "/task/" + tid + "/stat") && line.parse() && !line.dead()
                ? ThreadStat.of(line)
                : Optional.empty();
    }

    /** Returns whether a signal or a debugger has stopped a process, from its main thread's {@code stat}. */
    public boolean stopped(OpenFile stat) {
        return text.read(stat) && line.parse() && line.stopped();
    }

    /** Returns a file of a thread, such as {@code stat} or {@code schedstat}, that stays open for frequent calls. */
    public OpenFile file(long pid, long tid, String name) {
        return new OpenFile(root + "/" + pid + "/task/" + tid + "/" + name);
    }

    /** Returns the CPU time of a process since its start, in ticks; -1 if it has ended. */
    public long cpuTicks(long pid) {
        return read(pid + "/stat") && line.parse() && line.has(StatLine.SYSTEM_TICKS)
                ? line.number(StatLine.USER_TICKS) + line.number(StatLine.SYSTEM_TICKS)
                : KernelText.NONE;
    }

    /** Reads the mask and context switches of a thread. */
    public Optional<ThreadStatus> status(long pid, long tid) {
        return read(pid + "/task/" + tid + "/status") ? Optional.of(ThreadStatus.parse(text)) : Optional.empty();
    }

    /** Reads the CPU time and waiting time of a thread from its {@code schedstat}; false if the kernel does not count them. */
    public boolean read(OpenFile schedstat, ThreadSchedule times) {
        return text.read(schedstat) && times.parse(text);
    }

    /** Reads the {@code stat} lines of a process's living threads. */
    public Stream<ThreadStat> stats(long pid) {
        return threads(pid).stream().flatMap(tid -> stat(pid, tid).stream());
    }

    /** Returns the processes of a group. */
    public List<Long> processesOfGroup(long leader) {
        return processesOfGroups(Set.of(leader));
    }

    /**
     * Returns the processes of some groups in ascending order. Checks processes outside these groups again only at every
     * tenth search for the same groups. Finds new processes at once.
     */
    public List<Long> processesOfGroups(Set<Long> leaders) {
        if (searches++ % SEARCHES_OF_ALL == 0 || !leaders.equals(searchedLeaders)) {
            nonMembers.clear();
            searchedLeaders = leaders;
        }
        List<Long> found = new ArrayList<>();
        entries.list(root.toString());
        for (int i = 0; i < entries.size(); i++) {
            long pid = entries.number(i);
            if (!nonMembers.contains(pid) && isOf(leaders, pid)) {
                found.add(pid);
            }
        }
        return found;
    }

    private boolean isOf(Set<Long> leaders, long pid) {
        boolean read = read(pid + "/stat") && line.parse() && line.has(StatLine.GROUP);
        boolean member = read && leaders.contains(line.number(StatLine.GROUP));
        if (read && !member) {
            nonMembers.add(pid);
        }
        return member && !line.dead();
    }

    private boolean read(String path) {
        return text.read(root + "/" + path);
    }

    /**
     * Times of a thread as last read from {@code /proc/PID/task/TID/schedstat} (Documentation/scheduler/sched-stats). Not
     * thread-safe.
     */
    public static final class ThreadSchedule {
        private long cpuNs;
        private long waitNs;
        private long turns;

        /** Parses the file. Returns false and keeps the old values if it has another format. */
        boolean parse(KernelText text) {
            long newCpuNs = text.nextLine() ? text.nextNumber() : KernelText.NONE;
            long newWaitNs = text.nextNumber();
            long newTurns = text.nextNumber();
            if (Math.min(newCpuNs, Math.min(newWaitNs, newTurns)) == KernelText.NONE || text.nextWord()) {
                return false;
            }
            cpuNs = newCpuNs;
            waitNs = newWaitNs;
            turns = newTurns;
            return true;
        }

        /** Returns the time on a CPU. */
        public long cpuNs() {
            return cpuNs;
        }

        /** Returns the time runnable without a CPU; counted when the thread gets one. */
        public long waitNs() {
            return waitNs;
        }

        /** Returns the number of times that it got a CPU. */
        public long turns() {
            return turns;
        }
    }

    /**
     * Line of {@code /proc/PID/task/TID/stat} (proc(5)).
     *
     * @param state {@code R} if it is running or runnable
     * @param group process group
     * @param startTicks start time in ticks after boot
     * @param minorFaults page faults without disk access
     * @param majorFaults page faults with disk access
     * @param cpu current or last CPU
     * @param policy scheduling policy (sched(7)): {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle},
     * {@code deadline}, or {@code unknown}
     * @param priority 1 to 99 for a real-time thread, higher is more urgent; 0 otherwise
     */
    public record ThreadStat(
            long tid,
            String name,
            char state,
            long group,
            long minorFaults,
            long majorFaults,
            long startTicks,
            int cpu,
            String policy,
            int priority) {
        public static final String UNKNOWN_POLICY = "unknown";

        /** Converts a line; empty if it has too few fields. */
        static Optional<ThreadStat> of(StatLine line) {
            return !line.has(StatLine.PRIORITY)
                    ? Optional.empty()
                    : Optional.of(new ThreadStat(
                            line.id(),
                            line.name(),
                            line.state(),
                            line.number(StatLine.GROUP),
                            line.number(StatLine.MINOR_FAULTS),
                            line.number(StatLine.MAJOR_FAULTS),
                            line.number(StatLine.START_TICKS),
                            (int) line.number(StatLine.CPU),
                            line.has(StatLine.POLICY) ? policy(line.number(StatLine.POLICY)) : UNKNOWN_POLICY,
                            line.has(StatLine.POLICY) ? (int) line.number(StatLine.PRIORITY) : 0));
        }

        /** Converts the kernel's number of a policy. */
        static String policy(long number) {
            return switch ((int) number) {
                case 0 -> "other";
                case 1 -> "fifo";
                case 2 -> "rr";
                case 3 -> "batch";
                case 5 -> "idle";
                case 6 -> "deadline";
                default -> UNKNOWN_POLICY;
            };
        }
    }

    /**
     * Content of {@code /proc/PID/task/TID/status} (proc(5)).
     *
     * @param allowed CPU mask
     * @param voluntary voluntary context switches
     * @param involuntary involuntary context switches
     */
    public record ThreadStatus(CpuList allowed, long voluntary, long involuntary) {
        public static final ThreadStatus NONE = new ThreadStatus(CpuList.none(), 0, 0);

        /** Parses the file. Missing values are 0 or empty. */
        static ThreadStatus parse(KernelText text) {
            CpuList allowed = CpuList.none();
            long voluntary = 0;
            long involuntary = 0;
            while (text.nextLine()) {
                if (!text.nextWord()) {
                    continue;
                }
                if (text.wordIs("Cpus_allowed_list:")) {
                    allowed = text.nextWord() ? CpuList.parse(text.word()) : allowed;
                } else if (text.wordIs("voluntary_ctxt_switches:")) {
                    voluntary = Math.max(0, text.nextNumber());
                } else if (text.wordIs("nonvoluntary_ctxt_switches:")) {
                    involuntary = Math.max(0, text.nextNumber());
                }
            }
            return new ThreadStatus(allowed, voluntary, involuntary);
        }

        /** Returns all context switches. */
        public long switches() {
            return voluntary + involuntary;
        }
    }
}
