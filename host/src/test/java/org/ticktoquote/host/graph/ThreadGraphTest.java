package org.ticktoquote.host.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;

class ThreadGraphTest {
    @TempDir
    private Path folder;

    /** Reads a graph for a machine with CPUs 0 to 9 on memory nodes 0 and 1. */
    private ThreadGraph read(Path file) {
        return ThreadGraph.read(file, CpuTopology.of("2x5x1", new RecordedHost(folder)));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("graph.json"), text);
    }

    @Test
    void readsWhatItWrites() throws IOException {
        ThreadNode odd = new ThreadNode(
                7,
                "application",
                10,
                11,
                12,
                "a\"\u0007\u007f\\é/*",
                "a full name: 'x'",
                ThreadRole.COLLECTOR,
                "c #1",
                0.25,
                0.75,
                1234.5,
                true,
                CpuList.parse("2-3,8"),
                1);
        ThreadGraph graph = new ThreadGraph(
                List.of(new Source(SourceKind.SCHED_WAKING, 10.5, "only own processes")),
                CpuList.parse("2-7"),
                List.of(
                        odd,
                        Threads.modelled(8, "true", "", 0.1, 0),
                        Threads.modelled(9, "", "", 0, 0),
                        Threads.modelled(10, "fix-client/\u00e9\ufffd", "", 0, 0)),
                List.of(new WakeEdge(7, 8, 1e-3)),
                List.of(
                        new AdapterNode("eth0", 0, CpuList.parse("0-1"), List.of(7), List.of(8)),
                        new AdapterNode("eth1", 0, CpuList.none(), List.of(7), List.of()),
                        new AdapterNode("eth2", 0, CpuList.none(), List.of(), List.of(8))));

        assertThat(read(file(graph.json()))).isEqualTo(graph);
        assertThat(graph.hash()).hasSize(12);
    }

    @Test
    void readsMinimalHandWrittenGraph() throws IOException {
        ThreadGraph graph = read(file("formatVersion: 1\nthreads: [{id: 1, name: a}]\n"));

        assertThat(graph.threads()).containsExactly(Threads.modelled(1, "a", "", 0, 0));
    }

    @Test
    void reportsAllErrorsWithTheirPositions() throws IOException {
        Path file = file("""
            formatVersion: 2
            sources: [{kind: dtrace}]
            threads:
              - {id: 1, name: a, load: 1.5}
              - {id: 1, name: a-name-16-bytes!, rol: jvm}
              - {name: b, role: gc, spins: yes}
              - {id: 3}
              - {id: 4, name: far, pinned: "9-10", memoryNode: 2}
            edges:
              - {from: 1, to: 9, wakeups: NaN}
              - {from: 1, to: 1, wakeups: 1}
            adapters: [{name: eth0, receivers: [5], node: 7}]
            """);

        assertThatThrownBy(() -> read(file))
                .message()
                .satisfies(message -> assertThat(message.replace(file + ":", "").lines())
                        .containsExactly(
                                "1:16: formatVersion: '2', expected 1",
                                "2:18: kind: 'dtrace', expected one of sched-waking, jfr, model",
                                "4:28: load: '1.5', expected a number from 0 to 1",
                                "5:10: id: '1', expected a number that no other thread has",
                                "5:19: name: 'a-name-16-bytes!', expected a thread name as in /proc, at"
                                        + " most 15 bytes",
                                "5:37: rol: unknown key (did you mean 'role'?), expected one of 15 keys"
                                        + " (see docs/formats.md)",
                                "6:5: id: the key is missing, expected a number that no other thread has",
                                "6:21: role: 'gc', expected one of component, collector, compiler, jvm, t2q, kernel",
                                "6:32: spins: 'yes', expected true or false",
                                "7:5: name: the key is missing, expected a thread name as in /proc, at most 15 bytes",
                                "8:32: pinned: '9-10', expected some of the machine's CPUs, 0-9",
                                "8:52: memoryNode: '2', expected one of the machine's memory nodes, 0-1",
                                "10:19: to: '9', expected the id of one of the threads",
                                "10:31: wakeups: 'NaN', expected a number from 0 to 1000000000",
                                "11:19: to: '1', expected a thread other than the waker",
                                "12:37: receivers: '5', expected the id of one of the threads",
                                "12:47: node: '7', expected one of the machine's memory nodes, 0-1"));
    }

    @Test
    void findsThePathFromAdapterToAdapter() {
        List<ThreadNode> threads = List.of(
                Threads.modelled(10, "feed", "", 0.1, 1),
                Threads.modelled(11, "price", "", 0.1, 1),
                Threads.modelled(12, "log", "", 0.1, 1),
                Threads.modelled(13, "fix", "", 0.1, 1));
        List<WakeEdge> edges = List.of(new WakeEdge(10, 11, 5), new WakeEdge(11, 12, 5), new WakeEdge(11, 13, 5));
        AdapterNode adapter = new AdapterNode("eth0", 0, CpuList.none(), List.of(10), List.of(13));

        BitSet all = new ThreadGraph(List.of(), CpuList.none(), threads, edges, List.of()).path();
        BitSet path = new ThreadGraph(List.of(), CpuList.none(), threads, edges, List.of(adapter)).path();

        assertThat(all).hasToString("{0, 1, 2, 3}");
        assertThat(path).hasToString("{0, 1, 3}");
    }
}
