package org.ticktoquote.host.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.host.change.ChangeLog;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.HostRecorder;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.source.RecordedHost;
import picocli.CommandLine.Option;

/** Which host to look at: this one, or a recorded tree. */
final class HostOptions {
    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "look at a recorded tree instead of this host: DIR/proc, DIR/sys, ...")
    private @Nullable Path root;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = "also keep everything that is read, for --root; it holds process names, command lines of Java"
                    + " processes and boot parameters")
    private @Nullable Path record;

    /** Refuses what does not go together. */
    void check(boolean changes) {
        if (root != null && record != null) {
            throw Problem.of("--record").fault("not together with --root").refusal();
        }
        if (record != null && changes) {
            throw Problem.of("--record")
                    .fault("it changes nothing: not together with --apply or --undo")
                    .refusal();
        }
    }

    /** Where changes of this host are logged when no file is given: a tree has a log of its own. */
    Path stateFile() {
        return root == null ? ChangeLog.standardFile() : root.resolve("host-changes.jsonl");
    }

    Host host() {
        if (root != null) {
            return recorded(root);
        }
        return record == null ? new LiveHost() : recorder(record);
    }

    /** What was read is whole: without this, {@code --root} refuses the record. */
    void recorded() {
        if (record != null) {
            HostRecorder.complete(record);
        }
    }

    /** The JVM belongs to a host only where it runs on it. */
    Map<String, String> jvm() {
        return root == null ? FingerprintReader.ownJvm() : Map.of();
    }

    private static Host recorded(Path root) {
        if (!Files.isDirectory(UserPath.folder(root).resolve("proc"))) {
            throw Problem.of("--root")
                    .value(root)
                    .fault("is no recorded tree")
                    .expected(root + "/proc")
                    .refusal(ExitStatus.BAD_INPUT);
        }
        if (!HostRecorder.isComplete(root)) {
            throw Problem.of("--root")
                    .value(root)
                    .fault("is a recording that did not come to its end: record it again")
                    .refusal(ExitStatus.BAD_INPUT);
        }
        return new RecordedHost(root);
    }

    private static Host recorder(Path directory) {
        try {
            Files.createDirectories(UserPath.outputFolder(directory));
            try (Stream<Path> files = Files.list(directory)) {
                if (files.findAny().isPresent()) {
                    throw Problem.of("--record")
                            .value(directory)
                            .expected("a new or empty directory")
                            .refusal();
                }
            }
        } catch (IOException e) {
            throw Problem.of(directory)
                    .fault("cannot be created", e)
                    .under("--record")
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
        return HostRecorder.start(directory);
    }
}
