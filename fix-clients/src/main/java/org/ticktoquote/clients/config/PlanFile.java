package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.ClientsPlan.Echo;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.OptionWords;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.tap.EchoedId;

/** Reads the file of a {@link ClientsPlan}, JSON or YAML: as a run keeps it, or as a user writes it. */
final class PlanFile {
    private static final int MOST_SESSIONS = 1000;
    private static final long DEFAULT_SNAPSHOTS = 65_536;
    private static final String DECIMAL = "decimal";

    private PlanFile() {}

    static ClientsPlan read(Path file, Problems problems) {
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
        Path directory = top.value("directory", "a path", Path::of);
        Path template = top.value("sessionTemplate", "a path", Path::of);
        ClientsOptions options = options(top.section("options"));
        boolean forward = isTrue(top, "forwardSnapshots");
        boolean trace = isTrue(top, "trace");
        top.end();
        return new ClientsPlan(
                run == null ? JournalOrigin.NO_RUN : run,
                connect == null ? null : connect.toString(),
                sessions == null ? 1 : sessions.intValue(),
                instruments.entrySet().stream()
                        .map(each -> new ClientsPlan.Pair(each.getValue(), each.getKey()))
                        .toList(),
                echo,
                expected == null ? DEFAULT_SNAPSHOTS : expected,
                directory == null ? Path.of("") : directory,
                template,
                options,
                forward,
                trace);
    }

    private static boolean isTrue(YamlSection top, String key) {
        Boolean value = top.value(key, "true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> null;
        });
        return value != null && value;
    }

    /** Options by the names of their members, each judged as on a command line. */
    private static ClientsOptions options(@Nullable YamlSection section) {
        List<String> words = new ArrayList<>();
        for (String key : section == null ? List.<String>of() : section.allKeys()) {
            String word = OptionWords.option(key) + "=" + section.text(key);
            try {
                OptionWords.parse(new ClientsOptions(), List.of(word));
                words.add(word);
            } catch (Refusal refusal) {
                refusal.problems().forEach(problem -> section.problemAt(key, problem));
            }
        }
        return OptionWords.parse(new ClientsOptions(), words);
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
        Integer tag = section.value("tag", Matching.EXPECTED_TAG, PlanFile::echoTag);
        String transform = section.value("transform", "decimal or hex, or a prefix before it as in T:decimal", text -> {
            EchoedId.of(1, text);
            return text;
        });
        section.end();
        return tag == null ? Echo.NONE : new Echo(tag, transform == null ? DECIMAL : transform);
    }

    private static @Nullable Integer echoTag(String text) {
        Integer tag = text.matches("[0-9]{1,5}") ? Integer.valueOf(text) : null;
        return tag != null && Matching.canName(tag) ? tag : null;
    }
}
