package org.ticktoquote.host.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.core.table.TextTable;
import org.ticktoquote.host.manage.AffinityReplay;
import org.ticktoquote.host.manage.AffinityReplay.Entry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code t2q threads verify-log}: checks and replays a log of calls. */
@Command(
        name = "verify-log",
        description = {
            "Checks the chain of hashes of a log of t2q threads apply, and shows the masks that it comes to.",
            "",
            "Status 5, with the line, where a byte is not as it was written. A last line that was cut is what a kill",
            "leaves, and no damage."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Examples:", "  t2q threads verify-log 4711-81234-5e0c1f2a.jsonl"})
final class ThreadsVerifyLogCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", description = "the file that t2q threads apply named")
    private Path log = Path.of("");

    @Override
    public Integer call() {
        AffinityReplay replay = AffinityReplay.read(UserPath.input(log));
        PrintWriter out = spec.commandLine().getOut();
        out.println(log + ": " + replay.lines() + " lines, all as written; " + replay.calls() + " calls; plan "
                + replay.plan().path("plan").asText("none") + " of process "
                + replay.plan().path("pid").asText("unknown") + (replay.inForce() ? " in force" : " not in force"));
        if (replay.cut()) {
            out.println("the last line was cut, as by a kill: it is left out");
        }
        List<Row> rows =
                replay.entries().stream().map(entry -> row(replay, entry)).toList();
        if (!rows.isEmpty()) {
            TextTable.lines(Table.of("id", Column.all("what", "name", "before", "now"), rows))
                    .forEach(line -> out.println(TerminalText.line(line)));
        }
        out.flush();
        return ExitStatus.OK.code();
    }

    private static Row row(AffinityReplay replay, Entry entry) {
        String foreign = replay.foreign(entry);
        return Row.of(
                Long.toString(entry.id()),
                "",
                List.of(
                        Cell.text(entry.object()),
                        Cell.text(entry.name()),
                        Cell.text(entry.original().isEmpty() ? "unknown" : entry.original()),
                        Cell.text(
                                foreign.isEmpty()
                                        ? String.join(" or ", entry.masks())
                                        : foreign + " by another process")));
    }
}
