package org.ticktoquote.host.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.machine.Machines;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology.CpuLevel;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;

class CpuTopologyTest {
    private static final HandOffCosts COSTS = HandOffCosts.TYPICAL;

    @TempDir
    private Path folder;

    private CpuTopology of(String text) {
        return CpuTopology.of(text, new RecordedHost(folder));
    }

    private static double ns(CpuTopology machine, int from, int to) {
        return COSTS.ns(
                machine, machine.positions().get(from), machine.positions().get(to));
    }

    @Test
    void buildsSocketsFromText() {
        assertThat(of("4x1x1:line").hops(0, 3)).isEqualTo(3);
        assertThat(of("4x1x1:mesh").hops(0, 3)).isEqualTo(1);
        assertThat(of("4x1x1").hash())
                .isEqualTo(of("4x1x1:mesh").hash())
                .isNotEqualTo(of("4x1x1:line").hash());
        CpuTopology ring = of("4x8x2:ring");

        assertThat(ring.description()).isEqualTo("4 sockets, 4 memory nodes, 4 last-level caches, 32 cores, 64 CPUs");
        assertThat(List.of(ring.hops(0, 1), ring.hops(0, 2), ring.hops(0, 3), ring.hops(2, 2)))
                .containsExactly(1, 2, 1, 0);
        assertThat(ring.sets(CpuLevel.CORE)).contains(CpuList.parse("5,37"));
        assertThat(ring.sets(CpuLevel.NODE)).contains(CpuList.parse("8-15,40-47"));
        assertThat(List.of(ns(ring, 0, 0), ns(ring, 0, 32), ns(ring, 0, 1), ns(ring, 0, 8), ns(ring, 0, 16)))
                .containsExactly(1000.0, 1280.0, 2000.0, 3450.0, 4700.0);
    }

    @Test
    void readsSysfs() throws IOException {
        Machines.fourSockets(folder)
                .distances(0, "10 21 31 21")
                .distances(1, "21 10 21 31")
                .adapter("eth0", 1);
        for (int cpu = 0; cpu < 64; cpu++) {
            String own = "/sys/devices/system/cpu/cpu" + cpu;
            int half = cpu % 32 / 4;
            HostFixture.write(folder, own + "/topology/physical_package_id", cpu % 32 / 8 + "\n");
            HostFixture.write(folder, own + "/cache/index3/level", "3\n");
            String shared = half * 4 + "-" + (half * 4 + 3) + "," + (half * 4 + 32) + "-" + (half * 4 + 35);
            HostFixture.write(folder, own + "/cache/index3/shared_cpu_list", shared + "\n");
        }
        CpuTopology machine = of(CpuTopology.HERE);

        assertThat(machine.description())
                .isEqualTo("4 sockets, 4 memory nodes, 8 last-level caches, 32 cores, 64 CPUs");
        assertThat(List.of(machine.hops(0, 1), machine.hops(0, 2))).containsExactly(1, 2);
        assertThat(machine.memory().adapters()).containsEntry("eth0", 1);
        assertThat(machine.around(CpuLevel.LLC, CpuList.of(5))).isEqualTo(CpuList.parse("4-7,36-39"));
        assertThat(ns(machine, 0, 4)).as("different cache of the same node").isEqualTo(2300);
    }

    /** The kernel writes one distance per online node. */
    @Test
    void readsDistancesOfNodesWithGapsInTheirNumbers() throws IOException {
        Machines.plain(folder, 2)
                .distances(0, "10 21 31")
                .distances(2, "21 10 21")
                .distances(10, "31 21 10");
        CpuTopology machine = of(CpuTopology.HERE);

        assertThat(machine.nodes()).isEqualTo(CpuList.parse("0,2,10"));
        assertThat(List.of(machine.hops(0, 2), machine.hops(0, 10), machine.hops(10, 2)))
                .containsExactly(1, 2, 1);
    }

    private Path lstopo(String head, String more) throws IOException {
        return Files.writeString(folder.resolve("machine.xml"), head + """
                <topology version="2.0">
                 <object type="Machine" os_index="0" cpuset="0x0000000f" allowed_cpuset="0x0000020d" nodeset="0x00000003">
                  <object type="Package" os_index="0" cpuset="0x00000003" nodeset="0x00000001">
                   <object type="NUMANode" os_index="0" cpuset="0x00000003" nodeset="0x00000001"/>
                   <object type="L3Cache" cpuset="0x00000003" nodeset="0x00000001">
                    <object type="Core" os_index="0" cpuset="0x00000003" nodeset="0x00000001">
                     <object type="PU" os_index="0" cpuset="0x00000001"/><object type="PU" os_index="1" cpuset="0x00000002"/>
                    </object>
                   </object>
                  </object>
                  <object type="Package" os_index="1" cpuset="0x0000000c" nodeset="0x00000002">
                   <object type="NUMANode" os_index="1" cpuset="0x0000000c" nodeset="0x00000002"/>
                   <object type="L3Cache" cpuset="0x0000000c" nodeset="0x00000002">
                    <object type="Core" os_index="0" cpuset="0x0000000c" nodeset="0x00000002">
                     <object type="PU" os_index="2" cpuset="0x00000004"/><object type="PU" os_index="3" cpuset="0x00000008"/>
                    </object>
                   </object>
                   <object type="Bridge"><object type="PCIDev"><object type="OSDev" name="eth7" osdev_type="2"/></object></object>
                  </object>
                 </object>
                 <distances2 type="NUMANode" nbobjs="2" kind="5" name="NUMALatency" indexing="os">
                  <indexes length="4">0 1 </indexes><u64values length="12">10 21 21 10 </u64values>
                 </distances2>
                """ + more + "</topology>\n");
    }

    @Test
    void readsLstopo() throws IOException {
        CpuTopology machine =
                of(lstopo("<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n", "").toString());

        assertThat(machine.positions())
                .as("CPU 1 is not allowed")
                .containsExactly(
                        new CpuPosition(0, 0, 0, 0, 0), new CpuPosition(2, 1, 1, 1, 1), new CpuPosition(3, 1, 1, 1, 1));
        assertThat(machine.memory().adapters()).containsExactly(Map.entry("eth7", 1));
        assertThat(machine.hops(0, 1)).isEqualTo(1);

        Path file = lstopo("", "");
        Files.writeString(
                file, Files.readString(file).replace("L3Cache\" cpuset=\"0x0000000c", "L2Cache\" cpuset=\"0x0000000c"));

        assertThat(of(file.toString()).sets(CpuLevel.LLC)).containsExactly(CpuList.of(0), CpuList.parse("2-3"));
    }

    @Test
    void readsNoExternalEntities() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "<object type=\"PU\" os_index=\"9\"/>");
        String head = "<!DOCTYPE topology [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>\n";
        String file = lstopo(head, "&e;").toString();

        assertThat(of(file).cpus()).isEqualTo(CpuList.parse("0,2-3"));
    }

    @Test
    void refusesInvalidTextAndFilesNotWrittenByLstopo() throws IOException {
        assertThatThrownBy(() -> of("4x8"))
                .hasMessageStartingWith("'4x8', expected HERE, a file NAME.xml of lstopo, or SOCKETS");
        assertThatThrownBy(() -> of("999x999x8")).hasMessageContaining("at most 1024 CPUs");
        String wanted = ", expected XML of hwloc 2.x, as lstopo --of xml writes it";
        assertInvalid("<topology>\n</topology>\n", ": has no version, as files of hwloc 1.x have none" + wanted);
        assertInvalid("<topology version=\"3.0\">\n</topology>\n", ": version: '3.0'" + wanted);
        assertInvalid("<html></html>\n", ": root element: 'html'" + wanted);
        assertInvalid("<topology version=\"2.0\">\n<object>\n", ":3:1: is not XML");
    }

    private void assertInvalid(String xml, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("machine.xml"), xml);
        assertThatThrownBy(() -> of(file.toString())).hasMessageStartingWith(file + message);
    }

    @Test
    void readsCostsFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("costs.yaml"), "llcNs: 900\n");

        assertThat(HandOffCosts.read(file)).isEqualTo(new HandOffCosts(1_000, 1_280, 900, 2_300, 3_450, 1_250));
        Files.writeString(file, "llcNs: fast\nhops: 1\n");
        assertThatThrownBy(() -> HandOffCosts.read(file))
                .hasMessageContaining(file + ":1:8: llcNs: 'fast', expected a whole number from 0 to 1000000000")
                .hasMessageContaining(file + ":2:1: hops: unknown key");
    }
}
