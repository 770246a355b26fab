package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ClientsSetup.Echo;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.tap.EchoedId;

/**
 * What the harness writes for the clients of one run, {@code clients.json}: how many sessions, which pairs, where to.
 *
 * @param run the identity of the run; none of clients that are started by hand
 * @param connect default host and port; null when the template gives them
 * @param sessions how many
 * @param instrumentIds of the pairs that may be subscribed, by symbol, in the order of subscription
 * @param expectedSnapshots of each session
 */
record Plan(
        UUID run,
        @Nullable Endpoint connect,
        int sessions,
        Map<String, Integer> instrumentIds,
        Echo echo,
        long expectedSnapshots) {
    private static final int MOST_SESSIONS = 1000;
    private static final long DEFAULT_SNAPSHOTS = 65_536;

    static Plan read(Path file, Problems problems) {
        YamlSection top = YamlFile.read(file, problems);
        UUID run = top.value("run", "the identity of a run, a UUID", UUID::fromString);
        Endpoint connect = top.value("connect", Endpoint.EXPECTED, Endpoint::parse);
        Long sessions = top.number("sessions", 1, MOST_SESSIONS);
        if (!top.has("sessions")) {
            top.problemAt("sessions", "how many sessions");
        }
        Map<String, Integer> instruments = instruments(top);
        Echo echo = echo(top.section("echo"));
        Long expected = top.number("expectedSnapshots", 1, 1_000_000_000);
        top.end();
        return new Plan(
                run == null ? JournalOrigin.NO_RUN : run,
                connect,
                sessions == null ? 1 : sessions.intValue(),
                instruments,
                echo,
                expected == null ? DEFAULT_SNAPSHOTS : expected);
    }

    private static Map<String, Integer> instruments(YamlSection top) {
        Map<String, Integer> ids = new LinkedHashMap<>();
        List<YamlSection> list = top.sections("instruments");
        if (list == null || list.isEmpty()) {
            top.problemAt("instruments", "a list of {id, symbol}");
            return ids;
        }
        for (YamlSection each : list) {
            Long id = each.number("id", 0, SnapshotRecord.NO_INSTRUMENT - 1);
            String symbol = each.text("symbol");
            each.end();
            if (id == null || symbol == null) {
                each.problemAt(id == null ? "id" : "symbol", "id and symbol of an instrument");
            } else if (ids.putIfAbsent(symbol, id.intValue()) != null) {
                each.problemAt("symbol", "a symbol that is not there already");
            }
        }
        return ids;
    }

    private static Echo echo(@Nullable YamlSection section) {
        if (section == null) {
            return Echo.NONE;
        }
        Integer tag = section.value("tag", Matching.EXPECTED_TAG, Plan::echoTag);
        String transform = section.value("transform", "decimal or hex, or a prefix before it as in T:decimal", text -> {
            EchoedId.of(1, text);
            return text;
        });
        section.end();
        return tag == null ? Echo.NONE : new Echo(tag, transform == null ? "decimal" : transform);
    }

    private static @Nullable Integer echoTag(String text) {
        Integer tag = text.matches("[0-9]{1,5}") ? Integer.valueOf(text) : null;
        return tag != null && Matching.canName(tag) ? tag : null;
    }
}
