package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ticktoquote.host.change.ChangeLog;
import org.ticktoquote.host.change.ChangeOutcome;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.change.HostChanges;
import org.ticktoquote.host.change.Setting;
import org.ticktoquote.host.mask.MaskRestorer;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Interrupt;

/**
 * Interrupts of devices, moved and restored by {@link HostChanges}, each call with lines in the {@link AffinityLog} like those of
 * threads.
 */
final class InterruptAffinities {
    /** Java does not tell which error of the kernel made a write fail. */
    private static final int UNKNOWN_ERROR = -1;

    private final Host host;
    private final AffinityLog log;
    private final Path changes;
    private final String planSha256;

    InterruptAffinities(Host host, AffinityLog log, Path changes, String planSha256) {
        this.host = host;
        this.log = log;
        this.changes = changes;
        this.planSha256 = planSha256;
    }

    /** Moves all interrupts that drivers use; the kernel refuses some. */
    List<ChangeOutcome> move(CpuList cpus) {
        List<Setting> settings = cpus.isEmpty()
                ? List.of()
                : Interrupt.read(host).stream()
                        .<Setting>map(one -> new FileSetting(one.affinityFile(), cpus.toString()))
                        .toList();
        if (settings.isEmpty()) {
            return List.of();
        }
        try (ChangeLog journal = ChangeLog.open(changes)) {
            return new HostChanges(new Audited("--interrupts " + cpus), journal).apply(settings);
        }
    }

    /** Restores those that nobody else changed since. */
    List<ChangeOutcome> restore() {
        if (!Files.exists(changes)) {
            return List.of();
        }
        try (ChangeLog journal = ChangeLog.open(changes)) {
            return new HostChanges(new Audited(MaskRestorer.REASON), journal).undo();
        }
    }

    /** The host, with an account of what is written. */
    private final class Audited implements Host {
        private final String reason;

        private Audited(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(String path, String value) throws IOException {
            String before = file(path).line().or("");
            log.write(call("intended", path, before, value));
            int errno = UNKNOWN_ERROR;
            try {
                host.write(path, value);
                errno = 0;
            } finally {
                log.write(call("completed", path, before, value)
                        .put("readBack", file(path).line().or(""))
                        .put("errno", errno));
            }
        }

        private ObjectNode call(String action, String path, String before, String requested) {
            String[] parts = path.split("/", -1);
            return AffinityLog.line(action)
                    .put("object", "interrupt")
                    .put("id", Long.parseLong(parts[parts.length - 2]))
                    .put("startTicks", 0)
                    .put("name", path)
                    .put("before", before)
                    .put("requested", requested)
                    .put("reason", reason)
                    .put("planSha256", planSha256);
        }

        @Override
        public Reading file(String path) {
            return host.file(path);
        }

        @Override
        public List<String> names(String directory) {
            return host.names(directory);
        }

        @Override
        public Reading tool(String... words) {
            return host.tool(words);
        }

        @Override
        public void change(List<String> words) throws IOException {
            host.change(words);
        }

        @Override
        public Host later(Duration wait) {
            return host.later(wait);
        }
    }
}
