package org.ticktoquote.host.jvm;

import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Kinds of virtual machine, distinguished by the name that they give themselves, {@code java.vm.name}. */
public enum JvmFamily {
    /** OpenJDK and its builds (Oracle, Temurin, Corretto, Zulu, ...). */
    HOTSPOT("HotSpot"),
    /** Azul Zing, for some years called Zulu Prime. */
    ZING("Zing"),
    /** Eclipse OpenJ9, IBM Semeru. */
    OPENJ9("OpenJ9"),
    /** Anything else. */
    OTHER("other");

    private static final String ZING_LOG = "-Xlog:gc,safepoint:";
    private static final String DECORATIONS = ":timenanos,uptimenanos,tags,tid";

    private final String title;

    JvmFamily(String title) {
        this.title = title;
    }

    /** As files name it. */
    @JsonValue
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As people name it. */
    public String title() {
        return title;
    }

    /** By the name that files use. */
    public static Optional<JvmFamily> named(String key) {
        return Arrays.stream(values()).filter(each -> each.key().equals(key)).findFirst();
    }

    /** By what a JVM says. */
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

    /** Of the JVM that runs this process. */
    public static JvmFamily own() {
        return of(System.getProperty("java.vm.name", ""));
    }

    /**
     * The flags with which it logs collections and other stops into a file, and, where it crashes, writes its error file
     * beside that: it would be left in whatever folder the process runs in, on whatever host.
     *
     * <p>HotSpot: JEP 158 and 271; {@code timenanos} is on the scale of System.nanoTime, so pauses align with the journals.
     * Zing: "Unified GC Logging" of its documentation, which is on by default since 20.09, names these two tags, and knows
     * decorations as HotSpot does; which ones, the JVM is asked before.
     * OpenJ9: {@code -Xverbosegclog} of its documentation; of {@code -Xlog} it knows no other tag than gc. Its error file is the
     * Java dump, {@code -Xdump:java} of its documentation; a core stays where the process runs, since it is of the heap's size.
     */
    public List<String> logFlags(Path file) {
        return switch (this) {
            case HOTSPOT -> List.of("-Xlog:gc*,safepoint=info:file=\"" + file + "\"" + DECORATIONS, errorFile(file));
            case ZING -> List.of(ZING_LOG + file + DECORATIONS, errorFile(file));
            case OPENJ9 ->
                List.of(
                        "-Xverbosegclog:" + file,
                        "-Xdump:java:defaults:file=" + beside(file, "javacore", "-%pid.%seq.txt"));
            case OTHER -> List.of();
        };
    }

    /** A flag that a JVM of this family must take for its log to be written as {@link #logFlags} says; none where all are known to. */
    List<String> logQuestion() {
        return this == ZING ? List.of(ZING_LOG + "stdout" + DECORATIONS) : List.of();
    }

    /** The flags of one that does not take the question: with the stamps that it has by itself. */
    static List<String> plainLogFlags(Path file) {
        return List.of(ZING_LOG + file, errorFile(file));
    }

    /** One for each JVM of the run: the log's name, without its {@code gc} and with the process id. */
    static String errorFile(Path log) {
        return "-XX:ErrorFile=" + beside(log, "hs_err", "-%p.log");
    }

    private static Path beside(Path log, String name, String end) {
        String of = log.getFileName().toString().replaceFirst("^gc", "").replaceFirst("\\.log$", "");
        return log.resolveSibling(name + of + end);
    }

    /** Flags under which it refuses what it does not know, instead of running without it and without a word. */
    List<String> strictFlags() {
        return switch (this) {
            case OPENJ9 -> List.of("-XX:-IgnoreUnrecognizedXXColonOptions");
            case HOTSPOT, ZING, OTHER -> List.of();
        };
    }
}
