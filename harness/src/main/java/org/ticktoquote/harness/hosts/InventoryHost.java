package org.ticktoquote.harness.hosts;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.process.Tcpdump;

/**
 * A host on which processes of a run can run.
 *
 * @param name name in the inventory file
 * @param ssh destination as ssh(1) takes it; empty for this host
 * @param options further arguments of ssh
 * @param directory working directory on the host, below the user's home unless absolute
 * @param java executable or home on the host; empty for {@code java} in the PATH
 * @param address address for connections from other hosts; empty if none connects
 * @param answerSeconds time limit of its first responses
 * @param captures network interfaces to capture during a run
 */
public record InventoryHost(
        String name,
        String ssh,
        List<String> options,
        String directory,
        String java,
        String address,
        int answerSeconds,
        List<String> captures) {
    /** Default time limit of first responses, which covers connection, login and JVM start. */
    private static final int ANSWER_SECONDS = 30;

    /** Default working directory. */
    private static final String DEFAULT_DIRECTORY = ".cache/t2q";

    private static final String LOCAL_KEY = "local";
    private static final String DESTINATION = "an ssh destination, as in user@host";
    /** Form of numeric addresses and host names in feed URIs and FIX settings. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*");

    private static final Key<String> HERE =
            Key.value(LOCAL_KEY, null, "true", text -> text.equals("true") ? text : null);
    private static final Key<String> SSH =
            Key.value("ssh", null, DESTINATION, InventoryHost::noOption).required(DESTINATION + ", or local: true");
    private static final Key<List<String>> OPTIONS = new Key<>("options", "", List.of(), Map.of(), YamlSection::texts);
    private static final Key<String> DIRECTORY = pathKey("directory", DEFAULT_DIRECTORY);
    private static final Key<String> JAVA = pathKey("java", "");
    private static final Key<Long> ANSWER = Key.value(
            "answer-within", TimeUnit.SECONDS.toNanos(ANSWER_SECONDS), "1s to 10min", InventoryHost::answerNs);
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

    /** This host, if no inventory is given. */
    public static final InventoryHost LOCAL = new InventoryHost("local", "", List.of(), "", "", "");

    public InventoryHost {
        options = List.copyOf(options);
        captures = List.copyOf(captures);
    }

    /** Creates a host with the default answer limit and without captures. */
    public InventoryHost(String name, String ssh, List<String> options, String directory, String java, String address) {
        this(name, ssh, options, directory, java, address, ANSWER_SECONDS, List.of());
    }

    /** Reads a host of an inventory. Reports its problems. */
    static InventoryHost read(YamlSection hosts, String name) {
        if (!hosts.isSection(name)) {
            hosts.value(name, "local, or a mapping with 'ssh'", text -> text.equals(LOCAL_KEY) ? text : null);
            return new InventoryHost(name, "", List.of(), "", "", "");
        }
        YamlSection section = Objects.requireNonNull(hosts.section(name));
        InventoryHost host = section.has(LOCAL_KEY) ? localHost(section, name) : remoteHost(section, name);
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
    private static Key<String> pathKey(String name, String otherwise) {
        return new Key<>(name, "", otherwise, Map.of(), (section, key) -> {
            String path = section.value(key, "a path", InventoryHost::noOption);
            if (path != null && path.startsWith("~")) {
                section.problemAt(key, "a path without ~/ (relative paths start at the home directory)");
            }
            return path;
        });
    }

    /** Returns this host with captures of these interfaces. */
    public InventoryHost withCaptures(List<String> networkInterfaces) {
        return new InventoryHost(name, ssh, options, directory, java, address, answerSeconds, networkInterfaces);
    }

    /** Name of the host in messages. */
    public String description() {
        return description(name);
    }

    /** Returns the text for a host name in messages. */
    public static String description(String name) {
        return "host " + name;
    }

    /** Returns whether this process runs on the host. */
    public boolean local() {
        return ssh.isEmpty();
    }
}
