package org.ticktoquote.host.change;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/** Something of a host that can be read, written and read back, with the value that it should have. */
public sealed interface Setting permits FileSetting, AdapterSetting {
    /** How many commands are spelled out before the rest is only counted. */
    int SHOWN_COMMANDS = 3;

    /** What names it in the log: unique on a host. */
    String name();

    /** The value that it should have, in the form in which {@link #current} gives it. */
    String wanted();

    /** The value now. */
    Reading current(Host host);

    /** Gives it a value; reading back is the caller's. */
    void set(Host host, String value) throws IOException;

    /** The command with which people give it a value. */
    String command(String value);

    /** Whether a name of a log is one of a setting: a file of {@code /proc} or {@code /sys}, or options of an adapter. */
    static boolean isName(String name) {
        return name.startsWith("/")
                ? name.matches("/(proc|sys)/.+") && !name.contains("/../") && !name.endsWith("/..")
                : AdapterSetting.isName(name);
    }

    /** A setting from its name in the log. */
    static Setting named(String name, String wanted) {
        return name.startsWith("/") ? new FileSetting(name, wanted) : AdapterSetting.named(name, wanted);
    }

    /** The commands for people, one for a setting that every CPU has; at most a few are spelled out. */
    static String commands(List<? extends Setting> settings) {
        Map<String, Integer> commands = new LinkedHashMap<>();
        for (Setting setting : settings) {
            commands.merge(setting.command(setting.wanted()).replaceAll("/cpu[0-9]+/", "/cpu*/"), 1, Integer::sum);
        }
        List<String> shown = commands.keySet().stream()
                .map(command -> command.contains("*") ? command.replace(" > ", " | tee ") : command)
                .limit(SHOWN_COMMANDS)
                .toList();
        int more = commands.size() - shown.size();
        return String.join("; ", shown) + (more == 0 ? "" : "; and " + more + " more like these");
    }
}
