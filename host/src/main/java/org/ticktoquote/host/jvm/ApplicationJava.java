package org.ticktoquote.host.jvm;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Facts of a run about the Java that its application runs on, as that describes itself. */
public final class ApplicationJava {
    /** Name and version of the VM; {@code none} and {@code unknown} have the reason behind them. */
    public static final String FACT = "applicationJava";

    private static final String VENDOR_FACT = FACT + "Vendor";
    /** Its {@code -X} flags. */
    public static final String FLAGS_FACT = FACT + "Flags";

    private ApplicationJava() {}

    /** Of an application's processes on this host. */
    public static Map<String, String> facts(Collection<Long> processes) {
        return facts(Path.of("/proc"), processes);
    }

    /** Of an application whose processes cannot be seen. */
    public static Map<String, String> unknown(String reason) {
        return Map.of(FACT, "unknown: " + reason);
    }

    static Map<String, String> facts(Path proc, Collection<Long> processes) {
        List<RunningJvm.Answer> answers = processes.stream()
                .map(pid -> RunningJvm.of(proc.resolve(Long.toString(pid))))
                .toList();
        List<RunningJvm> found = answers.stream()
                .map(RunningJvm.Answer::jvm)
                .flatMap(Optional::stream)
                .toList();
        if (!found.isEmpty()) {
            return facts(found);
        }
        return answers.stream()
                .map(RunningJvm.Answer::problem)
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .map(ApplicationJava::unknown)
                .orElse(Map.of(FACT, "none: no process of the application has loaded a JVM (libjvm.so)"));
    }

    private static Map<String, String> facts(List<RunningJvm> found) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(FACT, each(found, RunningJvm::name));
        facts.put(VENDOR_FACT, each(found, RunningJvm::vendor));
        facts.put(FLAGS_FACT, each(found, RunningJvm::flagText));
        return facts;
    }

    /** Of several JVMs what differs. */
    private static String each(List<RunningJvm> found, Function<RunningJvm, String> what) {
        return found.stream().map(what).distinct().collect(Collectors.joining("; "));
    }
}
