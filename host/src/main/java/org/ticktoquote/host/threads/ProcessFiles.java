package org.ticktoquote.host.threads;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of {@code /proc} that tell of processes and their threads; who ended meanwhile is absent.
 *
 * <p>Reading them stops nobody. The buffer is kept, so that looking at hundreds of threads leaves little garbage; not
 * thread-safe.
 */
public final class ProcessFiles {
    private static final int LONGEST = 1 << 13;

    private final Path root;
    private final byte[] buffer = new byte[LONGEST];

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

    /** Links of the folder of a process's threads: two more than there are threads; 0 when it has ended. */
    public int taskLinks(long pid) {
        try {
            return (Integer) Files.getAttribute(root.resolve(pid + "/task"), "unix:nlink");
        } catch (IOException ended) {
            return 0;
        }
    }

    /** Id of the newest process or thread of the host; 0 where it is not known. */
    public long newestTask() {
        return text("loadavg")
                .map(line -> line.substring(line.lastIndexOf(' ') + 1).trim())
                .map(Long::valueOf)
                .orElse(0L);
    }

    /** Start of a process after boot, of one whose main thread has ended as well. */
    public Optional<Long> startTicks(long pid) {
        return text(pid + "/stat").flatMap(ThreadStat::parse).map(ThreadStat::startTicks);
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
}
