package org.ticktoquote.harness.matrix.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.local.LocalOperations;
import org.ticktoquote.harness.hosts.ssh.SshConnection;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixFixture;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;

/** Host selection for a case if some hosts refuse. */
class CaseResolverTest {
    private static final ProblemException MISTAKE =
            Problem.ofFault("--jvm zing=/no: no such file").exception(ExitStatus.USAGE);
    private static final ProblemException DOWN =
            new ProblemException(ExitStatus.ENVIRONMENT, Problem.of("host away").fault("it is down"));
    private static final ProblemException INTERRUPTED =
            Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED);

    @TempDir
    private Path folder;

    private ProblemException unreachable;
    private int reached;
    private final List<String> asked = new ArrayList<>();

    /** Has every JVM and accepts every plan, or throws. */
    private static class Capable extends LocalOperations {
        static final Capable ALL = new Capable(null, null);
        private final ProblemException ofJvm;
        private final ProblemException ofThreads;

        Capable(ProblemException ofJvm, ProblemException ofThreads) {
            super(new RecordedHost(Path.of("nowhere")), new InstalledJvms(List.of(), Map.of()));
            this.ofJvm = ofJvm;
            this.ofThreads = ofThreads;
        }

        @Override
        public HostProperties sheet() {
            return new HostProperties(Map.of());
        }

        @Override
        public JvmChoice jvm(JvmProfile profile, Optional<Path> given, int leastFeature) {
            throwIfAny(ofJvm);
            return new JvmChoice(MatrixFixture.JAVA_25, "");
        }

        @Override
        public Optional<String> flagsProblem(Path java, List<String> flags) {
            return Optional.empty();
        }

        @Override
        public Optional<String> threadsProblem(ThreadChoice threads, Set<ThreadOwner> parties) {
            throwIfAny(ofThreads);
            return Optional.empty();
        }
    }

    private static void throwIfAny(ProblemException refusal) {
        if (refusal != null) {
            throw refusal;
        }
    }

    /** A host with this kernel. */
    private static final class Booted extends Capable {
        private final String kernel;

        Booted(String kernel) {
            super(null, null);
            this.kernel = kernel;
        }

        @Override
        public HostProperties sheet() {
            return new HostProperties(Map.of(HostProperties.KERNEL, kernel, "kernel-kind", "6.1.0"));
        }
    }

    /** One host with two kernels: cases resolved under the first are kept, the others are resolved under the second. */
    @Test
    void resolvesRemainingCasesAfterBootingTheOtherKernel() throws Exception {
        Matrix matrix = MatrixReader.read(new MatrixSource("m.yaml", """
                        cases:
                          A: {host: {kernel: stock}}
                          B: {host: {kernel: rt}}
                        """), MatrixFixture::installed);
        ResolvedMatrix stock = new MatrixResolver(booted("stock")).of(matrix);
        assertThat(stock.ready()).extracting(cell -> cell.testCase().name()).containsExactly("A");
        MatrixResolver underRt = new MatrixResolver(booted("rt"));
        ResolvedMatrix rt = underRt.again(stock);
        assertThat(rt.ready()).extracting(cell -> cell.testCase().name()).containsExactly("A", "B");
        assertThat(rt.ready())
                .extracting(underRt::unfit)
                .containsExactly(
                        Optional.of("no host with kernel stock (local: kernel is rt (6.1.0), expected stock)"),
                        Optional.empty());
        assertThat(rt.cells().get(0)).isEqualTo(stock.cells().get(0));
    }

    private static HostConnections booted(String kernel) {
        return new HostConnections(new Booted(kernel), Map.of(), host -> visit(Capable.ALL), any -> {});
    }

    private static SshConnection visit(HostOperations operations) {
        return new SshConnection(operations, () -> {});
    }

    private static Capable without(ProblemException jvm) {
        return new Capable(jvm, null);
    }

    private SshConnection reach(InventoryHost host, HostOperations away) {
        reached++;
        assertThat(host.name()).isEqualTo("away");
        throwIfAny(unreachable);
        return visit(away);
    }

    private ResolvedMatrix resolve(String applications, String testCase, HostOperations here, HostOperations away)
            throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts.yaml"), """
                hosts:
                  here: {local: true, address: 127.0.0.1}
                  away: {ssh: nobody@127.0.0.1, address: 127.0.0.1}
                replayer: here
                clients: here
                application: %s
                """.formatted(applications));
        Path matrix = Files.writeString(folder.resolve("m.yaml"), """
                defaults: {run: {hosts: '%s', app: 'env {java}'}}
                cases: {%s}
                """.formatted(hosts, testCase));
        try (HostConnections connections = new HostConnections(here, Map.of(), host -> reach(host, away), asked::add)) {
            return new MatrixResolver(connections)
                    .of(MatrixReader.read(MatrixSource.of(matrix.toString()), MatrixFixture::installed));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[here, away]", "[away, here]"})
    void skipsAHostWithoutTheGivenJvmPath(String applications) throws Exception {
        List<ResolvedCase.Ready> ready = resolve(applications, "A: {jvm: zing}", without(MISTAKE), Capable.ALL)
                .ready();
        assertThat(ready).extracting(cell -> cell.host().name()).containsExactly("away");
        assertThat(ready.get(0).passedOver())
                .isEqualTo(
                        applications.startsWith("[here") ? List.of("host here: " + MISTAKE.getMessage()) : List.of());
    }

    @Test
    void jvmPathMissingOnAllHostsIsAnError() {
        assertThatThrownBy(() -> resolve("[away, here]", "A: {jvm: zing}", without(MISTAKE), without(MISTAKE)))
                .isSameAs(MISTAKE);
        assertThatThrownBy(() -> resolve("here", "A: {jvm: zing}", without(MISTAKE), Capable.ALL))
                .isSameAs(MISTAKE);
    }

    @Test
    void reasonsNameAHostThatIsDownAndAMistakeOnTheOther() throws Exception {
        unreachable = DOWN;
        ResolvedMatrix resolved = resolve("away", "A: {jvm: zing}, B: {threads: auto}", Capable.ALL, Capable.ALL);
        assertThat(resolved.ready()).isEmpty();
        assertThat(resolved.notRun()).extracting(ResolvedCase.NotRun::reason).containsOnly(DOWN.getMessage());
        assertThat(reached).isEqualTo(1);

        assertThat(resolve("[here, away]", "A: {jvm: zing}", without(MISTAKE), Capable.ALL)
                        .notRun())
                .extracting(ResolvedCase.NotRun::reason)
                .containsExactly("host here: " + MISTAKE.getMessage() + "; " + DOWN.getMessage());
    }

    @Test
    void interruptEndsTheResolution() {
        Capable threads = new Capable(null, INTERRUPTED);
        assertThatThrownBy(() -> resolve("[away, here]", "A: {jvm: zing}", Capable.ALL, without(INTERRUPTED)))
                .isSameAs(INTERRUPTED);
        assertThatThrownBy(() -> resolve("here", "A: {threads: auto}", threads, Capable.ALL))
                .isSameAs(INTERRUPTED);
        unreachable = INTERRUPTED;
        assertThatThrownBy(() -> resolve("[away, here]", "A: {jvm: zing}", Capable.ALL, Capable.ALL))
                .isSameAs(INTERRUPTED);
    }
}
