package org.ticktoquote.host.threads;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.StatLine;
import org.ticktoquote.host.threads.ProcessFiles.ThreadSchedule;
import org.ticktoquote.host.threads.ProcessFiles.ThreadScheduling;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/**
 * The files of {@code /proc} that tell of processes and their threads; who ended meanwhile is absent.
 *
 * <p>Reading them stops nobody. The buffer is kept, so that looking at hundreds of threads leaves little garbage; not
 * thread-safe.
 */
public final class ProcessFiles {
    private static final int LONGEST = 1 << 13;
    private static final int DECIMAL = 10;

    private final Path root;
    private final byte[] buffer = new byte[LONGEST];
    private @Nullable FileChannel loads;

    /** Of this host. */
    public ProcessFiles() {
        this(Path.of("/proc"));
    }

    /** Of a tree of the same form. */
    public ProcessFiles(Path root) {
        this.root = root;
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
        ByteBuffer line = ByteBuffer.wrap(buffer);
        try {
            if (loads == null) {
                loads = FileChannel.open(root.resolve("loadavg"));
            }
            long newest = 0;
            for (int i = 0, length = loads.read(line, 0); i < length; i++) {
                int digit = Character.digit(buffer[i], DECIMAL);
                newest = digit >= 0 ? newest * DECIMAL + digit : buffer[i] == ' ' ? 0 : newest;
            }
            return newest;
        } catch (IOException unknown) {
            return 0;
        }
    }

    /** Start of a process after boot, of one whose main thread has ended as well. */
    public Optional<Long> startTicks(long pid) {
        return text(pid + "/stat").flatMap(ThreadStat::parse).map(ThreadStat::startTicks);
    }

    /** Whether a process is a thread of the kernel. */
    public boolean ofKernel(long pid) {
        return text(pid + "/stat")
                .flatMap(StatLine::parse)
                .filter(stat -> (stat.number(StatLine.FLAGS) & StatLine.KERNEL_FLAG) != 0)
                .isPresent();
    }

    /** The ids of all processes. */
    public List<Long> processes() {
        return ids(root);
    }

    private static List<Long> ids(Path folder) {
        String @Nullable [] names = folder.toFile().list();
        return names == null
                ? List.of()
                : Arrays.stream(names)
                        .filter(name -> Character.isDigit(name.charAt(0)))
                        .map(Long::valueOf)
                        .sorted()
                        .toList();
    }

    /** What a thread does and where. */
    public Optional<ThreadStat> stat(long pid, long tid) {
        return text(pid + "/task/" + tid + "/stat").flatMap(ThreadStat::parse).filter(stat -> !stat.dead());
    }

    /** Its mask and how often it left a CPU. */
    public Optional<ThreadStatus> status(long pid, long tid) {
        return text(pid + "/task/" + tid + "/status").map(ThreadStatus::parse);
    }

    /** For how long a thread had a CPU and waited for one; empty where the kernel does not count. */
    public Optional<ThreadSchedule> schedule(long pid, long tid) {
        return text(pid + "/task/" + tid + "/schedstat").flatMap(ThreadSchedule::parse);
    }

    /** The same, to be read again and again. */
    public Optional<ScheduleFile> scheduleFile(long pid, long tid) {
        return ScheduleFile.open(root.resolve(pid + "/task/" + tid + "/schedstat"));
    }

    /** How often it left a CPU and came to another one. */
    public Optional<ThreadSwitches> switches(long pid, long tid) {
        String folder = pid + "/task/" + tid;
        return text(folder + "/sched")
                .flatMap(ThreadSwitches::ofSched)
                .or(() -> status(pid, tid).map(ThreadSwitches::ofStatus));
    }

    /** What the living threads of a process do and where. */
    public Stream<ThreadStat> stats(long pid) {
        return threads(pid).stream().flatMap(tid -> stat(pid, tid).stream());
    }

    /** The processes of a group. */
    public List<Long> group(long leader) {
        return processes().stream()
                .filter(pid -> text(pid + "/stat")
                        .flatMap(ThreadStat::parse)
                        .filter(stat -> stat.group() == leader && !stat.dead())
                        .isPresent())
                .toList();
    }

    private Optional<String> text(String path) {
        try (InputStream in = new FileInputStream(root.resolve(path).toFile())) {
            int length = in.readNBytes(buffer, 0, LONGEST);
            return Optional.of(new String(buffer, 0, length, StandardCharsets.UTF_8));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /**
     * What {@code /proc/PID/task/TID/schedstat} says (Documentation/scheduler/sched-stats).
     *
     * @param cpuNs for so long it had a CPU
     * @param waitNs for so long it was ready and had none; counted when it gets one
     * @param turns times that it got one
     */
    public record ThreadSchedule(long cpuNs, long waitNs, long turns) {
        private static final int FIELDS = 3;

        /** Of the file's text; empty where it is another one. */
        static Optional<ThreadSchedule> parse(String text) {
            String[] fields = text.trim().split(" ", -1);
            try {
                return fields.length == FIELDS
                        ? Optional.of(new ThreadSchedule(
                                Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2])))
                        : Optional.empty();
            } catch (NumberFormatException another) {
                return Optional.empty();
            }
        }
    }

    /**
     * The {@code schedstat} of one thread, kept open: to read it again costs an eighth of opening it again. Not thread-safe.
     */
    public static final class ScheduleFile implements AutoCloseable {
        private static final int LONGEST = 128;

        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocate(LONGEST);

        private ScheduleFile(FileChannel channel) {
            this.channel = channel;
        }

        /** Empty where the thread has ended, the kernel does not count, or too many files are open. */
        static Optional<ScheduleFile> open(Path file) {
            try {
                return Optional.of(new ScheduleFile(FileChannel.open(file)));
            } catch (IOException absent) {
                return Optional.empty();
            }
        }

        /** As it is now; empty when the thread has ended. */
        public Optional<ThreadSchedule> read() {
            buffer.clear();
            try {
                int length = channel.read(buffer, 0);
                return length <= 0
                        ? Optional.empty()
                        : ThreadSchedule.parse(new String(buffer.array(), 0, length, StandardCharsets.US_ASCII));
            } catch (IOException ended) {
                return Optional.empty();
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException closed) {
                return; // it was only read
            }
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
        /** The line's parts; empty when it is none. */
        public static Optional<ThreadStat> parse(String line) {
            return StatLine.parse(line)
                    .filter(stat -> stat.has(StatLine.PRIORITY))
                    .map(ThreadStat::of);
        }

        private static ThreadStat of(StatLine line) {
            return new ThreadStat(
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
                            : ThreadScheduling.UNKNOWN);
        }

        /** Whether a signal or a debugger stopped it. */
        public boolean stopped() {
            return state == 'T' || state == 't';
        }

        /** Whether it is dead and only waits to be forgotten. */
        public boolean dead() {
            return state == 'Z' || state == 'X';
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
        public static ThreadStatus parse(String text) {
            CpuList allowed = CpuList.none();
            long voluntary = 0;
            long involuntary = 0;
            for (String line : text.lines().toList()) {
                String value = line.substring(line.indexOf(':') + 1).trim();
                if (line.startsWith("Cpus_allowed_list:")) {
                    allowed = CpuList.parse(value);
                } else if (line.startsWith("voluntary_ctxt_switches:")) {
                    voluntary = Long.parseLong(value);
                } else if (line.startsWith("nonvoluntary_ctxt_switches:")) {
                    involuntary = Long.parseLong(value);
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
        static Optional<ThreadSwitches> ofSched(String text) {
            long voluntary = value(text, "\nnr_voluntary_switches");
            long involuntary = value(text, "\nnr_involuntary_switches");
            return voluntary == UNKNOWN || involuntary == UNKNOWN
                    ? Optional.empty()
                    : Optional.of(new ThreadSwitches(voluntary, involuntary, value(text, "nr_migrations ")));
        }

        static ThreadSwitches ofStatus(ThreadStatus status) {
            return new ThreadSwitches(status.voluntary(), status.involuntary(), UNKNOWN);
        }

        /** The whole number behind a name, blanks and a colon. */
        private static long value(String text, String name) {
            int at = text.indexOf(name);
            int colon = at < 0 ? -1 : text.indexOf(':', at);
            int end = colon < 0 ? -1 : text.indexOf('\n', colon);
            if (end < 0) {
                return UNKNOWN;
            }
            try {
                return Long.parseLong(text.substring(colon + 1, end).trim());
            } catch (NumberFormatException another) {
                return UNKNOWN;
            }
        }
    }
}
