package org.ticktoquote.harness.matrix.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.host.jvm.FakeJvm;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.host.jvm.JvmProbe;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;

class MatrixResolverTest {
    private static final String SHENANDOAH = "-XX:+UseShenandoahGC";

    @TempDir
    private static Path trees;

    @TempDir
    private Path folder;

    private final Map<String, Path> given = new HashMap<>();

    @BeforeAll
    static void unpack() throws IOException {
        for (String host : List.of("stock-server", "rt-tuned")) {
            HostFixture.unpack(host, Files.createDirectory(trees.resolve(host)));
        }
    }

    private Jvm jvm(FakeJvm saying, String... refused) throws Exception {
        Path home = saying.install(
                Files.createDirectories(folder.resolve(saying.vmName())).toRealPath(), refused);
        return JvmProbe.identify(home.resolve("bin/java")).jvm().orElseThrow();
    }

    private ResolvedMatrix resolve(String host, String matrix, Jvm... found) throws Exception {
        InstalledJvms jvms = new InstalledJvms(List.of(found), given);
        Matrix read = MatrixReader.read(MatrixSource.of(matrix), () -> jvms);
        RecordedHost here = new RecordedHost(trees.resolve(host));
        try (HostConnections connections = new HostConnections(here, jvms, any -> {})) {
            return new MatrixResolver(connections).of(read);
        }
    }

    private static List<String> ready(ResolvedMatrix resolved) {
        return resolved.ready().stream().map(cell -> cell.testCase().name()).toList();
    }

    private static List<String> reasons(ResolvedMatrix resolved) {
        return resolved.notRun().stream()
                .map(cell -> cell.testCase().name() + ": " + cell.reason())
                .toList();
    }

    private Path file(String yaml) throws Exception {
        return Files.writeString(folder.resolve("m.yaml"), yaml);
    }

    @Test
    void stockKernelWithoutZingRunsTheFirstTwoCases() throws Exception {
        ResolvedMatrix resolved = resolve("stock-server", "pv", jvm(FakeJvm.HOTSPOT_21));
        assertThat(ready(resolved)).containsExactly("PV-001", "PV-002");
        assertThat(resolved.ready()).extracting(ResolvedCase.Ready::host).containsOnly(InventoryHost.LOCAL);
        assertThat(reasons(resolved).subList(0, 2))
                .containsExactly(
                        "PV-003: no Zing JVM; give --jvm zing=PATH", "PV-004: no Zing JVM; give --jvm zing=PATH");
        assertThat(reasons(resolved).get(2))
                .startsWith("PV-005: no host with kernel rt (local: kernel is stock (")
                .endsWith(", expected rt); no Zing JVM; give --jvm zing=PATH");
    }

    @Test
    void realTimeKernelWithZingRunsTheLastTwoCases() throws Exception {
        Jvm zing = jvm(FakeJvm.ZING);
        given.put("zing", Path.of(zing.home()));
        ResolvedMatrix resolved = resolve("rt-tuned", "pv", jvm(FakeJvm.HOTSPOT_21));
        assertThat(ready(resolved)).containsExactly("PV-005", "PV-006");
        assertThat(resolved.ready().get(0).jvm()).isEqualTo(zing);
        assertThat(application(resolved.ready().get(0)))
                .isInstanceOfSatisfying(
                        ApplicationUnderTest.BuiltIn.class,
                        builtIn -> assertThat(builtIn.java()).isEqualTo(zing.java()));
    }

    @Test
    void neverSubstitutesAnotherJvm() throws Exception {
        given.put("zing", Path.of(jvm(FakeJvm.HOTSPOT_21).home()));
        ResolvedMatrix resolved = resolve("rt-tuned", "pv", jvm(FakeJvm.HOTSPOT_21));
        assertThat(resolved.ready()).isEmpty();
        assertThat(reasons(resolved))
                .last()
                .asString()
                .contains("does not match the profile 'zing': its name is OpenJDK 64-Bit Server VM");
    }

    @Test
    void asksTheJvmWhetherItSupportsACollector() throws Exception {
        ResolvedMatrix resolved = resolve("stock-server", "jvm", jvm(FakeJvm.HOTSPOT_21, SHENANDOAH));
        assertThat(ready(resolved)).containsExactly("hotspot-21-G1", "hotspot-21-ZGC", "hotspot-21-Parallel");
        assertThat(reasons(resolved))
                .singleElement()
                .asString()
                .startsWith("hotspot-21-Shenandoah: OpenJDK 64-Bit Server VM 21.0.2 (Eclipse Adoptium) in ")
                .endsWith("rejects -XX:+UseShenandoahGC: Option -XX:+UseShenandoahGC not supported");
    }

    @Test
    void doesNotRunTheBuiltInApplicationOnATooOldJava() throws Exception {
        Path file = file("cases: {A: {jvm: hotspot}, B: {jvm: hotspot, run: {app: 'env {java}'}}}");
        ResolvedMatrix resolved = resolve("stock-server", file.toString(), jvm(FakeJvm.HOTSPOT_8));
        assertThat(reasons(resolved)).singleElement().asString().contains("A: no HotSpot JVM of Java 17 or newer");
        assertThat(resolved.ready().get(0).jvm().feature()).isEqualTo(8);
    }

    @Test
    void flagsOfProfileAndCaseReachTheRun() throws Exception {
        Path file = file("""
                jvms: {h: {family: hotspot, flags: [-Xmx1g, "-Da='b c'"]}}
                cases: {A: {jvm: h, jvm-args: -Xms1g}, B: {jvm: h, run: {app: 'env {java} {jvmArgs} x'}}, C: {run: {app: env x}}}
                """);
        ResolvedMatrix resolved = resolve("stock-server", file.toString(), jvm(FakeJvm.HOTSPOT_21));
        assertThat(resolved.notRun()).isEmpty();
        ApplicationUnderTest.BuiltIn builtIn =
                (ApplicationUnderTest.BuiltIn) application(resolved.ready().get(0));
        assertThat(builtIn.jvmFlags()).containsExactly("-Xmx1g", "-Da=b c", "-Xms1g");
        assertThat(builtIn.java()).isEqualTo(resolved.ready().get(0).jvm().java());
        ApplicationUnderTest.Own own =
                (ApplicationUnderTest.Own) application(resolved.ready().get(1));
        assertThat(own.jvmFlags()).containsExactly("-Xmx1g", "-Da=b c");
        assertThat(resolved.ready().get(2).jvm()).isNull();
        assertThat(resolved.ready().get(2).jvmFlags()).isEmpty();
    }

    private static ApplicationUnderTest application(ResolvedCase.Ready cell) {
        return cell.plan(new RunDirectory(Path.of("results"))).application();
    }

    @Test
    void resolvesCasesWithAnInventoryOnTheirApplicationHosts() throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts.yaml"), """
                hosts:
                  here: {local: true, address: 127.0.0.1}
                  away: {ssh: nobody@127.0.0.1, options: [-p, "1"], address: 127.0.0.1}
                replayer: away
                clients: away
                application: [away, here]
                """);
        Path file = file("""
                defaults: {run: {hosts: '%s', app: env x}}
                cases: {A: {host: {kernel: stock}}, B: {host: {kernel: rt}}, C: {threads: auto}}
                """.formatted(hosts));
        ResolvedMatrix resolved = resolve("stock-server", file.toString());
        assertThat(resolved.ready()).singleElement().satisfies(cell -> {
            assertThat(cell.testCase().name()).isEqualTo("A");
            assertThat(cell.host().name()).isEqualTo("here");
            assertThat(cell.plan(new RunDirectory(Path.of("results")))
                            .hosts()
                            .application()
                            .name())
                    .isEqualTo("here");
        });
        String away = "host away: --hosts needs t2q.jar, but this process does not run from t2q.jar";
        assertThat(resolved.ready().get(0).passedOver()).containsExactly(away);
        assertThat(reasons(resolved).get(0))
                .startsWith("B: " + away + "; no host with kernel rt (here: kernel is stock (");
        assertThat(reasons(resolved).get(1)).isEqualTo("C: " + away);
    }

    @Test
    void resolvedMatrixSurvivesARoundTrip() throws Exception {
        Path file = file("""
                jvms: {z: {vm-name: Zing*, warm-up: 3s}}
                axes: {x: {a: {threads: {rules: [{cpus: 0}], default: unmanaged}}, b: {jvm: z, run: {sessions: 2}}}}
                cases: {own: {limits: {response: {max: 1s}}, run: {app: env x}, host: {swap: '*'}}}
                """);
        ResolvedMatrix resolved = resolve("stock-server", file.toString(), jvm(FakeJvm.HOTSPOT_21));
        assertThat(resolved.ready()).hasSize(2);
        Path json = file.resolveSibling("resolved.json");
        resolved.write(json);
        assertThat(ResolvedMatrix.read(json)).isEqualTo(resolved);
        String edited = Files.readString(json).replace("\"sessions\" : \"2\"", "\"sessions\" : \"3\"");
        assertThat(resolved.json()).contains("\"state\" : \"ready\"", "\"state\" : \"not-run\"");
        for (String wrong : List.of(
                edited,
                resolved.json(),
                "null",
                "{}",
                resolved.json().substring(0, 300),
                "{\"matrix\":null,\"cells\":[]}")) {
            Files.writeString(json, wrong);
            assertThatRefused(ExitStatus.BAD_INPUT, () -> ResolvedMatrix.read(json))
                    .hasMessageStartingWith(json + ":")
                    .hasMessageNotContaining("REDACTED")
                    .message()
                    .hasLineCount(1);
        }
    }
}
