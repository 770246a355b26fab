package org.ticktoquote.host.sampling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.Throttling;
import org.ticktoquote.core.evidence.CpuLook;
import org.ticktoquote.core.evidence.HostLook;
import org.ticktoquote.core.evidence.Pressure;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

/**
 * What the host of an application goes through: its run queue and pressure, the application's CPU quota, and of each CPU
 * that the application may use the interrupts, softirqs, its frequency ({@code cpufreq} in Documentation/admin-guide/pm) and
 * for how long threads waited for it. Of many CPUs it is those with the most interrupts, and in place of the last of these
 * those that were waited for the longest. Which ones it may use is looked up every ten seconds. Thread-safe.
 */
final class HostSampler {
    private static final long ALLOWED_NS = TimeUnit.SECONDS.toNanos(10);
    /** So that a look at a large host does not make the file large. */
    private static final int MOST_CPUS = 16;

    private static final int MOST_WAITED_FOR = 4;
    private static final Pattern RUNNABLE = Pattern.compile("\\S+ \\S+ \\S+ (\\d{1,9})/\\d+ \\d+\\s*");

    private final ProcessFiles files;
    private final Path cpus;
    private final NanoClock clock;
    private final Path proc;
    private final PressureSampler pressure;
    private final InterruptTable interrupts;
    private final InterruptTable softirqs;
    private final CpuQueues queues;
    private final QuotaSampler quota;
    private Collection<Integer> allowed = List.of();
    private long allowedNs;
    private long lookedNs;
    private boolean begun;
    private List<HostLook> over = new ArrayList<>();

    /**
     * Before its first look.
     *
     * @param proc where the kernel shows processes
     * @param cpus where it shows CPUs
     * @param groups where it shows control groups
     */
    HostSampler(Path proc, Path cpus, Path groups, NanoClock clock) {
        this.files = new ProcessFiles(proc);
        this.cpus = cpus;
        this.clock = clock;
        this.proc = proc;
        this.pressure = new PressureSampler(proc);
        this.interrupts = new InterruptTable(proc.resolve("interrupts"));
        this.softirqs = new InterruptTable(proc.resolve("softirqs"));
        this.queues = new CpuQueues(proc);
        this.quota = new QuotaSampler(proc, groups);
    }

    /** Looks; what was before the first look is nobody's business. */
    synchronized void look(Collection<Long> processes) {
        long nowNs = clock.nanoTime();
        if (!begun || nowNs - allowedNs >= ALLOWED_NS) {
            allowed = allowed(processes);
            allowedNs = nowNs;
        }
        interrupts.look();
        softirqs.look();
        queues.look();
        HostLook now = new HostLook(
                lookedNs,
                nowNs,
                pressure.grown().orElse(null),
                kept(allowed.stream().map(this::cpu).toList()),
                runQueue(),
                quota.grownNs(processes));
        if (begun) {
            over.add(now);
        }
        begun = true;
        lookedNs = nowNs;
    }

    /** Those since the last call. */
    synchronized List<HostLook> over() {
        List<HostLook> all = over;
        over = new ArrayList<>();
        return all;
    }

    private Collection<Integer> allowed(Collection<Long> processes) {
        Collection<Integer> found = new TreeSet<>();
        for (long pid : processes) {
            for (long tid : files.threads(pid)) {
                files.status(pid, tid)
                        .map(ThreadStatus::allowed)
                        .map(CpuList::numbers)
                        .ifPresent(found::addAll);
            }
        }
        return found;
    }

    /** By falling interrupts. */
    private static List<CpuLook> kept(List<CpuLook> all) {
        Comparator<CpuLook> busiest =
                Comparator.comparingLong(CpuLook::interrupts).reversed();
        List<CpuLook> sorted = all.stream().sorted(busiest).toList();
        if (sorted.size() <= MOST_CPUS) {
            return sorted;
        }
        List<CpuLook> others = sorted.subList(MOST_CPUS - MOST_WAITED_FOR, sorted.size());
        return Stream.concat(
                        sorted.stream().limit(MOST_CPUS - MOST_WAITED_FOR),
                        others.stream()
                                .sorted(Comparator.comparingLong(CpuLook::waitNs)
                                        .reversed())
                                .limit(MOST_WAITED_FOR))
                .sorted(busiest)
                .toList();
    }

    private CpuLook cpu(int cpu) {
        return new CpuLook(cpu, interrupts.grown(cpu), softirqs.grown(cpu), kiloHertz(cpu), queues.grown(cpu));
    }

    private long kiloHertz(int cpu) {
        try {
            return Long.parseLong(Reading.textOf(cpus.resolve("cpu" + cpu + "/cpufreq/scaling_cur_freq"))
                    .trim());
        } catch (NumberFormatException absent) {
            return Pressure.UNKNOWN;
        }
    }

    /** A counter of each CPU at this look and at the one before. Not thread-safe. */
    private abstract static class CpuCounters {
        private Map<Integer, Long> before = Map.of();
        private Map<Integer, Long> now = Map.of();

        final void look() {
            before = now;
            now = read();
        }

        /** By CPU; empty where the kernel does not say. */
        abstract Map<Integer, Long> read();

        /** Growth between the last two looks; {@link Pressure#UNKNOWN} where the kernel does not say. */
        final long grown(int cpu) {
            Long old = before.get(cpu);
            Long found = now.get(cpu);
            return old == null || found == null ? Pressure.UNKNOWN : Math.max(0, found - old);
        }
    }

    /**
     * For how long threads waited for each CPU, of {@code /proc/schedstat} (Documentation/scheduler/sched-stats): the eighth number
     * of a line {@code cpuN}, in ns. Versions 15, 16 and 17 differ in the lines of domains alone, which are passed over; of a version
     * that is not known nothing is. A kernel without CONFIG_SCHEDSTATS has no such file. Not thread-safe.
     */
    private static final class CpuQueues extends CpuCounters {
        private static final Set<String> KNOWN = Set.of("version 15", "version 16", "version 17");
        private static final String CPU = "cpu";
        private static final int NUMBERS = 9;
        private static final int WAITED = 8;

        private final Path file;

        /** @param proc where the kernel shows it */
        CpuQueues(Path proc) {
            this.file = proc.resolve("schedstat");
        }

        @Override
        Map<Integer, Long> read() {
            if (!Files.exists(file)) {
                return Map.of();
            }
            Map<Integer, Long> found = new HashMap<>();
            try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
                String version = lines.readLine();
                if (version != null && KNOWN.contains(version.strip())) {
                    lines.lines().filter(line -> line.startsWith(CPU)).forEach(line -> add(line, found));
                }
            } catch (IOException | UncheckedIOException absent) {
                return Map.of();
            }
            return found;
        }

        private static void add(String line, Map<Integer, Long> to) {
            List<String> words = List.of(line.strip().split(" +", -1));
            try {
                if (words.size() == NUMBERS + 1) {
                    to.put(Integer.parseInt(words.get(0).substring(CPU.length())), Long.parseLong(words.get(WAITED)));
                }
            } catch (NumberFormatException another) {
                return; // no line of a CPU
            }
        }
    }

    /**
     * How many interrupts of all kinds each CPU took, of {@code /proc/interrupts} or {@code /proc/softirqs} (proc(5)): a line of
     * CPUs, then a line of counts for each kind. Not thread-safe.
     */
    private static final class InterruptTable extends CpuCounters {
        private static final int MOST_DIGITS = 18;

        private final Path file;

        InterruptTable(Path file) {
            this.file = file;
        }

        @Override
        Map<Integer, Long> read() {
            List<Integer> cpus = new ArrayList<>();
            long[] sums = new long[0];
            try {
                for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                    if (cpus.isEmpty()) {
                        cpus = cpus(line);
                        sums = new long[cpus.size()];
                    } else {
                        add(line, sums);
                    }
                }
            } catch (IOException absent) {
                return Map.of();
            }
            Map<Integer, Long> found = new HashMap<>();
            for (int i = 0; i < sums.length; i++) {
                found.put(cpus.get(i), sums[i]);
            }
            return found;
        }

        private static List<Integer> cpus(String line) {
            List<Integer> cpus = new ArrayList<>();
            StringTokenizer words = new StringTokenizer(line);
            while (words.hasMoreTokens()) {
                String word = words.nextToken();
                if (word.matches("CPU\\d{1,6}")) {
                    cpus.add(Integer.parseInt(word.substring("CPU".length())));
                }
            }
            return cpus;
        }

        /** A line of one count alone, as that of errors, is of no CPU. */
        private static void add(String line, long[] sums) {
            StringTokenizer words = new StringTokenizer(line.substring(line.indexOf(':') + 1));
            if (words.countTokens() < sums.length) {
                return;
            }
            for (int i = 0; i < sums.length; i++) {
                String word = words.nextToken();
                if (word.length() > MOST_DIGITS || !word.chars().allMatch(Character::isDigit)) {
                    return;
                }
                sums[i] += Long.parseLong(word);
            }
        }
    }

    /**
     * For how long threads of the host waited for CPUs, disks and memory, from {@code /proc/pressure}
     * (Documentation/accounting/psi). Not thread-safe.
     */
    private static final class PressureSampler {
        private static final List<String> FILES = List.of("cpu", "io", "memory");
        private static final Pattern SOME = total("some");
        private static final Pattern FULL = total("full");

        private final Path folder;
        private List<Long> before = List.of();

        /** @param proc where the kernel shows them */
        PressureSampler(Path proc) {
            this.folder = proc.resolve("pressure");
        }

        private static Pattern total(String share) {
            return Pattern.compile(share + " [^\n]*\\btotal=(\\d{1,15})");
        }

        /** By how much it grew since the last call; empty where the kernel does not say, and at the first one. */
        Optional<Pressure> grown() {
            List<Long> now = new ArrayList<>();
            for (String file : FILES) {
                String text = Reading.textOf(folder.resolve(file));
                now.add(totalNs(SOME, text));
                now.add(totalNs(FULL, text));
            }
            List<Long> old = before;
            before = now;
            boolean counted = now.stream().anyMatch(ns -> ns != Pressure.UNKNOWN);
            return old.isEmpty() || !counted
                    ? Optional.empty()
                    : Optional.of(new Pressure(
                            grown(old, now, 0),
                            grown(old, now, 1),
                            grown(old, now, 2),
                            grown(old, now, 3),
                            grown(old, now, 4),
                            grown(old, now, 5)));
        }

        private static long grown(List<Long> old, List<Long> now, int which) {
            boolean known = old.get(which) != Pressure.UNKNOWN && now.get(which) != Pressure.UNKNOWN;
            return known ? Math.max(0, now.get(which) - old.get(which)) : Pressure.UNKNOWN;
        }

        private static long totalNs(Pattern pattern, String text) {
            Matcher total = pattern.matcher(text);
            return total.find() ? TimeUnit.MICROSECONDS.toNanos(Long.parseLong(total.group(1))) : Pressure.UNKNOWN;
        }
    }

    /** For how long a CPU quota of their control groups kept processes from running. Not thread-safe. */
    private static final class QuotaSampler {
        private final Path proc;
        private final Path groups;
        private Map<Path, Throttling> before = Map.of();

        /**
         * Before its first look.
         *
         * @param proc where the kernel shows processes
         * @param groups where it shows control groups
         */
        QuotaSampler(Path proc, Path groups) {
            this.proc = proc;
            this.groups = groups;
        }

        /**
         * By how much it grew since the last call, in the group where it grew most: ns of each CPU, counted when the group may run
         * again. {@link Pressure#UNKNOWN} where there is no quota, and at the first call.
         */
        long grownNs(Collection<Long> processes) {
            Map<Path, Throttling> now = new HashMap<>();
            files(processes).forEach(file -> now.put(file, Throttling.read(file)));
            Map<Path, Throttling> old = before;
            before = now;
            return now.entrySet().stream()
                    .mapToLong(file -> grownNs(old.get(file.getKey()), file.getValue()))
                    .max()
                    .orElse(Pressure.UNKNOWN);
        }

        private static long grownNs(@Nullable Throttling old, Throttling now) {
            return old == null || now.limited() == 0
                    ? Pressure.UNKNOWN
                    : Math.max(0, now.throttledNs() - old.throttledNs());
        }

        private Set<Path> files(Collection<Long> processes) {
            return processes.stream()
                    .flatMap(pid -> Throttling.files(Reading.textOf(proc.resolve(pid + "/cgroup")), groups).stream())
                    .collect(Collectors.toSet());
        }
    }

    /**
     * How many threads of the host run or are ready to, on all its CPUs, the thread that asks among them: the fourth field of
     * {@code /proc/loadavg} (proc(5)). That is the same number as {@code procs_running} of {@code /proc/stat}, without the
     * counts of all interrupts.
     */
    private long runQueue() {
        Matcher found = RUNNABLE.matcher(Reading.textOf(proc.resolve("loadavg")));
        return found.matches() ? Long.parseLong(found.group(1)) : Pressure.UNKNOWN;
    }
}
