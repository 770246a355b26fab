package org.ticktoquote.host.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;

/** Facts about the JVM of an application, as the JVM describes itself. */
public final class ApplicationJava {
    /** Name of the fact with name and version of the VM, or with {@code none} or {@code unknown} and the reason. */
    public static final String FACT = "applicationJava";

    private static final String VENDOR_FACT = FACT + "Vendor";
    /** Name of the fact with the {@code -X} flags. */
    public static final String FLAGS_FACT = FACT + "Flags";

    private static final String LIBRARY = "/libjvm.so";
    /** Added by the kernel to the name of a file that was removed or replaced. */
    private static final String DELETED = " (deleted)";

    private static final List<String> ENVIRONMENT = List.of("JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=");
    /** Options of {@code java} after which its program begins. */
    private static final Set<String> PROGRAM = Set.of("-jar", "-m", "--module");
    /** Options of {@code java} whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--patch-module",
            "--add-modules",
            "--limit-modules",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--enable-native-access",
            "--source");

    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER = 4;
    private static final int VERSION_2 = 2;
    private static final int MAJOR_VERSION = 5;
    private static final int FIRST_ENTRY = 24;
    private static final int ENTRIES = 28;
    private static final int NAME = 4;
    private static final int LENGTH = 8;
    private static final int TYPE = 12;
    private static final int DATA = 16;

    private ApplicationJava() {}

    /** Returns the facts for an application's processes on this host. */
    public static Map<String, String> facts(Collection<Long> processes) {
        return facts(Path.of("/proc"), processes);
    }

    /** Returns the facts for an application whose processes cannot be seen. */
    public static Map<String, String> unknown(String reason) {
        return Map.of(FACT, "unknown: " + reason);
    }

    static Map<String, String> facts(Path proc, Collection<Long> processes) {
        List<String> problems = new ArrayList<>();
        List<Map<String, String>> found = processes.stream()
                .flatMap(pid -> find(proc.resolve(Long.toString(pid)), problems).stream())
                .toList();
        if (!found.isEmpty()) {
            return joined(found);
        }
        return problems.isEmpty()
                ? Map.of(FACT, "none: no process of the application has loaded a JVM (libjvm.so)")
                : unknown(problems.get(0));
    }

    /** Joins the distinct values of several JVMs. */
    private static Map<String, String> joined(List<Map<String, String>> found) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : List.of(FACT, VENDOR_FACT, FLAGS_FACT)) {
            facts.put(
                    name,
                    found.stream()
                            .map(jvm -> jvm.getOrDefault(name, ""))
                            .distinct()
                            .collect(Collectors.joining("; ")));
        }
        return facts;
    }

    /**
     * Returns the facts of one JVM.
     *
     * @param version VM version, with its build
     * @param flags flags that begin with {@code -X}, in order; others can contain secrets
     */
    private static Map<String, String> facts(String vendor, String vmName, String version, List<String> flags) {
        return Map.of(
                FACT,
                vmName + " " + version,
                VENDOR_FACT,
                vendor,
                FLAGS_FACT,
                flags.isEmpty() ? "none" : String.join(" ", flags));
    }

    /**
     * Looks for a JVM in a process, given its folder in {@code /proc}. Adds the reason to the problems if there is one
     * that cannot be identified.
     */
    private static Optional<Map<String, String>> find(Path process, List<String> problems) {
        try (Stream<String> maps = Files.lines(process.resolve("maps"))) {
            Optional<String> library = maps.filter(line -> line.endsWith(LIBRARY) || line.endsWith(LIBRARY + DELETED))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst();
            return library.flatMap(found -> ask(process, found, problems));
        } catch (IOException | UncheckedIOException unreadable) {
            problems.add(process.resolve("maps") + " cannot be read");
            return Optional.empty();
        }
    }

    /**
     * Reads the JVM's performance data file. Without one, starts the executable next to the library to identify it, and
     * takes the flags from the command line. A deleted library has no executable, since an update replaced both.
     */
    private static Optional<Map<String, String>> ask(Path process, String library, List<String> problems) {
        Optional<Map<String, String>> found = performanceData(process).map(ApplicationJava::ofTexts);
        if (found.isPresent()) {
            return found;
        }
        if (library.endsWith(DELETED)) {
            problems.add("its JVM has been replaced since its start, and it has no performance data: " + library);
            return Optional.empty();
        }
        JvmChoice answer = JvmProbe.identify(executable(library));
        if (answer.jvm().isEmpty()) {
            problems.add(answer.reason());
        }
        return answer.jvm().map(jvm -> facts(jvm.vendor(), jvm.vmName(), jvm.build(), commandFlags(process)));
    }

    /** Returns the executable of {@code lib/server/libjvm.so}, or of Java 8's {@code jre/lib/amd64/server/libjvm.so}. */
    private static Path executable(String library) {
        Path folder = Path.of(library).resolve("../../..").normalize();
        Path java = folder.resolve("bin/java");
        Path java8 = folder.resolveSibling("bin/java");
        return Files.exists(java8) && !Files.exists(java) ? java8 : java;
    }

    private static Map<String, String> ofTexts(Map<String, String> texts) {
        return facts(
                texts.getOrDefault("java.property.java.vm.vendor", ""),
                texts.getOrDefault("java.property.java.vm.name", ""),
                texts.getOrDefault("java.property.java.vm.version", ""),
                flags(Stream.of(texts.getOrDefault("java.rt.vmArgs", ""))));
    }

    private static Optional<Map<String, String>> performanceData(Path process) {
        try (DirectoryStream<Path> users = Files.newDirectoryStream(process.resolve("root/tmp"), "hsperfdata_*")) {
            String pid = ownPid(process);
            for (Path user : users) {
                Path file = user.resolve(pid);
                if (Files.isReadable(file)) {
                    return texts(Files.readAllBytes(file));
                }
            }
        } catch (IOException | UncheckedIOException unreadable) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** Returns the process id in the process's own namespace, which differs in a container. */
    private static String ownPid(Path process) throws IOException {
        try (Stream<String> status = Files.lines(process.resolve("status"))) {
            return status.filter(line -> line.startsWith("NSpid:"))
                    .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
                    .findFirst()
                    .orElse(process.getFileName().toString());
        }
    }

    /** Returns the flags of the command line, and of the environment variables that a JVM reads. */
    private static List<String> commandFlags(Path process) {
        List<String> environment = arguments(process.resolve("environ"));
        Stream<String> variables = ENVIRONMENT.stream()
                .flatMap(name -> environment.stream()
                        .filter(each -> each.startsWith(name))
                        .map(each -> each.substring(name.length())));
        return flags(Stream.concat(variables, options(arguments(process.resolve("cmdline"))).stream()));
    }

    /** Returns the options of a command before the program. Only those of {@code java} are certain to end at its class. */
    private static List<String> options(List<String> command) {
        String program = command.isEmpty() ? "" : command.get(0);
        boolean launcher = program.equals("java") || program.endsWith("/java");
        List<String> options = new ArrayList<>();
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (PROGRAM.contains(word) || launcher && !word.startsWith("-") && !word.startsWith("@")) {
                break;
            }
            options.add(word);
            i += launcher && WITH_VALUE.contains(word) ? 1 : 0;
        }
        return options;
    }

    private static List<String> flags(Stream<String> texts) {
        return texts.flatMap(text -> Arrays.stream(text.split("\\s+", -1)))
                .filter(word -> word.startsWith("-X"))
                .toList();
    }

    private static List<String> arguments(Path file) {
        try {
            return List.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0", -1));
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /**
     * Parses a performance data file into texts by name, as in {@code java.property.java.vm.name}; empty if the file has
     * another format or is incomplete.
     */
    static Optional<Map<String, String>> texts(byte[] file) {
        ByteBuffer buffer = ByteBuffer.wrap(file);
        if (file.length <= ENTRIES + Integer.BYTES
                || buffer.getInt(0) != MAGIC
                || buffer.get(MAJOR_VERSION) != VERSION_2) {
            return Optional.empty();
        }
        buffer.order(buffer.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        try {
            return Optional.of(entries(buffer));
        } catch (IndexOutOfBoundsException damaged) {
            return Optional.empty();
        }
    }

    private static Map<String, String> entries(ByteBuffer buffer) {
        Map<String, String> texts = new HashMap<>();
        int at = buffer.getInt(FIRST_ENTRY);
        for (int i = 0; i < buffer.getInt(ENTRIES); i++) {
            int length = buffer.getInt(at + LENGTH);
            if (length > 0 && buffer.get(at + TYPE) == 'B') {
                texts.put(
                        text(buffer, at + buffer.getInt(at + NAME), Integer.MAX_VALUE),
                        text(buffer, at + buffer.getInt(at + DATA), length));
            }
            int entry = buffer.getInt(at);
            if (entry <= 0) {
                break; // damaged
            }
            at += entry;
        }
        return texts;
    }

    /** Reads a text up to a zero byte. */
    private static String text(ByteBuffer buffer, int from, int atMost) {
        int end = from;
        while (end - from < atMost && buffer.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - from];
        buffer.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
