package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Runs over hosts reached by ssh whose clocks differ by thousands of seconds. */
@LongProof
class HostsIT extends OverHosts {
    private static final long S = 1_000_000_000L;

    private static Path recording;
    private static int runs;

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        recording = Scenario.recording(folder, "--length", "4min", "--pairs", "6", "--venues", "3");
    }

    private Scenario scenario(String replayer, String application, String clients) throws Exception {
        return Scenario.hurriedIn(folder)
                .named(Path.of("run-" + ++runs))
                .among(hosts.among())
                .sessions(4)
                .over(recording, "T0-1s..T0+2s")
                .with("--hosts", hosts.inventory(replayer, application, clients).toString());
    }

    /** Compares the injected clock offset with the one found by the run. */
    private void assertFound(RunManifest manifest, String role, long behindS) {
        ClockTranslation found = manifest.translation(role);
        System.out.println(role + ": injected " + behindS + " s behind the replayer, found " + found);
        assertThat(found.boundNs()).isBetween(1L, S);
        assertThat(found.points()).isNotEmpty().allSatisfy(point -> {
            long errorNs = point.runNs() - point.readingNs() - behindS * S;
            System.out.println(role + ": error " + errorNs + " ns, bound " + point.boundNs() + " ns");
            assertThat(Math.abs(errorNs)).isLessThanOrEqualTo(point.boundNs());
        });
    }

    private void assertAccounted(Scenario scenario) throws IOException {
        Summaries summary = scenario.summary();
        TruthAudit audit = TruthAudit.of(scenario.directory());
        assertThat(summary.rules("FAILED")).isEmpty();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 4).isEqualTo(audit.compared());
        assertThat(audit.disagreements()).isEmpty();
        assertThat(audit.published()).hasSizeGreaterThan(500);
        assertThat(summary.rules()).doesNotContain("journals-not-whole", "self-audit-incomplete", "time-namespace");
    }

    private void assertNothingLeft() throws IOException {
        for (String host : HostsNetwork.AHEAD_S.keySet()) {
            awaitNone(hosts.work(host));
            Path runs = hosts.work(host).resolve("runs");
            if (Files.exists(runs)) {
                try (Stream<Path> left = Files.list(runs)) {
                    assertThat(left.map(each -> each.getFileName().toString()))
                            .as("directories of this run on %s", host)
                            .noneMatch(name -> name.startsWith("run-" + runs + "-"));
                }
            }
        }
    }

    private static void awaitNone(Path work) {
        await().atMost(T2qProcess.PATIENCE)
                .untilAsserted(() -> assertThat(Processes.naming(work.toString()))
                        .extracting(handle -> handle.info().commandLine().orElse("?"))
                        .isEmpty());
    }

    @Test
    void subtractsNoTimesAcrossHostsIfReplayerAndClientsShareOne() throws Exception {
        Scenario scenario = scenario("a", "b", "a").with("--threads", "auto");
        T2qProcess process = scenario.run(0);
        RunManifest manifest = scenario.manifest();
        assertFound(manifest, "harness", 1_000);
        assertFound(manifest, "pricing-app", 1_000 - 5_000);
        assertThat(manifest.time().translations()).doesNotContainKey("fix-clients");
        assertThat(scenario.summary().limits()).doesNotContain("clock-bound", "clock-bound-share");
        assertThat(process.out())
                .contains("hosts: replayer on a, application on b, clients on a", "use the same clock")
                .containsPattern("threads: managed( \\(shared\\))?: [0-9]+ threads in [23] sets, 0 outside\n");
        assertPlaced(scenario, "threads.json", "application", "application-jvm", "harness");
        assertAccounted(scenario);
        assertNothingLeft();
    }

    /** Checks the parties of a threads file; each mask read back is the planned one. */
    private static void assertPlaced(Scenario scenario, String file, String... parties) throws IOException {
        JsonNode account = Summaries.json(scenario.directory().resolve(file));
        assertThat(account.path("threads"))
                .allSatisfy(line -> assertThat(line.path("after").asText())
                        .isEqualTo(line.path("requested").asText()))
                .anySatisfy(line -> assertThat(line.path("samples").asLong()).isPositive())
                .extracting(line -> line.path("who").asText())
                .containsOnly(parties);
        assertThat(account.path("totals").path("unmanaged").asLong()).isZero();
        assertThat(account.path("watch").path("looks").asLong()).isPositive();
    }

    @FullProof
    @Test
    void fetchesFilesOfAnApplicationKilledByASignal() throws Exception {
        Scenario scenario = scenario("a", "b", "a");
        T2qProcess process = scenario.start();
        scenario.awaitMeasuredOnRunClock(HostsNetwork.AHEAD_S.get("a") * S, S / 2);
        List<ProcessHandle> application = new ArrayList<>(Processes.naming(" pricing-app "));
        application.removeIf(each -> {
            String line = each.info().commandLine().orElse("");
            return !line.contains(" -XX:ErrorFile=" + hosts.work("b")) || line.contains("process-proxy");
        });
        assertThat(application)
                .as("%s", application.stream().map(ProcessHandle::info).toList())
                .hasSize(1);
        long pid = application.get(0).pid();
        Processes.signal(application.get(0), "SEGV");
        scenario.assertEnded(process, 4);
        assertThat(scenario.manifest().observed().processes())
                .filteredOn(end -> end.role().equals("pricing-app"))
                .extracting(ProcessEnd::exitStatus)
                .containsExactly(134); // its JVM aborts with SIGABRT
        assertThat(scenario.summary().rules("FAILED")).contains("application-ended");
        assertThat(scenario.directory().resolve("hs_err-" + pid + ".log"))
                .content()
                .contains("SIGSEGV");
        assertThat(scenario.directory().resolve("pricing-app.log")).exists();
        assertNothingLeft();
    }

    @Test
    @FullProof
    void placesThreadsOnEveryHostOfThePlan() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                rules:
                  - {who: application, cpus: 1}
                  - {who: application-jvm, cpus: 0}
                  - {who: replayer, threads: replayer-pacer, cpus: 0}
                default: 0-1
                """);
        Scenario scenario = scenario("a", "b", "c").with("--threads", plan.toString());
        scenario.run(0);
        assertPlaced(scenario, "threads.json", "application", "application-jvm", "harness");
        assertPlaced(scenario, "threads-a.json", "replayer", "harness");
        assertPlaced(scenario, "threads-c.json", "clients", "harness");
        assertThat(scenario.manifest().observed().host())
                .containsKeys("threads", "threads-on-a", "threads-on-c.plan")
                .hasEntrySatisfying(
                        "threads-on-a", words -> assertThat(words).endsWith(" threads in 2 sets, 0 outside"));
        assertNothingLeft();
    }

    @Test
    @FullProof
    void refusesAThreadPlanThatAHostCannotApply() throws Exception {
        Path plan = Files.writeString(
                folder.resolve("far.yaml"), "{rules: [{who: application, cpus: 4095}], default: unmanaged}");
        String words = "--threads: " + plan + ": host b: it names CPU 4095, and this run may use ";
        assertRefused(6, scenario("a", "b", "a").with("--threads", plan.toString()), words);
    }

    /** Returns an inventory in which the application's first host is unreachable. */
    private static Path inventoryWithUnreachableHost() throws IOException {
        String text = Files.readString(hosts.inventory("a", "b", "a"));
        return Files.writeString(
                folder.resolve("down.yaml"),
                text.replace("hosts:\n", "hosts:\n  down: {ssh: nobody@10.78.0.99, address: 10.78.0.99}\n")
                        .replace("application: b", "application: [down, b]"));
    }

    @Test
    @FullProof
    void checksTheApplicationOnItsHostBeforeStarting() throws Exception {
        String noFile = "host b: --app: '/no/such/app' cannot be executed: no such file";
        assertRefused(2, scenario("a", "b", "a").with("--app", "/no/such/app"), noFile);
        String noFlag = "--jvm-args: host b: Unrecognized VM option 'NoSuchFlag'";
        assertRefused(2, scenario("a", "b", "a").with("--jvm-args", "-XX:+NoSuchFlag"), noFlag);
    }

    private void assertRefused(int status, Scenario scenario, String... words) throws Exception {
        assertThat(scenario.start().ended(status).err()).contains(words);
        assertThat(scenario.directory()).doesNotExist();
        assertNothingLeft();
    }

    @Test
    @FullProof
    void interruptEndsTheWaitForAHostImmediately() throws Exception {
        Path java = Files.createDirectories(folder.resolve("hang/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nexec sleep 86398\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Path inventory = folder.resolve("hang.yaml");
        String text = Files.readString(hosts.inventory("a", "b", "a"));
        int b = text.indexOf("ssh: b\n");
        Files.writeString(
                inventory,
                text.substring(0, b)
                        + text.substring(b)
                                .replaceFirst(
                                        "( +)java: .*",
                                        "$1java: '" + folder.resolve("hang") + "'\n$1answer-within: 10min"));
        Scenario scenario = scenario("a", "b", "a").with("--hosts", inventory.toString());
        T2qProcess process = scenario.start();
        await().atMost(T2qProcess.PATIENCE)
                .until(() -> !Processes.naming("sleep 86398").isEmpty());
        process.signal("INT");
        assertThat(process.ended(130).err()).contains("interrupted");
        assertThat(scenario.directory()).doesNotExist();
        Processes.naming("sleep 86398").forEach(ProcessHandle::destroyForcibly);
        assertNothingLeft();
    }

    @Test
    @FullProof
    void resolvesJvmsAndThreadsOfAMatrixOnTheApplicationHost() throws Exception {
        Path matrix = Files.writeString(folder.resolve("matrix.yaml"), """
                repeats: 1
                retries: 0
                defaults: {run: {hosts: '%s', recording: '%s', %s}}
                cases:
                  managed: {jvm: hotspot, jvm-args: -Xmx300m, threads: auto}
                  zing: {jvm: zing}
                  strange: {jvm: own, jvm-args: -XX:+UseNonsenseGC}
                  far: {threads: {rules: [{who: clients, cpus: 4095}], default: unmanaged}}
                """.formatted(
                        inventoryWithUnreachableHost(), recording, SmallMatrix.RUN + ", window: T0..T0+2s"));
        T2qProcess shown =
                T2qProcess.startAmong(hosts.among(), folder, "matrix", "show", matrix.toString(), "--resolved");
        assertThat(shown.ended(0).out())
                .contains("runs on b: ", "passed over: host down: ssh nobody@10.78.0.99: ")
                .contains("host b: no Zing JVM; give --jvm zing=PATH")
                .containsPattern("host b: .* rejects -XX:\\+UseNonsenseGC: Unrecognized VM option")
                .contains("host a: it names CPU 4095, and this run may use ");
        Path out = folder.resolve("matrix");
        T2qProcess run =
                T2qProcess.startHurriedAmong(hosts.among(), folder, "run", matrix.toString(), "--out", out.toString());
        run.awaitEnd();
        RunManifest manifest = RunManifest.read(new RunDirectory(out.resolve("managed/run-1")).manifest());
        assertThat(manifest.observed().host().get("threads")).as(run.texts()).startsWith("managed");
        for (String host : List.of("", "-a", "-b")) {
            Path audit = out.resolve("managed/run-1/host-audit" + host + ".json");
            assertThat(Summaries.json(audit).path("findings")).hasSizeGreaterThan(20);
        }
        assertThat(manifest.observed().processes())
                .filteredOn(end -> end.role().equals("pricing-app"))
                .singleElement()
                .satisfies(end -> assertThat(end.command()).contains("-Xmx300m"));
        assertNothingLeft();
    }

    @FullProof
    @Test
    void translatesTheClientClockIfAllHostsDiffer() throws Exception {
        Scenario scenario = scenario("a", "b", "c").with("--app-args", "--hold 5ms", "--feed", "tcp://127.0.0.1:0");
        T2qProcess process = scenario.run(0);
        RunManifest manifest = scenario.manifest();
        assertFound(manifest, "fix-clients", 1_000 - 2_500);
        assertThat(scenario.summary().limits()).contains("clock-bound", "clock-bound-share");
        assertThat(process.out()).contains("offset between clients and replayer known to ");
        assertAccounted(scenario);
        assertNothingLeft();
        scenario.assertEnded(scenario.analysedAgain(), 0);
    }

    @Test
    @FullProof
    void leavesNothingOnAnyHostWhenTheHarnessIsKilled() throws Exception {
        Scenario scenario = scenario("a", "b", "c").with("--app", "sleep 86399");
        T2qProcess process = scenario.start();
        await().atMost(T2qProcess.PATIENCE)
                .until(() -> process.alive()
                        && Processes.naming("sleep 86399").stream()
                                .anyMatch(
                                        each -> each.info().command().orElse("").endsWith("sleep")));
        process.signal("KILL");
        await().atMost(T2qProcess.PATIENCE)
                .until(() -> Processes.naming("sleep 86399").isEmpty());
        for (String host : HostsNetwork.AHEAD_S.keySet()) {
            awaitNone(hosts.work(host));
        }
    }

    @Test
    @FullProof
    void namesTheUnreachableHost() throws Exception {
        Path inventory = folder.resolve("nobody.yaml");
        String text = Files.readString(hosts.inventory("a", "b", "a"));
        Files.writeString(inventory, text.replace("ssh: b\n", "ssh: bench@10.78.0.99\n"));
        Scenario scenario = scenario("a", "b", "a").with("--hosts", inventory.toString());
        assertRefused(6, scenario, "host b: ssh bench@10.78.0.99: ", "nothing was measured");
    }

    @Test
    @FullProof
    void blamesTheConnectionWhenItBreaks() throws Exception {
        Scenario scenario = scenario("a", "b", "a");
        T2qProcess process = scenario.start();
        scenario.awaitMeasuredOnRunClock(HostsNetwork.AHEAD_S.get("a") * S, S);
        List<ProcessHandle> connections = connectionsTo("process-proxy -- ").stream()
                .filter(each -> each.info().commandLine().orElse("").contains(" clients "))
                .toList();
        assertThat(connections).hasSize(1);
        Processes.signal(connections.get(0), "KILL");
        process.ended(3);
        assertThat(scenario.manifest().observed().processes())
                .filteredOn(end -> end.role().equals("fix-clients"))
                .extracting(ProcessEnd::end)
                .containsExactly(ProcessEnd.LOST);
        assertThat(scenario.summary().rules("VOID")).contains("harness-process-ended");
        assertNothingLeft();
    }

    @Test
    @FullProof
    void lostConnectionIsNotAFailureOfTheApplication() throws Exception {
        Scenario scenario = scenario("a", "b", "a").with("--app", "sleep 86399");
        T2qProcess process = scenario.start();
        await().atMost(T2qProcess.PATIENCE)
                .until(() -> process.alive() && !connectionsTo("sleep 86399").isEmpty());
        Processes.signal(connectionsTo("sleep 86399").get(0), "KILL");
        process.ended(6);
        assertNothingLeft();
    }

    private static List<ProcessHandle> connectionsTo(String command) {
        return Processes.naming(command).stream()
                .filter(each -> each.info().command().orElse("").endsWith("ssh"))
                .toList();
    }
}
