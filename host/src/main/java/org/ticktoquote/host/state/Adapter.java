package org.ticktoquote.host.state;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * Network interface that has a device and is up, or whose state is unknown.
 *
 * @param name interface name
 * @param driver the device's driver; empty if unknown
 */
public record Adapter(String name, String driver) {
    private static final String FOLDER = "/sys/class/net";

    /** Returns all adapters, sorted by name. */
    public static List<Adapter> read(Host host) {
        return host.names(FOLDER).stream()
                .filter(name -> !name.startsWith("-")) // would be an option of ethtool
                .filter(name -> host.names(FOLDER + "/" + name).contains("device"))
                .filter(name -> isUp(host, name))
                .map(name -> new Adapter(name, driver(host, name)))
                .toList();
    }

    private static boolean isUp(Host host, String name) {
        String state = host.file(FOLDER + "/" + name + "/operstate").line().or("");
        return state.equals("up") || state.equals("unknown");
    }

    private static String driver(Host host, String name) {
        return host.file(FOLDER + "/" + name + "/device/uevent")
                .after("DRIVER=")
                .orElse("");
    }

    /** Returns the path of one of the adapter's files. */
    public String path(String file) {
        return FOLDER + "/" + name + "/" + file;
    }

    /** Reads the first line of one of the adapter's files. */
    public Reading file(Host host, String file) {
        return host.file(path(file)).line();
    }

    /** Returns the output of {@code ethtool OPTION NAME}. */
    public Reading ethtool(Host host, String option) {
        return host.tool("ethtool", option, name);
    }

    /**
     * Parses the {@code name: value} lines of ethtool's output. If a name is repeated, as in ring sizes, the last value counts.
     */
    public static Map<String, String> fields(String output) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : output.lines().toList()) {
            // "Adaptive RX: off  TX: off" is one line of two fields
            String flat = line.replaceFirst("^Adaptive RX: (\\S+)\\s+TX: (\\S+)", "adaptive-rx: $1");
            int colon = flat.indexOf(':');
            if (colon > 0 && colon < flat.length() - 1) {
                fields.put(
                        flat.substring(0, colon).trim(),
                        flat.substring(colon + 1).trim());
            }
        }
        return fields;
    }

    /**
     * Sizes of an adapter's receive ring, in packets, as {@code ethtool -g} shows them.
     *
     * @param receive current size
     * @param mostReceive maximum size
     */
    public record RingSizes(long receive, long mostReceive) {
        private static final Pattern RECEIVE = Pattern.compile("(?m)^RX:\\s+([0-9]{1,9})\\s*$");

        /** Parses the two RX lines, maximum first; empty if the adapter does not report them. */
        public static Optional<RingSizes> parse(String output) {
            List<Long> sizes = RECEIVE.matcher(output)
                    .results()
                    .map((MatchResult line) -> Long.valueOf(line.group(1)))
                    .toList();
            return sizes.size() < 2 ? Optional.empty() : Optional.of(new RingSizes(sizes.get(1), sizes.get(0)));
        }
    }
}
