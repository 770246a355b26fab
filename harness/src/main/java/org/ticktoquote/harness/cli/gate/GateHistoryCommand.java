package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.util.stream.Collectors;
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
        return readHistory((all, out) -> {
            if (all.isEmpty()) {
                out.println("no accepted runs yet (a PASS accepts the runs of its candidate)");
            }
            all.forEach(history -> print(history, out));
        });
    }

    private void print(HistoryRecord history, PrintWriter out) {
        out.println("fingerprint " + history.fingerprint() + ": "
                + CountText.of(history.accepted().size(), "accepted run")
                + (history.golden().isEmpty()
                        ? ", no release pinned"
                        : ", pinned release " + history.golden().get(0).release() + ": "
                                + history.golden().stream()
                                        .map(each -> each.run().name())
                                        .collect(Collectors.joining(", "))));
        history.accepted().forEach(each -> out.println("  " + line(each)));
        if (conditions) {
            conditions(history).forEach((name, value) -> out.println("  " + name + ": " + value));
        }
    }

    private static String line(Accepted accepted) {
        return accepted.run().startedAt() + "  " + accepted.release() + "  "
                + accepted.run().id() + "  " + accepted.run().name();
    }
}
