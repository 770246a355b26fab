package org.ticktoquote.host.jvm;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.process.CommandRunner;
import org.ticktoquote.host.process.JavaCommand;

/** Identifies Java executables and checks the flags that they accept. Starts a JVM for about 0.1 s per question. */
public final class JvmProbe {
    private static final Pattern PROPERTY = Pattern.compile("\\s+([a-z][a-zA-Z.]*) = (.*)");
    /** Warning or error of a JVM that ignores a flag. Other output, such as a list of all flags, can contain these words. */
    private static final Pattern IGNORED = Pattern.compile("(?i)(?=.*\\b(warning|error|JVM\\w+[WE])\\b)"
            + ".*(ignor|unrecogni[sz]ed|unsupported|not supported|support was removed).*");

    private static final Pattern HEAP_SIZE =
            Pattern.compile("(-Xm[xsn]|-XX:(?:Max|Initial)HeapSize=)([0-9]+)([kKmMgGtT]?)");

    private static final String UNITS = "kmgt";
    private static final int UNIT_BITS = 10;
    private static final int GIB_BITS = 30;

    private JvmProbe() {}

    /** Identifies a Java executable. */
    public static JvmChoice identify(Path java) {
        CommandRunner.CommandResult said =
                CommandRunner.run(List.of(java.toString(), "-XshowSettings:properties", "-version"));
        Map<String, String> properties = properties(said.text());
        String home = properties.getOrDefault("java.home", "");
        if (said.status() != 0 || home.isEmpty()) {
            return JvmChoice.none(java + " is not a JVM: " + said.firstLine());
        }
        return JvmChoice.of(jvm(real(Path.of(home)), properties));
    }

    private static Jvm jvm(Path home, Map<String, String> properties) {
        String vmName = properties.getOrDefault("java.vm.name", "");
        return new Jvm(
                home.toString(),
                properties.getOrDefault("java.vendor", ""),
                vmName,
                properties.getOrDefault("java.version", ""),
                properties.getOrDefault("java.vm.version", ""),
                JvmFamily.of(vmName));
    }

    /** Parses {@code name = value} lines. */
    static Map<String, String> properties(String text) {
        Map<String, String> properties = new HashMap<>();
        text.lines().forEach(line -> {
            Matcher matcher = PROPERTY.matcher(line);
            if (matcher.matches()) {
                properties.putIfAbsent(
                        matcher.group(1), matcher.group(2).strip().replaceAll("\\p{Cc}", "?"));
            }
        });
        return properties;
    }

    private static Path real(Path home) {
        try {
            return home.toRealPath();
        } catch (IOException gone) {
            return home;
        }
    }

    /** Returns the flags for logging to a file; none if the executable cannot be identified. */
    public static List<String> logFlags(Path java, Path file) {
        JvmFamily own = JvmFamily.own();
        return java.equals(JavaCommand.ownJava()) && own.logProbeFlags().isEmpty()
                ? own.logFlags(file)
                : identify(java).jvm().map(jvm -> logFlags(java, jvm, file)).orElse(List.of());
    }

    private static List<String> logFlags(Path java, Jvm jvm, Path file) {
        List<String> question = jvm.family().logProbeFlags();
        boolean taken =
                question.isEmpty() || problem(java, jvm.family(), question).isEmpty();
        return taken ? jvm.logFlags(file) : JvmFamily.fallbackLogFlags(file);
    }

    /** Returns why a JVM does not start with these flags, or ignores some of them; empty if it accepts them. */
    public static Optional<String> problem(Path java, List<String> flags) {
        if (flags.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> heap = heapProblem(flags);
        if (heap.isPresent()) {
            return heap;
        }
        JvmChoice answer = identify(java);
        return answer.jvm().map(jvm -> problem(java, jvm.family(), flags)).orElse(Optional.of(answer.reason()));
    }

    /**
     * Returns why this host cannot provide the requested heap; empty if it can. A JVM with too large a heap starts, and is
     * killed later.
     */
    public static Optional<String> heapProblem(List<String> flags) {
        OperatingSystemMXBean host = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return heapProblem(flags, host.getTotalMemorySize());
    }

    static Optional<String> heapProblem(List<String> flags, long memoryBytes) {
        return flags.stream()
                .filter(flag -> bytes(flag).compareTo(BigInteger.valueOf(memoryBytes)) > 0)
                .findFirst()
                .map(flag -> String.format(
                        Locale.ROOT,
                        "%s is more than the %.1f GiB of memory of this host",
                        flag,
                        (double) memoryBytes / (1L << GIB_BITS)));
    }

    private static BigInteger bytes(String flag) {
        Matcher size = HEAP_SIZE.matcher(flag);
        if (!size.matches()) {
            return BigInteger.ZERO;
        }
        String unit = size.group(3).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
        return new BigInteger(size.group(2)).shiftLeft(UNIT_BITS * power);
    }

    /** Returns why a JVM rejects or ignores flags; empty if it accepts them. Does not check the heap size against memory. */
    public static Optional<String> flagsProblem(Jvm jvm, List<String> flags) {
        return problem(jvm.java(), jvm.family(), flags);
    }

    private static Optional<String> problem(Path java, JvmFamily family, List<String> flags) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(family.strictFlags());
        command.addAll(flags);
        command.add("-version");
        CommandRunner.CommandResult said = CommandRunner.run(command);
        if (said.status() != 0) {
            return Optional.of(meaningfulLine(said));
        }
        return CommandRunner.meaningfulLines(said.text())
                .filter(line -> IGNORED.matcher(line).matches())
                .findFirst();
    }

    /** Returns the first line with a cause. Skips general lines such as "Error occurred during initialization of VM". */
    static String meaningfulLine(CommandRunner.CommandResult said) {
        List<String> lines = CommandRunner.meaningfulLines(said.text())
                .filter(line -> !line.startsWith("Error: Could not create the Java Virtual Machine")
                        && !line.startsWith("Error occurred during initialization of VM")
                        && !line.equals("Profiling started"))
                .toList();
        return lines.isEmpty() ? said.firstLine() : lines.get(0);
    }
}
