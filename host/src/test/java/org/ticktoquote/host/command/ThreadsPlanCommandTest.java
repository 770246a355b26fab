package org.ticktoquote.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadsPlanCommandTest {
    @TempDir
    private Path folder;

    private Path graph = Path.of("");
    private final T2qLine line = new T2qLine();

    @BeforeEach
    void writeGraph() throws IOException {
        graph = Files.writeString(folder.resolve("graph.json"), """
            {"formatVersion": 1,
             "threads": [{"id": 1, "name": "feed", "load": 0.05, "slices": 10000},
                         {"id": 2, "name": "price", "load": 0.05, "slices": 10000},
                         {"id": 3, "name": "GC Thread#0", "role": "collector", "load": 0.3, "slices": 60},
                         {"id": 4, "name": "C2 CompilerThre", "role": "compiler", "load": 0.3, "slices": 60}],
             "edges": [{"from": 1, "to": 2, "wakeups": 9000}],
             "adapters": [{"name": "eth0", "receivers": [1], "senders": [2]}]}
            """);
    }

    private int threads(String arguments) {
        return line.run("threads " + arguments);
    }

    @Test
    void writesPlanAndScriptAndPage() throws IOException {
        Path plan = folder.resolve("plan.yaml");
        Path script = folder.resolve("plan.sh");
        Path page = folder.resolve("plan.html");

        assertThat(threads("plan " + graph + " --topology 1x2x1 --moves 10000 --out " + plan + " --script " + script
                        + " --html " + page))
                .as(line.err())
                .isZero();

        assertThat(line.out()).containsPattern("(?s)no plan.*auto.*this plan");
        assertThat(plan).content().contains("- \"feed\"  # on the path").contains("default: housekeeping");
        assertThat(script).content().contains("pin 1 feed\n", "pin 0 'GC Thread#0'\n", "CPUAffinity=0-1\n");
        assertThat(run(script, "0")).isEqualTo("there is no process 0\nstatus 1\n");
        String self = Long.toString(ProcessHandle.current().pid());
        Files.writeString(script, Files.readString(script).replaceFirst("(?m)^pin 0 .*", "pin 4000 java"));
        assertThat(run(script, self))
                .contains("no thread is called 'feed'\n")
                .containsPattern("failed: thread " + self + " 'java' to CPUs 4000\n")
                .endsWith("status 1\n");
        assertThat(page).content().contains("<svg", "feed");
        assertThat(threads("explain " + plan + " price")).isZero();
        assertThat(line.out()).contains("price gets CPUs 1: on the path, 9000 wake-ups a second with feed");
    }

    /** Runs the script and returns its output and exit status. */
    private String run(Path script, String pid) throws IOException {
        ProcessBuilder shell =
                new ProcessBuilder("sh", "-c", "sh " + script + "; echo status $?").redirectErrorStream(true);
        shell.environment().put("PID", pid);
        return shell.start().inputReader().lines().map(line -> line + "\n").collect(Collectors.joining());
    }

    @Test
    void printsReasonOfRefusedPlanOnce() throws IOException {
        Files.writeString(graph, Files.readString(graph).replace("\"wakeups\": 9000", "\"wakeups\": 0"));
        Path page = folder.resolve("plan.html");
        assertThat(threads("plan " + graph + " --topology 1x2x1 --moves 10000 --html " + page))
                .as(line.err())
                .isEqualTo(6);
        assertThat(line.err()).contains("no packet is predicted to pass");
        assertThat(line.out()).contains("this plan").doesNotContain("no packet is predicted");
        assertThat(page).content().contains("no packet is predicted to pass");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --pin nobody=0                    | 2 | --pin: 'nobody=0', expected a pattern that matches threads of the graph
            --topology big                    | 2 | --topology: 'big', expected HERE
            --topology 1x2x1 --calibrate      | 2 | --calibrate: expected neither --costs nor another --topology than HERE
            --pin /(/=0                       | 2 | --pin: '/(/', expected a regular expression between slashes
            --topology 1x2x1 --out ./GRAPH    | 2 | GRAPH', expected an output file other than the graph
            --topology 1x2x1 --moves 90000 --pin 'f*=7' | 6 | 'feed' is pinned to CPUs 7, expected some of 0-1
            """)
    void refusesInvalidOptions(String options, int status, String message) {
        String same = graph.resolveSibling("./" + graph.getFileName()).toString();
        assertThat(threads("plan " + graph + " " + options.replace("./GRAPH", same)))
                .isEqualTo(status);
        assertThat(line.err()).contains(message.replace("GRAPH", graph.toString()));
    }
}
