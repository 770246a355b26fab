package org.ticktoquote.host.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.machine.Machines;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.placement.AutoPlanner.AutoSets;
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ThreadKind;

class AutoPlannerTest {
    private final ThreadPlanner planner = new AutoPlanner();

    @TempDir
    private Path folder;

    private static FoundThread thread(ThreadOwner party, long tid, String name) {
        return new FoundThread(party, 1, tid, name, ThreadKind.ofName(name), 1);
    }

    private static AutoSets sets(String application, String jvm, String harness, String pacer) {
        return new AutoSets(
                CpuList.parse(application), CpuList.parse(jvm), CpuList.parse(harness), CpuList.parse(pacer));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2|1|0|0|0
            3|2|0|1|1
            4|2-3|0|1|1
            8|4-7|0-1|2-3|2-3
            12|6-11|0-2|3-4|5
            16|8-15|0-3|4-6|7
            """)
    void dividesCoresWithoutSiblings(int cpus, String application, String jvm, String harness, String pacer)
            throws IOException {
        UsableCpus machine = Machines.plain(folder, cpus).topology();
        assertThat(AutoSets.of(machine)).isEqualTo(sets(application, jvm, harness, pacer));
        assertThat(planner.problem(machine, ThreadOwner.ALL)).isEmpty();
    }

    @Test
    void ignoresHostsWithoutApplication() {
        assertThat(planner.concerns(Set.of(ThreadOwner.APPLICATION, ThreadOwner.HARNESS)))
                .isTrue();
        assertThat(planner.concerns(Set.of(ThreadOwner.REPLAYER, ThreadOwner.CLIENTS, ThreadOwner.HARNESS)))
                .isFalse();
    }

    @Test
    void keepsApplicationOnNodeOfNetworkAdapters() throws IOException {
        UsableCpus machine = Machines.fourSockets(folder)
                .adapter("eth0", 2)
                .distances(2, "31 21 10 21")
                .topology();
        assertThat(AutoSets.of(machine)).isEqualTo(sets("18-23,50-55", "16-17,48-49", "8-9,40-41", "8-9,40-41"));
        assertThat(planner.notes(machine))
                .containsExactly(
                        "The application is kept on memory node 2, where 1 network adapter is: CPUs 18-23,50-55"
                                + " of 0-63. An application that needs more CPUs needs a plan of its own.");
    }

    @Test
    void usesFirstNodeIfNoAdapterReportsItsNode() throws IOException {
        UsableCpus machine = Machines.fourSockets(folder).adapter("eth0", -1).topology();
        assertThat(AutoSets.of(machine)).isEqualTo(sets("2-7,34-39", "0-1,32-33", "8-9,40-41", "8-9,40-41"));
        assertThat(planner.notes(machine)).singleElement().asString().contains("no network adapter reports its node");
    }

    @Test
    void splitsSiblingsBetweenJvmAndHarnessFirst() throws IOException {
        UsableCpus two = Machines.of(folder, 4, cpu -> cpu % 2 + "," + (cpu % 2 + 2), cpu -> 0, 1)
                .topology();
        assertThat(AutoSets.of(two)).isEqualTo(sets("1,3", "0", "2", "2"));
        assertThat(planner.notes(two)).isEmpty();
        UsableCpus one = Machines.of(folder, 2, cpu -> "0-1", cpu -> 0, 1).topology();
        assertThat(AutoSets.of(one)).isEqualTo(sets("1", "0", "0", "0"));
        assertThat(planner.notes(one))
                .containsExactly(
                        "The application's JVM and the harness share CPU 0: there are too few CPUs for three sets.",
                        "The application's CPUs share a core with others.");
    }

    @Test
    void givesApplicationThreadsOneIsolatedCpuEach() throws IOException {
        UsableCpus machine = Machines.plain(folder, 8).isolated("2-7", "0-1").topology();
        assertThat(AutoSets.of(machine)).isEqualTo(sets("2-7", "0", "1", "1"));
        List<FoundThread> threads = List.of(
                thread(ThreadOwner.APPLICATION, 600, "a"),
                thread(ThreadOwner.APPLICATION, 601, "b"),
                thread(ThreadOwner.APPLICATION, 607, "c"));
        assertThat(planner.place(machine, threads))
                .extracting(placement -> placement.cpus().toString())
                .containsExactly("2", "3", "3");
        assertThat(planner.notes(machine))
                .singleElement()
                .asString()
                .contains("does not spread threads over isolated CPUs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1-4  |0,5-15 |1-4 |0,5,8,13|6-7,14-15
            2,10 |0-1,3-9,11-15|2,10|0-1,3,8-9,11|4-5,12-13,6-7,14-15
            0-7  |8-15   |0-7 |8-11    |12-15
            1-7  |0,8-15 |1-7 |0,8-10  |11-15
            """)
    void spreadsApplicationThreadsOverIsolatedCpusWhoseSiblingsAreNot(
            String isolated, String rest, String application, String jvm, String harness) throws IOException {
        UsableCpus machine = Machines.of(folder, 16, cpu -> cpu % 8 + "," + (cpu % 8 + 8), cpu -> 0, 1)
                .isolated(isolated, rest)
                .topology();
        AutoSets sets = AutoSets.of(machine);
        assertThat(sets.application()).isEqualTo(CpuList.parse(application));
        assertThat(sets.jvm()).isEqualTo(CpuList.parse(jvm));
        assertThat(sets.harness().union(sets.pacer())).isEqualTo(CpuList.parse(harness));
        List<FoundThread> threads = LongStream.range(600, 616)
                .mapToObj(tid -> thread(ThreadOwner.APPLICATION, tid, "a"))
                .toList();
        assertThat(planner.place(machine, threads).stream().map(Placement::cpus).distinct())
                .hasSize(CpuList.parse(application).count());
    }

    @Test
    void refusesSingleCpu() throws IOException {
        UsableCpus machine = Machines.plain(folder, 4).allowed("3").topology();
        assertThat(planner.problem(machine, ThreadOwner.ALL))
                .contains("an automatic plan needs two CPUs at least, this run may use only CPU 3");
    }

    @Test
    void placesEveryProcessInItsSet() throws IOException {
        UsableCpus machine = Machines.plain(folder, 16).topology();
        List<FoundThread> threads = List.of(
                thread(ThreadOwner.APPLICATION, 1, "pricing-io"),
                thread(ThreadOwner.APPLICATION_JVM, 2, "GC Thread#0"),
                thread(ThreadOwner.CLIENTS, 3, "C2 CompilerThre"),
                thread(ThreadOwner.REPLAYER, 4, "replayer-pacer"),
                thread(ThreadOwner.REPLAYER, 5, "control"),
                thread(ThreadOwner.HARNESS, 6, "java"));
        assertThat(planner.place(machine, threads))
                .extracting(placement -> placement.rule() + " " + placement.cpus())
                .containsExactly("application 8-15", "jvm 0-3", "harness 4-6", "pacer 7", "harness 4-6", "harness 4-6");
    }
}
