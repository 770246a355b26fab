package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Allocation rate of t2q's JVMs during a run, as counted by the JVMs. */
@LongProof
class AllocationIT {
    private static final String SETTINGS = """
            <configuration version="2.0">
              <event name="jdk.ThreadAllocationStatistics">
                <setting name="enabled">true</setting><setting name="period">1 s</setting>
              </event>
              <event name="jdk.JVMInformation"><setting name="enabled">true</setting></event>
            </configuration>
            """;

    /** Length of the window. */
    private static final int SECONDS = 15;

    @TempDir
    private Path folder;

    @Test
    void ownProcessesAllocateLittle() throws Exception {
        Path settings = Files.writeString(folder.resolve("settings.jfc"), SETTINGS);
        Path flights = Files.createDirectory(folder.resolve("flights"));
        Scenario scenario = Scenario.in(folder)
                .sessions(25)
                .among(List.of(
                        "env",
                        "JAVA_TOOL_OPTIONS=-Xlog:jfr*=off -XX:StartFlightRecording=dumponexit=true,settings=" + settings
                                + ",filename=" + flights + "/"))
                .over("T0-3s..T0+12s");
        long snapshots = scenario.measured(0).snapshots("matched");
        Map<String, Long> rates = new TreeMap<>();
        try (Stream<Path> files = Files.list(flights)) {
            for (Path file : files.toList()) {
                List<RecordedEvent> events = RecordingFile.readAllEvents(file);
                rates.put(process(events), bytesASecond(events));
            }
        }
        System.out.printf("%,d snapshots; median bytes a second: %s%n", snapshots, rates);
        assertThat(snapshots).isGreaterThan(2_000 * SECONDS);
        assertThat(rates.get("run")).isLessThan(2 * 500_000);
        assertThat(rates.get("replay")).isLessThan(2 * 50_000);
        assertThat(rates.get("clients")).isLessThan(2 * (50_000 + 64 * snapshots / SECONDS));
    }

    /** Returns the subcommand of the process. */
    private static String process(List<RecordedEvent> events) {
        String arguments = events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.JVMInformation"))
                .findFirst()
                .orElseThrow()
                .getString("javaArguments");
        return arguments.replaceFirst("\\S+\\.jar (\\S+).*", "$1");
    }

    /** Returns the median over seconds, which excludes the start of a JVM and the analysis after a run. */
    private static long bytesASecond(List<RecordedEvent> events) {
        Map<Long, Long> before = new HashMap<>();
        Map<Long, Long> bySecond = new TreeMap<>();
        for (RecordedEvent event : events) {
            RecordedThread thread =
                    event.hasField("allocated") && event.hasField("thread") ? event.getThread("thread") : null;
            if (thread != null && !String.valueOf(thread.getJavaName()).startsWith("JFR")) {
                long allocated = event.getLong("allocated");
                Long old = before.put(thread.getId(), allocated);
                bySecond.merge(event.getStartTime().getEpochSecond(), old == null ? 0 : allocated - old, Long::sum);
            }
        }
        return bySecond.values().stream()
                .sorted()
                .skip(bySecond.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
