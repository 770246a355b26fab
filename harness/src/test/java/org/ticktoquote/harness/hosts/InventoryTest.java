package org.ticktoquote.harness.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InventoryTest {
    private static Inventory read(String text) {
        return Inventory.read("hosts.yaml", text);
    }

    private static void assertRefused(String text, String... problems) {
        assertThatRefused(() -> read(text))
                .message()
                .satisfies(message ->
                        assertThat(message.replace("hosts.yaml:", "").lines()).containsExactly(problems));
    }

    @Test
    void readsHostsOfAllRoles() {
        Inventory inventory = read("""
                hosts:
                  here: local
                  load:
                    ssh: bench@load
                    options: [-p, 2222]
                    directory: /var/t2q
                    java: /opt/jdk
                    address: 10.0.0.1
                    answer-within: 2min
                    capture: eth1
                  stock: {ssh: stock, address: stock.example}
                  monitor: {ssh: monitor, capture: [mon0, mon1]}
                replayer: load
                clients: load
                application: [stock, here]
                """);
        InventoryHost load = new InventoryHost(
                "load", "bench@load", List.of("-p", "2222"), "/var/t2q", "/opt/jdk", "10.0.0.1", 120, List.of("eth1"));
        assertThat(inventory.replayer()).isEqualTo(load).isEqualTo(inventory.clients());
        assertThat(inventory.application())
                .isEqualTo(new InventoryHost("stock", "stock", List.of(), ".cache/t2q", "", "stock.example"));
        assertThat(inventory.withApplicationOn("here"))
                .hasValueSatisfying(
                        there -> assertThat(there.application().local()).isTrue());
        assertThat(inventory.withApplicationOn("load")).isEmpty();
        assertThat(inventory.local()).isFalse();
        assertThat(inventory.description())
                .isEqualTo("replayer on load, application on stock, clients on load, captures on monitor");
        assertThat(inventory.hosts()).extracting(InventoryHost::name).containsExactly("load", "stock", "monitor");
    }

    @Test
    void reportsAllProblemsAtOnce() {
        assertRefused(
                """
                hosts:
                  a: remote
                  b: {adress: 10.0.0.1}
                  c: {ssh: -oProxyCommand=x}
                  d: {ssh: d, address: "10.0.0.1; reboot"}
                  e: {ssh: e, capture: [eth0, -z]}
                replayer: a
                aplication: b
                clients: z
                """,
                "1:1: application: the key is missing, expected the name of a host",
                "2:6: a: 'remote', expected local, or a mapping with 'ssh'",
                "3:6: ssh: the key is missing, expected an ssh destination, as in user@host, or local: true",
                "3:7: adress: unknown key (did you mean 'address'?), expected one of address, answer-within, capture,"
                        + " directory, java, options, ssh",
                "4:12: ssh: '-oProxyCommand=x', expected an ssh destination, as in user@host",
                "5:24: address: '10.0.0.1; reboot', expected an IPv4 address or a host name",
                "6:31: capture: '-z', expected the name of a network interface",
                "8:1: aplication: unknown key (did you mean 'application'?), expected one of application, clients, hosts,"
                        + " replayer",
                "9:10: clients: 'z', expected one of a, b, c, d, e");
    }

    @Test
    void refusesAnEmptyListOfHostsAndATildeInPaths() {
        assertRefused(
                "{hosts: {a: local}, replayer: a, clients: a, application: []}",
                "1:59: application: '[]', expected the name of a host, or a list");

        String wanted = "', expected a path without ~/ (relative paths start at the home directory)";
        assertRefused("""
                hosts:
                  a: {ssh: a, directory: ~/t2q, java: ~bench/jdk}
                replayer: a
                application: a
                clients: a
                """, "2:26: directory: '~/t2q" + wanted, "2:39: java: '~bench/jdk" + wanted);
    }

    @Test
    void findsHostsThatNeedAnAddress() {
        Inventory apart = read("hosts: {a: {ssh: a}, b: {ssh: b}}\nreplayer: a\nclients: a\napplication: b\n");
        assertWithoutAddress(apart, false, null, "b");
        assertWithoutAddress(apart, true, null, "a", "b");
        assertWithoutAddress(apart, true, "0.0.0.0:0", "a");
        assertWithoutAddress(apart, false, "[::]:9001", "b", "a");
        assertWithoutAddress(apart, false, "10.0.0.1:9001", "b");
        assertWithoutAddress(Inventory.LOCAL, true, null);
        assertWithoutAddress(Inventory.LOCAL, true, "0.0.0.0:0");
    }

    private static void assertWithoutAddress(
            Inventory inventory, boolean replayerBinds, @Nullable String accept, String... hosts) {
        assertThat(inventory.withoutAddress(replayerBinds, Optional.ofNullable(accept)))
                .containsExactly(hosts);
    }
}
