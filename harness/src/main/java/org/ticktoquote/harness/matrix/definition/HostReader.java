package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.Section;

/** Reads {@code hosts}: the inventory. */
final class HostReader {
    private static final String LOCAL = "local";
    private static final String EXPECTED = "local, or ssh and directory of a host";

    static final Key<String> SSH = Key.text("ssh", "user@host, or a name of the ssh configuration");
    static final Key<String> DIRECTORY = Key.text("directory", "of t2q on that host");

    private HostReader() {}

    static Map<String, Object> schema() {
        return Key.named(Key.ordered("oneOf", List.of(Map.of("const", LOCAL), Key.mapping(List.of(SSH, DIRECTORY)))));
    }

    /** In the order of the file; this host alone where nothing is said. */
    static List<InventoryHost> read(@Nullable Section hosts) {
        List<InventoryHost> inventory = new ArrayList<>();
        if (hosts != null) {
            for (String name : hosts.allKeys()) {
                if (Names.sound(hosts, name)) {
                    inventory.add(host(hosts, name));
                }
            }
        }
        return inventory.isEmpty() ? List.of(InventoryHost.LOCAL) : inventory;
    }

    private static InventoryHost host(Section hosts, String name) {
        if (!hosts.isSection(name)) {
            hosts.value(name, EXPECTED, text -> text.equals(LOCAL) ? text : null);
            return new InventoryHost(name, "", "");
        }
        Section section = hosts.section(name);
        if (section == null) {
            return InventoryHost.LOCAL;
        }
        InventoryHost host = new InventoryHost(name, SSH.read(section), DIRECTORY.read(section));
        if (host.ssh().isEmpty() || host.ssh().startsWith("-")) {
            section.problemAt(SSH.name(), "user@host, or a name of the ssh configuration");
        }
        if (host.directory().isEmpty()) {
            section.problemAt(DIRECTORY.name(), "where t2q is on that host");
        }
        section.end();
        return host;
    }
}
