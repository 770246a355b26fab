package org.ticktoquote.host.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.machine.UsableCpus.Core;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.state.CpuList;

class UsableCpusTest {
    @TempDir
    private Path folder;

    @Test
    void readsCoresAndExcludesOfflineCpusOfTheMask() throws IOException {
        UsableCpus machine = Machines.plain(folder, 2).topology();
        assertThat(machine.usable()).isEqualTo(CpuList.parse("0-1"));
        assertThat(machine.cores()).containsExactly(new Core(0, CpuList.of(0)), new Core(0, CpuList.of(1)));
        assertThat(machine.description()).isEqualTo("CPUs 0-1, 2 cores, isolated none");

        machine = Machines.plain(folder, 4).allowed("0-7").topology();
        assertThat(machine.usable()).isEqualTo(CpuList.parse("0-3"));
    }

    @Test
    void ordersCoresByNodeAndKeepsSiblingsTogether() throws IOException {
        UsableCpus machine = Machines.fourSockets(folder).topology();
        assertThat(machine.cores()).hasSize(32);
        assertThat(machine.cores().get(0)).isEqualTo(new Core(0, CpuList.parse("0,32")));
        assertThat(machine.cores().get(8)).isEqualTo(new Core(1, CpuList.parse("8,40")));
        assertThat(machine.cores().get(31)).isEqualTo(new Core(3, CpuList.parse("31,63")));
    }

    @Test
    void includesIsolatedCpusOutsideTheMaskButNotOfOtherGroups() throws IOException {
        UsableCpus machine = Machines.plain(folder, 8).isolated("2-7", "0-1").topology();
        assertThat(machine.usable()).isEqualTo(CpuList.parse("0-7"));
        assertThat(machine.isolated()).isEqualTo(CpuList.parse("2-7"));
        UsableCpus part = Machines.plain(folder, 8).allowed("0-5").cpuset("4-7").topology();
        assertThat(part.usable()).isEqualTo(CpuList.parse("4-5"));
    }

    @Test
    void readsRecordedHost() throws IOException {
        UsableCpus container = UsableCpus.read(new RecordedHost(HostFixture.unpack("container", folder)));
        assertThat(container.usable()).isEqualTo(CpuList.parse("4-5"));
        assertThat(container.isolated().isEmpty()).isTrue();
    }
}
