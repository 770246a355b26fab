package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;

class RunProcessesTest {
    @TempDir
    private Path folder;

    /** Otherwise each host would restore the masks that another one had planned. */
    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void harnessBelongsToTheApplicationsHostAlone(String application) throws Exception {
        Path inventory = Files.writeString(folder.resolve("hosts.yaml"), """
                hosts:
                  here: {local: true, address: 127.0.0.1}
                  there: {local: true, address: 127.0.0.1}
                  monitor: {local: true, capture: mon0}
                replayer: here
                application: %s
                clients: here
                """.formatted(application));
        RunDirectory directory = new RunDirectory(folder.resolve("run"));
        Files.createDirectory(directory.path());
        RunPlan plan = RunSettings.parse(List.of("--hosts=" + inventory)).plan(directory);
        Supervisor supervisor = new Supervisor(directory);
        try (RunHosts hosts = RunHosts.open(plan, masks -> {}, Progress.onStandardError())) {
            for (RunHost host : hosts.all()) {
                List<Long> harness = host == hosts.application()
                        ? List.of(ProcessHandle.current().pid(), supervisor.guardianPid())
                        : List.of();
                assertThat(RunProcesses.on(host, hosts, plan, supervisor).processes())
                        .extracting(ManagedProcess::pid)
                        .containsExactlyElementsOf(harness);
            }
        } finally {
            supervisor.close();
        }
    }

    @Test
    void findsTheReceiversOfAllLines() {
        URI feed = URI.create("payload+udp://239.1.1.1:5001?interface=lo");
        assertThat(RunProcesses.receivers(feed, feed + "&lines=A@10.0.0.9:5002,B@[::1]:5003"))
                .containsExactly(
                        new Endpoint("239.1.1.1", 5001), new Endpoint("10.0.0.9", 5002), new Endpoint("::1", 5003));
        assertThat(RunProcesses.receivers(feed, feed.toString())).hasSize(1);
        assertThat(RunProcesses.receivers(feed, feed + "&lines=A@10.0.0.9:5002&login=a@host"))
                .hasSize(2);
        assertThat(RunProcesses.receivers(feed, "aeron+udp://239.1.1.1:5001?lines=a@host"))
                .hasSize(1);
    }
}
