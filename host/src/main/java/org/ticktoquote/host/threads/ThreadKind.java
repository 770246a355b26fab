package org.ticktoquote.host.threads;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a thread is to its JVM, by the name that the JVM gives it natively (HotSpot and its relatives, releases 8 to 25; names
 * as {@code /proc/PID/task/TID/comm} shows them, cut to 15 characters).
 */
public enum ThreadKind {
    /** Collectors: Parallel and Serial, G1, Concurrent Mark Sweep, ZGC and its single generation, Shenandoah, Epsilon. */
    GC(
            "GC Thread#*",
            "ParGC Thread#*",
            "GC task thread*",
            "G1 *",
            "Gang worker#*",
            "CMS *",
            "Concurrent Mark*",
            "Surrogate Locke*",
            "/[ZX](Director|Driver.*|Stat|Worker.*|Uncommit.*|Unmapper.*)/",
            "RuntimeWorker#*",
            "Shenandoah*",
            "Safepoint Clean*",
            "StrDedup",
            "String Deduplic*"),
    /** Compilers and what sweeps up behind them. */
    COMPILER("C1 CompilerThre*", "C2 CompilerThre*", "JVMCI*", "Libgraal*", "Sweeper thread"),
    /** What else a JVM runs of its own. */
    VM(
            "VM Thread",
            "VM Periodic Tas*",
            "VM Operation*",
            "Reference Handl*",
            "Finalizer",
            "Signal Dispatch*",
            "Service Thread",
            "Monitor Deflati*",
            "Notification Th*",
            "Common-Cleaner",
            "Attach Listener",
            "AsyncLog Thread",
            "JFR *"),
    /** Everything else: the program's own. */
    OTHER;

    private final Pattern pattern;

    ThreadKind(String... names) {
        this.pattern = Pattern.compile(Arrays.stream(names)
                .map(name -> NamePattern.of(name).pattern().pattern())
                .collect(Collectors.joining("|")));
    }

    /** The kind of a native name. */
    public static ThreadKind ofName(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind != OTHER && kind.pattern.matcher(name).matches())
                .findFirst()
                .orElse(OTHER);
    }

    /** The kind that a plan calls by a word: {@code gc}, {@code compiler} or {@code vm}. */
    public static Optional<ThreadKind> ofWord(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind != OTHER && kind.word().equals(word))
                .findFirst();
    }

    /** As plans and files write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
