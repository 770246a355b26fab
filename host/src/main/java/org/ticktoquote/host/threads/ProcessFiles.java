package org.ticktoquote.host.threads;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.RunDelay;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.StatLine;
import org.ticktoquote.host.threads.ProcessFiles.ThreadSchedule;
import org.ticktoquote.host.threads.ProcessFiles.ThreadScheduling;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/**
 * Reads the files of processes and threads in {@code /proc}. Ended ones are absent.
 *
 * <p>Reading stops no process. Texts are parsed in a reused buffer to avoid garbage when reading hundreds of threads. Not
 * thread-safe.
 */
public final class ProcessFiles {
    private static final int SEARCHES_OF_ALL = 10;
    private static final int LOADAVG_NEWEST = 5;

    private final Path root;
    private final OpenFile loads;
    private final KernelText text = new KernelText();
    private final StatLine line = new StatLine(text);
    private final Set<Long> nonMembers = new HashSet<>();
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
        return ids(root.resolve(pid + "/task"));
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

    /** Returns the start of a process after boot, even if its main thread has ended. */
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
        return ids(root);
    }

    private static List<Long> ids(Path folder) {
        String @Nullable [] names = folder.toFile().list();
        List<Long> ids = new ArrayList<>(names == null ? 0 : names.length);
        for (String name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                ids.add(Long.valueOf(name));
            }
        }
        ids.sort(null);
        return ids;
    }

    /** Reads the {@code stat} line of a thread. */
    public Optional<ThreadStat> stat(long pid, long tid) {
        return read(pid + "/task/" + tid + "/stat") && line.parse() && !line.dead()
                ? ThreadStat.of(line)
                : Optional.empty();
    }

    /** Returns whether a signal or a debugger has stopped a process, from its {@link #statFile}. */
    public boolean stopped(OpenFile stat) {
        return text.read(stat) && line.parse() && line.stopped();
    }

    /** Returns the file with the state of a process's main thread. */
    public OpenFile statFile(long pid) {
        return new OpenFile(root + "/" + pid + "/task/" + pid + "/stat");
    }

    /** Returns the CPU time of a process since its start, in ticks; -1 if it has ended. */
    public long cpuTicks(long pid) {
        return read(pid + "/stat") && line.parse() && line.has(StatLine.SYSTEM_TICKS)
                ? line.number(StatLine.USER_TICKS) + line.number(StatLine.SYSTEM_TICKS)
                : KernelText.NONE;
    }

    /** Returns the waiting time of a process's threads for a CPU. */
    public long runDelayNs(long pid) {
        return RunDelay.read(text, root + "/" + pid + "/task");
    }

    /** Reads the mask and context switches of a thread. */
    public Optional<ThreadStatus> status(long pid, long tid) {
        return read(pid + "/task/" + tid + "/status") ? Optional.of(ThreadStatus.parse(text)) : Optional.empty();
    }

    /** Reads the CPU time and waiting time of a thread; empty if the kernel does not count them. */
    public Optional<ThreadSchedule> schedule(long pid, long tid) {
        return read(pid + "/task/" + tid + "/schedstat") ? ThreadSchedule.parse(text) : Optional.empty();
    }

    /** Reads them from an open file, at an eighth of the cost of opening it again. */
    public Optional<ThreadSchedule> schedule(OpenFile file) {
        return text.read(file) ? ThreadSchedule.parse(text) : Optional.empty();
    }

    /** Returns the file for {@link #schedule(OpenFile)}. */
    public OpenFile scheduleFile(long pid, long tid) {
        return new OpenFile(root + "/" + pid + "/task/" + tid + "/schedstat");
    }

    /** Reads the context switches and migrations of a thread. */
    public Optional<ThreadSwitches> switches(long pid, long tid) {
        String folder = pid + "/task/" + tid;
        Optional<ThreadSwitches> found = read(folder + "/sched") ? ThreadSwitches.ofSched(text) : Optional.empty();
        return found.isPresent() ? found : status(pid, tid).map(ThreadSwitches::ofStatus);
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
     * tenth search for the same groups; finds new members at once.
     */
    public List<Long> processesOfGroups(Set<Long> leaders) {
        if (searches++ % SEARCHES_OF_ALL == 0 || !leaders.equals(searchedLeaders)) {
            nonMembers.clear();
            searchedLeaders = leaders;
        }
        List<Long> found = processes();
        found.removeIf(pid -> nonMembers.contains(pid) || !isOf(leaders, pid));
        return found;
    }

    private boolean isOf(Set<Long> leaders, Long pid) {
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
     * Content of {@code /proc/PID/task/TID/schedstat} (Documentation/scheduler/sched-stats).
     *
     * @param cpuNs time on a CPU
     * @param waitNs time runnable without a CPU; counted when the thread gets one
     * @param turns number of times that it got a CPU
     */
    public record ThreadSchedule(long cpuNs, long waitNs, long turns) {
        /** Parses the file; empty if it has another format. */
        static Optional<ThreadSchedule> parse(KernelText text) {
            long cpuNs = text.nextLine() ? text.nextNumber() : KernelText.NONE;
            long waitNs = text.nextNumber();
            long turns = text.nextNumber();
            return Math.min(cpuNs, Math.min(waitNs, turns)) == KernelText.NONE || text.nextWord()
                    ? Optional.empty()
                    : Optional.of(new ThreadSchedule(cpuNs, waitNs, turns));
        }
    }

    /**
     * Scheduling of a thread (sched(7)).
     *
     * @param policy {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle}, {@code deadline}, or
     * {@code unknown}
     * @param priority 1 to 99 for a real-time thread, higher is more urgent; 0 otherwise
     */
    public record ThreadScheduling(String policy, int priority) {
        public static final ThreadScheduling UNKNOWN = new ThreadScheduling("unknown", 0);

        /** Converts the kernel's numbers. */
        static ThreadScheduling of(long policy, long priority) {
            String word = switch ((int) policy) {
                case 0 -> "other";
                case 1 -> "fifo";
                case 2 -> "rr";
                case 3 -> "batch";
                case 5 -> "idle";
                case 6 -> "deadline";
                default -> UNKNOWN.policy;
            };
            return new ThreadScheduling(word, (int) priority);
        }
    }

    /**
     * Line of {@code /proc/PID/task/TID/stat} (proc(5)).
     *
     * @param state {@code R} if it is running or runnable
     * @param group process group
     * @param startTicks after boot
     * @param minorFaults page faults without disk access
     * @param majorFaults page faults with disk access
     * @param cpu current or last CPU
     * @param scheduling its policy and priority
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
            ThreadScheduling scheduling) {
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
                            line.has(StatLine.POLICY)
                                    ? ThreadScheduling.of(line.number(StatLine.POLICY), line.number(StatLine.PRIORITY))
                                    : ThreadScheduling.UNKNOWN));
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

    /**
     * Context switches of a thread, from {@code /proc/PID/task/TID/sched}, which not every kernel has, or from its status.
     *
     * @param voluntary voluntary context switches
     * @param involuntary involuntary context switches
     * @param migrations to another CPU; {@link #UNKNOWN} if the kernel does not report them
     */
    public record ThreadSwitches(long voluntary, long involuntary, long migrations) {
        public static final long UNKNOWN = -1;

        /** Parses {@code sched}; empty if it has no context switches. */
        static Optional<ThreadSwitches> ofSched(KernelText text) {
            long voluntary = UNKNOWN;
            long involuntary = UNKNOWN;
            long migrations = UNKNOWN;
            while (text.nextLine()) {
                if (!text.nextWord(':')) {
                    continue;
                }
                if (text.wordIs("nr_voluntary_switches")) {
                    voluntary = value(text);
                } else if (text.wordIs("nr_involuntary_switches")) {
                    involuntary = value(text);
                } else if (text.wordIs("se.nr_migrations") || text.wordIs("nr_migrations")) {
                    migrations = value(text);
                }
            }
            return voluntary == UNKNOWN || involuntary == UNKNOWN
                    ? Optional.empty()
                    : Optional.of(new ThreadSwitches(voluntary, involuntary, migrations));
        }

        private static long value(KernelText text) {
            return text.nextWord(':') ? text.number() : UNKNOWN;
        }

        static ThreadSwitches ofStatus(ThreadStatus status) {
            return new ThreadSwitches(status.voluntary(), status.involuntary(), UNKNOWN);
        }
    }
}
