package org.ticktoquote.harness.cli.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.comparison.gate.store.HistoryRecord;
import org.ticktoquote.comparison.gate.store.HistoryRecord.Accepted;
import org.ticktoquote.core.command.CountText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code t2q gate history}: lists accepted runs and pinned releases. */
@Command(
        name = "history",
        description = {"Lists accepted runs and the pinned release of each fingerprint."},
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Examples:", "  t2q gate history", "  t2q gate history --conditions"})
public final class GateHistoryCommand extends GateStoreCommand {
    @Option(names = "--conditions", description = "also list the conditions of each fingerprint")
    private boolean conditions;

    @Override
    public Integer call() {
        List<HistoryRecord> all = histories();
        if (all.isEmpty()) {
            return print("no accepted runs yet (a PASS accepts the runs of its candidate)");
        }
        return print(all.stream().flatMap(this::lines).toList());
    }

    private Stream<String> lines(HistoryRecord history) {
        List<String> lines = new ArrayList<>();
        lines.add("fingerprint " + history.fingerprint() + ": "
                + CountText.of(history.accepted().size(), "accepted run")
                + (history.golden().isEmpty()
                        ? ", no release pinned"
                        : ", pinned release " + history.golden().get(0).release() + ": "
                                + history.golden().stream()
                                        .map(each -> each.run().name())
                                        .collect(Collectors.joining(", "))));
        history.accepted().forEach(each -> lines.add("  " + line(each)));
        if (conditions) {
            conditions(history).forEach((name, value) -> lines.add("  " + name + ": " + value));
        }
        return lines.stream();
    }

    private static String line(Accepted accepted) {
        return accepted.run().startedAt() + "  " + accepted.release() + "  "
                + accepted.run().id() + "  " + accepted.run().name();
    }
}
