package org.ticktoquote.host.jvm;

import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Families of virtual machines, recognised by their {@code java.vm.name}. */
public enum JvmFamily {
    /** OpenJDK and its builds (Oracle, Temurin, Corretto, Zulu, ...). */
    HOTSPOT("HotSpot"),
    /** Azul Zing, formerly also called Zulu Prime. */
    ZING("Zing"),
    /** Eclipse OpenJ9, IBM Semeru. */
    OPENJ9("OpenJ9"),
    OTHER("other");

    private static final String ZING_LOG = "-Xlog:gc,safepoint:";
    private static final String DECORATIONS = ":timenanos,uptimenanos,tags,tid";

    private final String title;

    JvmFamily(String title) {
        this.title = title;
    }

    /** Returns the name in files. */
    @JsonValue
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name for users. */
    public String title() {
        return title;
    }

    /** Returns the family with the given name in files. */
    public static Optional<JvmFamily> named(String key) {
        return Arrays.stream(values()).filter(each -> each.key().equals(key)).findFirst();
    }

    /** Returns the family of a {@code java.vm.name}. */
    static JvmFamily of(String vmName) {
        String name = vmName.toLowerCase(Locale.ROOT);
        if (name.contains("zing")) {
            return ZING;
        }
        if (name.contains("j9")) {
            return OPENJ9;
        }
        return name.contains("hotspot") || name.contains("openjdk") ? HOTSPOT : OTHER;
    }

    public static JvmFamily own() {
        return of(System.getProperty("java.vm.name", ""));
    }

    /**
     * Returns the flags that log collections and other pauses to a file, and write the error file of a crash next to it
     * instead of into the working directory.
     *
     * <p>HotSpot's flags are those of JEP 158 and 271. Its {@code timenanos} is on the scale of {@code System.nanoTime}, so
     * pauses align with the journals. Zing's documentation, "Unified GC Logging" (default since 20.09), lists the tags
     * {@code gc} and {@code safepoint}, and HotSpot's decorations; {@link #logProbeFlags} tests for them. OpenJ9 logs
     * by {@code -Xverbosegclog}, since its documentation has gc as the only tag of {@code -Xlog}. The error file of
     * OpenJ9 is the Java dump
     * ({@code -Xdump:java}). Its core dump stays in the working directory because it is as large as the heap.
     */
    public List<String> logFlags(Path file) {
        return switch (this) {
            case HOTSPOT -> List.of("-Xlog:gc*,safepoint=info:file=\"" + file + "\"" + DECORATIONS, errorFile(file));
            case ZING -> List.of(ZING_LOG + file + DECORATIONS, errorFile(file));
            case OPENJ9 ->
                List.of(
                        "-Xverbosegclog:" + file,
                        "-Xdump:java:defaults:file=" + sibling(file, "javacore", "-%pid.%seq.txt"));
            case OTHER -> List.of();
        };
    }

    /** Returns a flag for testing whether a JVM of this family supports {@link #logFlags}; none if all do. */
    List<String> logProbeFlags() {
        return this == ZING ? List.of(ZING_LOG + "stdout" + DECORATIONS) : List.of();
    }

    /** Returns the flags for a JVM that rejects {@link #logProbeFlags}; the log has the JVM's default time stamps. */
    static List<String> fallbackLogFlags(Path file) {
        return List.of(ZING_LOG + file, errorFile(file));
    }

    /** Returns the flag for the error file: the log's name with {@code hs_err} instead of {@code gc}, plus the process id. */
    static String errorFile(Path log) {
        return "-XX:ErrorFile=" + sibling(log, "hs_err", "-%p.log");
    }

    private static Path sibling(Path log, String name, String end) {
        String of = log.getFileName().toString().replaceFirst("^gc", "").replaceFirst("\\.log$", "");
        return log.resolveSibling(name + of + end);
    }

    /** Returns flags that make a JVM reject unknown options instead of ignoring them silently. */
    List<String> strictFlags() {
        return switch (this) {
            case OPENJ9 -> List.of("-XX:-IgnoreUnrecognizedXXColonOptions");
            case HOTSPOT, ZING, OTHER -> List.of();
        };
    }
}
