package org.ticktoquote.host.threads;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Role of a thread in its JVM, by native name (HotSpot and derivatives, releases 8 to 25; names as in
 * {@code /proc/PID/task/TID/comm}, truncated to 15 characters).
 */
public enum ThreadKind {
    /** Collectors: Parallel and Serial, G1, Concurrent Mark Sweep, ZGC with and without generations, Shenandoah, Epsilon. */
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
    /** Compilers and the code cache sweeper. */
    COMPILER("C1 CompilerThre*", "C2 CompilerThre*", "JVMCI*", "Libgraal*", "Sweeper thread"),
    /** Other threads of the JVM itself. */
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
    /** Threads of the program. */
    OTHER;

    private final Pattern pattern;

    ThreadKind(String... names) {
        this.pattern = Pattern.compile(Arrays.stream(names)
                .map(name -> NamePattern.of(name).pattern().pattern())
                .collect(Collectors.joining("|")));
    }

    /** Returns the kind for a native name. */
    public static ThreadKind ofName(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind != OTHER && kind.pattern.matcher(name).matches())
                .findFirst()
                .orElse(OTHER);
    }

    /** Returns the kind for a word in plans: {@code gc}, {@code compiler} or {@code vm}. */
    public static Optional<ThreadKind> ofWord(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind != OTHER && kind.word().equals(word))
                .findFirst();
    }

    /** Returns the word used in plans and files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
