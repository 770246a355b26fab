package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.ClientsPlan.Echo;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.tap.EchoedId;

/** Reads the file of a {@link ClientsPlan}, JSON or YAML, written by a run or by a user. */
final class PlanFile {
    private static final int MAX_SESSIONS = 1000;
    private static final long DEFAULT_SNAPSHOTS = 65_536;

    private PlanFile() {}

    /**
     * Reads a plan.
     *
     * @param connect address for the sessions; null for the file's
     * @param options of the command line
     */
    static ClientsPlan read(Path file, @Nullable Endpoint connect, ClientsPlan.Options options, Problems problems) {
        YamlSection top = YamlFile.read(file, problems);
        UUID run = top.value("run", "the UUID of a run", UUID::fromString);
        Endpoint address = top.value("connect", Endpoint.EXPECTED, Endpoint::parse);
        Long sessions = top.number("sessions", 1, MAX_SESSIONS);
        if (!top.has("sessions")) {
            top.problemAt("sessions", "the number of sessions");
        }
        List<ClientsPlan.Pair> instruments = instruments(top);
        Echo echo = echo(top.section("echo"));
        Long expected = top.number("expectedSnapshots", 1, 1_000_000_000);
        Object ignored = top.tree("options"); // options of the run that wrote the file
        top.reportUnknownKeys();
        return new ClientsPlan(
                run == null ? JournalOrigin.NO_RUN : run,
                connect == null ? address : connect,
                sessions == null ? 1 : sessions.intValue(),
                instruments,
                echo,
                expected == null ? DEFAULT_SNAPSHOTS : expected,
                options);
    }

    private static List<ClientsPlan.Pair> instruments(YamlSection top) {
        List<ClientsPlan.Pair> pairs = new ArrayList<>();
        Set<String> symbols = new HashSet<>();
        List<YamlSection> list = top.sections("instruments");
        if (list == null || list.isEmpty()) {
            top.problemAt("instruments", "a list of {id, symbol}");
            return pairs;
        }
        for (YamlSection each : list) {
            Long id = each.number("id", 0, SnapshotRecord.NO_INSTRUMENT - 1);
            String symbol = each.text("symbol");
            each.reportUnknownKeys();
            if (id == null || symbol == null) {
                each.problemAt(id == null ? "id" : "symbol", "the id and symbol of an instrument");
            } else if (symbols.add(symbol)) {
                pairs.add(new ClientsPlan.Pair(id.intValue(), symbol));
            } else {
                each.problemAt("symbol", "a symbol that is listed once");
            }
        }
        return pairs;
    }

    private static Echo echo(@Nullable YamlSection section) {
        if (section == null) {
            return Echo.NONE;
        }
        Integer tag = section.value("tag", Matching.EXPECTED_TAG, PlanFile::echoTag);
        String transform = section.value(
                "transform", "decimal, hex or utc-time, optionally with a prefix as in T:decimal", text -> {
                    EchoedId.of(1, text);
                    return text;
                });
        section.reportUnknownKeys();
        return tag == null ? Echo.NONE : new Echo(tag, transform == null ? Echo.NONE.transform() : transform);
    }

    private static @Nullable Integer echoTag(String text) {
        Integer tag = text.matches("[0-9]{1,5}") ? Integer.valueOf(text) : null;
        return tag != null && Matching.canName(tag) ? tag : null;
    }
}
