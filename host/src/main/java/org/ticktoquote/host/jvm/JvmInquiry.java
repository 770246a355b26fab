package org.ticktoquote.host.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.process.BriefProcess;
import org.ticktoquote.host.process.JavaCommand;

/** Asks a Java executable what it is and which flags it takes: it is started each time, for about a tenth of a second. */
public final class JvmInquiry {
    private static final Pattern PROPERTY = Pattern.compile("\\s+([a-z][a-zA-Z.]*) = (.*)");
    /** Words of a JVM that runs without what it was given. */
    private static final Pattern IGNORED =
            Pattern.compile("(?i).*(ignor|unrecogni[sz]ed|unsupported|not supported|support was removed).*");

    private JvmInquiry() {}

    /** What a Java executable says that it is. */
    public static JvmChoice ask(Path java) {
        BriefProcess.Said said = BriefProcess.run(List.of(java.toString(), "-XshowSettings:properties", "-version"));
        Map<String, String> properties = properties(said.text());
        String home = properties.getOrDefault("java.home", "");
        if (said.status() != 0 || home.isEmpty()) {
            return JvmChoice.none(java + " is no JVM: " + said.firstLine());
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

    /** Name and value of each {@code name = value} line. */
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

    /** The flags with which an executable logs into a file; none where it does not say what it is. */
    public static List<String> logFlags(Path java, Path file) {
        JvmFamily own = JvmFamily.own();
        return java.equals(JavaCommand.ownJava()) && own.logQuestion().isEmpty()
                ? own.logFlags(file)
                : ask(java).jvm().map(jvm -> logFlags(java, jvm, file)).orElse(List.of());
    }

    private static List<String> logFlags(Path java, Jvm jvm, Path file) {
        List<String> question = jvm.family().logQuestion();
        boolean taken =
                question.isEmpty() || objection(java, jvm.family(), question).isEmpty();
        return taken ? jvm.logFlags(file) : JvmFamily.plainLogFlags(file);
    }

    /** Why a JVM does not run under these flags, or would run without some of them; empty when it takes them. */
    public static Optional<String> objection(Path java, List<String> flags) {
        if (flags.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> heap = HeapFlags.objection(flags);
        if (heap.isPresent()) {
            return heap;
        }
        JvmChoice answer = ask(java);
        return answer.jvm().map(jvm -> objection(java, jvm.family(), flags)).orElse(Optional.of(answer.reason()));
    }

    /** The answer of a JVM that does not take flags, wherever it runs; empty when it takes them. */
    public static Optional<String> flagsObjection(Jvm jvm, List<String> flags) {
        return objection(jvm.java(), jvm.family(), flags);
    }

    private static Optional<String> objection(Path java, JvmFamily family, List<String> flags) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(family.strictFlags());
        command.addAll(flags);
        command.add("-version");
        BriefProcess.Said said = BriefProcess.run(command);
        if (said.status() != 0) {
            return Optional.of(telling(said));
        }
        return BriefProcess.telling(said.text())
                .filter(line -> IGNORED.matcher(line).matches())
                .findFirst();
    }

    /** "Error occurred during initialization of VM" alone tells nothing: what follows it does. */
    static String telling(BriefProcess.Said said) {
        List<String> lines = BriefProcess.telling(said.text())
                .filter(line -> !line.startsWith("Error: Could not create the Java Virtual Machine")
                        && !line.startsWith("Error occurred during initialization of VM")
                        && !line.equals("Profiling started"))
                .toList();
        return lines.isEmpty() ? said.firstLine() : lines.get(0);
    }
}
