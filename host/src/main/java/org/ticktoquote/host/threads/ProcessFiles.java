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
 * The files of {@code /proc} that tell of processes and their threads; who ended meanwhile is absent.
 *
 * <p>Reading them stops nobody. Texts are parsed in a buffer that stays, so that looking at hundreds of threads leaves little
 * garbage; not thread-safe.
 */
public final class ProcessFiles {
    private static final int SEARCHES_OF_ALL = 10;
    private static final int LOADAVG_NEWEST = 5;

    private final Path root;
    private final OpenFile loads;
    private final KernelText text = new KernelText();
    private final StatLine line = new StatLine(text);
    private final Set<Long> strangers = new HashSet<>();
    private Set<Long> soughtLeaders = Set.of();
    private int searches;

    /** Of this host. */
    public ProcessFiles() {
        this(Path.of("/proc"));
    }

    /** Of a tree of the same form. */
    public ProcessFiles(Path root) {
        this.root = root;
        this.loads = new OpenFile(root + "/loadavg");
    }

    /** The ids of a process's threads. */
    public List<Long> threads(long pid) {
        return ids(root.resolve(pid + "/task"));
    }

    /** Whether a process has a thread of this id. */
    public boolean hasThread(long pid, long tid) {
        return new File(root + "/" + pid + "/task/" + tid).exists();
    }

    /** Links of the folder of a process's threads: two more than there are threads; 0 when it has ended. */
    public int taskLinks(long pid) {
        try {
            return (Integer) Files.getAttribute(root.resolve(pid + "/task"), "unix:nlink");
        } catch (IOException ended) {
            return 0;
        }
    }

    /** Id of the newest process or thread of the host; 0 where it is not known. The file is kept open: this is read often. */
    public long newestTask() {
        boolean read = text.read(loads) && text.nextLine() && text.skipWords(LOADAVG_NEWEST);
        return read ? Math.max(0, text.number()) : 0;
    }

    /** Start of a process after boot, of one whose main thread has ended as well. */
    public Optional<Long> startTicks(long pid) {
        return read(pid + "/stat") && line.parse() && line.has(StatLine.PRIORITY)
                ? Optional.of(line.number(StatLine.START_TICKS))
                : Optional.empty();
    }

    /** Whether a process is a thread of the kernel. */
    public boolean ofKernel(long pid) {
        return read(pid + "/stat")
                && line.parse()
                && line.has(StatLine.FLAGS)
                && (line.number(StatLine.FLAGS) & StatLine.KERNEL_FLAG) != 0;
    }

    /** The ids of all processes. */
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

    /** What a thread does and where. */
    public Optional<ThreadStat> stat(long pid, long tid) {
        return read(pid + "/task/" + tid + "/stat") && line.parse() && !line.dead()
                ? ThreadStat.of(line)
                : Optional.empty();
    }

    /** Whether a process is stopped by a signal or a debugger, by its {@link #statFile}. */
    public boolean stopped(OpenFile stat) {
        return text.read(stat) && line.parse() && line.stopped();
    }

    /** The file with the state of a process's main thread. */
    public OpenFile statFile(long pid) {
        return new OpenFile(root + "/" + pid + "/task/" + pid + "/stat");
    }

    /** Processor time of a process since it began, in ticks; -1 where it has ended. */
    public long cpuTicks(long pid) {
        return read(pid + "/stat") && line.parse() && line.has(StatLine.SYSTEM_TICKS)
                ? line.number(StatLine.USER_TICKS) + line.number(StatLine.SYSTEM_TICKS)
                : KernelText.NONE;
    }

    /** For how long the threads of a process were ready to run and had no processor. */
    public long runDelayNs(long pid) {
        return RunDelay.read(text, root + "/" + pid + "/task");
    }

    /** Its mask and how often it left a CPU. */
    public Optional<ThreadStatus> status(long pid, long tid) {
        return read(pid + "/task/" + tid + "/status") ? Optional.of(ThreadStatus.parse(text)) : Optional.empty();
    }

    /** For how long a thread had a CPU and waited for one; empty where the kernel does not count. */
    public Optional<ThreadSchedule> schedule(long pid, long tid) {
        return read(pid + "/task/" + tid + "/schedstat") ? ThreadSchedule.parse(text) : Optional.empty();
    }

    /** The same, of a file that is read again and again: that costs an eighth of opening it again. */
    public Optional<ThreadSchedule> schedule(OpenFile file) {
        return text.read(file) ? ThreadSchedule.parse(text) : Optional.empty();
    }

    /** The file that {@link #schedule(OpenFile)} reads. */
    public OpenFile scheduleFile(long pid, long tid) {
        return new OpenFile(root + "/" + pid + "/task/" + tid + "/schedstat");
    }

    /** How often it left a CPU and came to another one. */
    public Optional<ThreadSwitches> switches(long pid, long tid) {
        String folder = pid + "/task/" + tid;
        Optional<ThreadSwitches> found = read(folder + "/sched") ? ThreadSwitches.ofSched(text) : Optional.empty();
        return found.isPresent() ? found : status(pid, tid).map(ThreadSwitches::ofStatus);
    }

    /** What the living threads of a process do and where. */
    public Stream<ThreadStat> stats(long pid) {
        return threads(pid).stream().flatMap(tid -> stat(pid, tid).stream());
    }

    /** The processes of a group. */
    public List<Long> group(long leader) {
        return groups(Set.of(leader));
    }

    /**
     * The processes of some groups, in rising order. A process of another group is asked again at every tenth search for the same
     * groups: those that are born into a group are found at once.
     */
    public List<Long> groups(Set<Long> leaders) {
        if (searches++ % SEARCHES_OF_ALL == 0 || !leaders.equals(soughtLeaders)) {
            strangers.clear();
            soughtLeaders = leaders;
        }
        List<Long> found = processes();
        found.removeIf(pid -> strangers.contains(pid) || !isOf(leaders, pid));
        return found;
    }

    private boolean isOf(Set<Long> leaders, Long pid) {
        boolean read = read(pid + "/stat") && line.parse() && line.has(StatLine.GROUP);
        boolean member = read && leaders.contains(line.number(StatLine.GROUP));
        if (read && !member) {
            strangers.add(pid);
        }
        return member && !line.dead();
    }

    private boolean read(String path) {
        return text.read(root + "/" + path);
    }

    /**
     * What {@code /proc/PID/task/TID/schedstat} says (Documentation/scheduler/sched-stats).
     *
     * @param cpuNs for so long it had a CPU
     * @param waitNs for so long it was ready and had none; counted when it gets one
     * @param turns times that it got one
     */
    public record ThreadSchedule(long cpuNs, long waitNs, long turns) {
        /** Of the file's text; empty where it is another one. */
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
     * How the kernel schedules a thread (sched(7)).
     *
     * @param policy {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle}, {@code deadline}, or {@code unknown}
     * @param priority 1 to 99 of a real-time thread, more is more urgent; 0 of any other
     */
    public record ThreadScheduling(String policy, int priority) {
        public static final ThreadScheduling UNKNOWN = new ThreadScheduling("unknown", 0);

        /** Of the numbers that the kernel writes. */
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
     * A line of {@code /proc/PID/task/TID/stat} (proc(5)).
     *
     * @param state {@code R} while it runs or waits for a CPU
     * @param group of processes
     * @param startTicks after boot
     * @param minorFaults pages that were found without a disk
     * @param majorFaults pages that came from a disk
     * @param cpu that it ran on last, or runs on
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
        /** Of a line; empty when it has too few fields. */
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
     * What {@code /proc/PID/task/TID/status} says (proc(5)).
     *
     * @param allowed CPUs
     * @param voluntary times that the thread gave its CPU up
     * @param involuntary times that it was taken away
     */
    public record ThreadStatus(CpuList allowed, long voluntary, long involuntary) {
        /** Nothing known. */
        public static final ThreadStatus NONE = new ThreadStatus(CpuList.none(), 0, 0);

        /** Of the file's text; what it does not say is nothing. */
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

        /** How often it left a CPU. */
        public long switches() {
            return voluntary + involuntary;
        }
    }

    /**
     * How often a thread left a CPU, from {@code /proc/PID/task/TID/sched}, which not every kernel has, or from its status.
     *
     * @param voluntary times that it gave its CPU up
     * @param involuntary times that it was taken away
     * @param migrations to another CPU; {@link #UNKNOWN} where the kernel does not say
     */
    public record ThreadSwitches(long voluntary, long involuntary, long migrations) {
        public static final long UNKNOWN = -1;

        /** Of the text of {@code sched}; empty where that does not tell of switches. */
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
