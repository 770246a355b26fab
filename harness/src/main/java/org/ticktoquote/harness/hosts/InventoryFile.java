package org.ticktoquote.harness.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.process.Tcpdump;

/** Reads an inventory and reports all problems of the file at once. Documented in docs/run.md. */
public final class InventoryFile {
    private static final String LOCAL = "local";
    private static final String DESTINATION = "an ssh destination, as in user@host";
    /** Form of host names, which appear in file names and messages. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    /** Form of numeric addresses and host names in feed URIs and FIX settings. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*");

    private static final Key<String> HERE = Key.value(LOCAL, null, "true", text -> text.equals("true") ? text : null);
    private static final Key<String> SSH =
            Key.value("ssh", null, DESTINATION, InventoryFile::noOption).required(DESTINATION + ", or local: true");
    private static final Key<List<String>> OPTIONS = new Key<>("options", "", List.of(), Map.of(), YamlSection::texts);
    private static final Key<String> DIRECTORY = path("directory", InventoryHost.DIRECTORY);
    private static final Key<String> JAVA = path("java", "");
    private static final Key<Long> ANSWER = Key.value(
            "answer-within",
            TimeUnit.SECONDS.toNanos(InventoryHost.ANSWER_SECONDS),
            "1s to 10min",
            InventoryFile::answerNs);
    private static final Key<String> HOST_ADDRESS = Key.value(
            "address",
            "",
            "an IPv4 address or a host name",
            text -> ADDRESS.matcher(text).matches() ? text : null);
    private static final Key<List<String>> CAPTURE = new Key<>(
            "capture",
            "",
            List.of(),
            Map.of(),
            (section, key) -> section.distinct(
                    key, "the name of a network interface", name -> Tcpdump.isInterface(name) ? name : null));

    private final Problems problems = new Problems();
    private final Map<String, InventoryHost> hosts = new LinkedHashMap<>();

    private InventoryFile() {}

    /**
     * Reads an inventory.
     *
     * @throws ProblemException with all problems, one per line
     */
    public static Inventory read(Path file) {
        return new InventoryFile().parse(file.toString(), YamlFile.text(file));
    }

    static Inventory read(String name, String text) {
        return new InventoryFile().parse(name, text);
    }

    private Inventory parse(String name, String text) {
        YamlSection top = YamlFile.parse(name, text, problems);
        hosts(top);
        InventoryHost replayer = one(top, "replayer");
        List<InventoryHost> applications = some(top, "application");
        InventoryHost clients = one(top, "clients");
        top.reportUnknownKeys();
        problems.refuseIfAny();
        List<InventoryHost> monitors = hosts.values().stream()
                .filter(host -> !host.captures().isEmpty())
                .toList();
        return new Inventory(replayer, applications, clients, monitors);
    }

    private void hosts(YamlSection top) {
        YamlSection section = top.section("hosts");
        if (section == null) {
            top.problemAt("hosts", "hosts by name");
            return;
        }
        for (String name : section.allKeys()) {
            if (!NAME.matcher(name).matches()) {
                section.problemWithKey(name, "letters, digits, '.', '_' and '-'");
            }
            hosts.put(name, host(section, name));
        }
    }

    private static InventoryHost host(YamlSection hosts, String name) {
        if (!hosts.isSection(name)) {
            hosts.value(name, "local, or a mapping with 'ssh'", text -> text.equals(LOCAL) ? text : null);
            return new InventoryHost(name, "", List.of(), "", "", "");
        }
        YamlSection section = Objects.requireNonNull(hosts.section(name));
        InventoryHost host = section.has(LOCAL) ? localHost(section, name) : remoteHost(section, name);
        section.reportUnknownKeys();
        return host;
    }

    private static InventoryHost localHost(YamlSection section, String name) {
        HERE.find(section);
        return new InventoryHost(name, "", List.of(), "", "", HOST_ADDRESS.read(section))
                .withCaptures(CAPTURE.read(section));
    }

    private static InventoryHost remoteHost(YamlSection section, String name) {
        return new InventoryHost(
                name,
                Objects.requireNonNullElse(SSH.find(section), name),
                OPTIONS.read(section),
                DIRECTORY.read(section),
                JAVA.read(section),
                HOST_ADDRESS.read(section),
                (int) TimeUnit.NANOSECONDS.toSeconds(ANSWER.read(section)),
                CAPTURE.read(section));
    }

    private static @Nullable Long answerNs(String text) {
        long ns = DurationText.parse(text);
        return ns >= TimeUnit.SECONDS.toNanos(1) && ns <= TimeUnit.MINUTES.toNanos(10) ? ns : null;
    }

    private static @Nullable String noOption(String text) {
        return text.startsWith("-") ? null : text;
    }

    /** Creates the key of a path on the host, which no shell expands. */
    private static Key<String> path(String name, String otherwise) {
        return new Key<>(name, "", otherwise, Map.of(), (section, key) -> {
            String path = section.value(key, "a path", InventoryFile::noOption);
            if (path != null && path.startsWith("~")) {
                section.problemAt(key, "a path without ~/ (relative paths start at the home directory)");
            }
            return path;
        });
    }

    private InventoryHost one(YamlSection top, String role) {
        String name = top.text(role);
        return name == null ? missing(top, role) : named(top, role, name);
    }

    private List<InventoryHost> some(YamlSection top, String role) {
        List<String> names = top.distinct(role, "the name of a host", name -> name);
        if (names == null || names.isEmpty()) {
            return List.of(missing(top, role));
        }
        List<InventoryHost> found = new ArrayList<>();
        names.forEach(name -> found.add(named(top, role, name)));
        return found;
    }

    private static InventoryHost missing(YamlSection top, String role) {
        if (!top.has(role)) {
            top.problemAt(role, "the name of a host");
        }
        return InventoryHost.LOCAL;
    }

    private InventoryHost named(YamlSection top, String role, String name) {
        @Nullable InventoryHost host = hosts.get(name);
        if (host == null) {
            top.problemAt(role, Problem.ofValue(name).expected("one of " + String.join(", ", hosts.keySet())));
            return InventoryHost.LOCAL;
        }
        return host;
    }
}
