package org.ticktoquote.host.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.audit.Finding;
import org.ticktoquote.host.audit.HostAudit;
import org.ticktoquote.host.change.ChangeLog;
import org.ticktoquote.host.change.ChangeOutcome;
import org.ticktoquote.host.change.HostChanges;
import org.ticktoquote.host.source.Host;
import picocli.CommandLine.Option;

/** Changing a host's settings, and restoring them. */
final class ChangeOptions {
    @Option(
            names = "--apply",
            description = "change the settings that make the host warn or unfit, where they can be changed at run time;"
                    + " log each with before and after")
    private boolean apply;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "ITEM",
            description = "with --apply: change the settings of these lines, notes too")
    private List<String> only = new ArrayList<>();

    @Option(names = "--undo", description = "restore what --apply changed, the latest first")
    private boolean undo;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = "the log of changes (default: ~/.local/state/tick-to-quote/host-changes.jsonl)")
    private @Nullable Path state;

    void check() {
        if (apply && undo) {
            throw Problem.of("--undo").fault("not together with --apply").refusal();
        }
        if (!only.isEmpty() && !apply) {
            throw Problem.of("--only").expected("only with --apply").refusal();
        }
    }

    boolean apply() {
        return apply;
    }

    boolean undo() {
        return undo;
    }

    boolean any() {
        return apply || undo;
    }

    /** The log, by default the host's own. */
    private Path file(Path standard) {
        return state == null ? standard : state;
    }

    /** How many changes are in force. */
    int inForce(Path standard) {
        return ChangeLog.inForce(file(standard));
    }

    List<ChangeOutcome> apply(Host host, Path standard, HostAudit audit) {
        List<String> items = audit.findings().stream().map(Finding::item).toList();
        for (String item : only) {
            if (!items.contains(item)) {
                throw Problem.of("--only")
                        .value(item)
                        .fault("is no line here")
                        .expected("one of " + String.join(", ", items))
                        .refusal();
            }
        }
        try (ChangeLog log = ChangeLog.open(file(standard))) {
            return new HostChanges(host, log).apply(audit.settings(only));
        }
    }

    List<ChangeOutcome> undo(Host host, Path standard) {
        try (ChangeLog log = ChangeLog.open(file(standard))) {
            return new HostChanges(host, log).undo();
        }
    }
}
