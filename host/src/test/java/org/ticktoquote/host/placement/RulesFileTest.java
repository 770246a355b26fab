package org.ticktoquote.host.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.machine.Machines;
import org.ticktoquote.host.threads.ThreadKind;

class RulesFileTest {
    private static final String PLAN = """
            sets:
              fast: 2-3
            rules:
              - who: application
                threads: [pricing-*, '/io-[0-9]+/']
                cpus: fast
              - {who: application-jvm, threads: gc, cpus: '1'}
              - {who: replayer, threads: replayer-pacer, cpus: 0}
              - {threads: java, cpus: unmanaged}
            default: 0-1
            """;

    @TempDir
    private Path folder;

    private static FoundThread thread(ThreadOwner party, String name) {
        return new FoundThread(party, 1, 2, name, ThreadKind.ofName(name), 3);
    }

    @Test
    void placesThreadByFirstMatchingRule() throws IOException {
        ThreadPlanner plan = RulesFile.parse("plan.yaml", PLAN);
        assertThat(plan.place(
                        Machines.plain(folder, 4).topology(),
                        List.of(
                                thread(ThreadOwner.APPLICATION, "pricing-io"),
                                thread(ThreadOwner.APPLICATION, "io-7"),
                                thread(ThreadOwner.APPLICATION, "io-x"),
                                thread(ThreadOwner.APPLICATION_JVM, "G1 Conc#0"),
                                thread(ThreadOwner.APPLICATION_JVM, "C2 CompilerThre"),
                                thread(ThreadOwner.REPLAYER, "replayer-pacer"),
                                thread(ThreadOwner.CLIENTS, "replayer-pacer"),
                                thread(ThreadOwner.HARNESS, "java"))))
                .extracting(placement -> placement.rule() + " > " + placement.cpus())
                .containsExactly(
                        "1 application pricing-* /io-[0-9]+/ > 2-3",
                        "1 application pricing-* /io-[0-9]+/ > 2-3",
                        "default > 0-1",
                        "2 application-jvm gc > 1",
                        "default > 0-1",
                        "3 replayer replayer-pacer > 0",
                        "default > 0-1",
                        "4 anybody java > none");
    }

    @Test
    void reportsAllErrorsWithTheirPositions() {
        String wrong = """
                sets:
                  fast: 5-2
                  unmanaged: 1
                rules:
                  - who: replayr
                    threads: C2 CompilerThread0
                    cpus: fst
                  - who: application
                    threads: gc
                    cpus: 0
                    core: 1
                  - {threads: /(/, cpus: 1-x}
                defalt: 0
                """;
        assertThatRefused(() -> ThreadChoice.ofPlan("p.yaml", wrong))
                .message()
                .satisfies(text -> assertThat(
                                text.lines().map(line -> line.replaceFirst("^p.yaml:(\\d+:\\d+): .*", "$1")))
                        .contains("2:9", "3:3", "5:10", "6:14", "7:11", "9:14", "11:5", "12:15", "12:26", "13:1"))
                .satisfies(text -> assertThat(text)
                        .contains(
                                "'5-2', expected a set of CPUs",
                                "'replayr', expected one of application, application-jvm, replayer, clients, harness",
                                "'C2 CompilerThread0', expected a pattern of at most 15 characters",
                                "'C2 CompilerThre'",
                                "'fst', expected a set of CPUs, as in 2-5,8, the name of one of the sets, or unmanaged",
                                "expected who: application-jvm",
                                "core: unknown key",
                                "a regular expression between slashes",
                                "default: the key is missing",
                                "defalt: unknown key"));
    }

    @Test
    void refusesEmptyFile() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.yaml"), "");
        assertThatRefused(() -> ThreadChoice.of(empty.toString()))
                .hasMessageContaining("rules: the key is missing")
                .hasMessageContaining("default: the key is missing");
    }

    private Optional<String> problem(String plan, int cpus, Set<ThreadOwner> owners) throws IOException {
        return RulesFile.parse("plan.yaml", plan)
                .problem(Machines.plain(folder, cpus).topology(), owners);
    }

    @Test
    void refusesCpusNotAvailableToTheRun() throws IOException {
        assertThat(problem(PLAN, 3, ThreadOwner.ALL)).contains("it names CPU 3, and this run may use 0-2");
        assertThat(problem(PLAN, 4, ThreadOwner.ALL)).isEmpty();
        assertThat(problem("rules: []\ndefault: 8000\n", 2, ThreadOwner.ALL))
                .contains("it names CPU 8000, and this run may use 0-1");
        String onePerParty = "{rules: [{who: application, cpus: 5}, {who: replayer, cpus: 1}], default: unmanaged}";
        assertThat(problem(onePerParty, 2, Set.of(ThreadOwner.REPLAYER))).isEmpty();
        assertThat(problem(onePerParty, 2, Set.of(ThreadOwner.APPLICATION)))
                .contains("it names CPU 5, and this run may use 0-1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {rules: [{who: replayer, cpus: 1}], default: unmanaged} | CLIENTS  | false
            {rules: [{who: replayer, cpus: 1}], default: unmanaged} | REPLAYER | true
            {rules: [{threads: gc, cpus: 5}], default: unmanaged}   | CLIENTS  | true
            {rules: [], default: 0}                                 | CLIENTS  | true
            """)
    void concernsHostsOfItsProcesses(String plan, ThreadOwner owner, boolean concerned) {
        assertThat(RulesFile.parse("plan.yaml", plan).concerns(Set.of(owner, ThreadOwner.HARNESS)))
                .isEqualTo(concerned);
    }

    @Test
    void warnsAboutSetOfIsolatedCpus() throws IOException {
        ThreadPlanner plan = RulesFile.parse("plan.yaml", PLAN);
        assertThat(plan.notes(Machines.plain(folder, 4).isolated("2-3", "0-1").topology()))
                .containsExactly("The kernel does not spread threads over isolated CPUs: those with the set 2-3 may all"
                        + " stay on one of them.");
        assertThat(plan.notes(Machines.plain(folder, 4).topology())).isEmpty();
    }

    @Test
    void distinguishesPendingManagedAndFallbackPlans() {
        assertThat(ThreadChoice.of("unmanaged").managed()).isFalse();
        assertThat(ThreadChoice.of("auto").managed()).isTrue();
        assertThat(ThreadChoice.of("managed").isToBeMade()).isTrue();
        assertThat(ThreadChoice.of("managed").text()).isEqualTo("managed");
        ThreadChoice made = ThreadChoice.ofPlan("managed", PLAN);
        assertThat(made.isToBeMade()).isFalse();
        assertThat(made.reasonForAuto()).isEmpty();
        assertThat(made.text()).isEqualTo(ThreadChoice.ofPlan("b", PLAN).text());
        assertThat(ThreadChoice.ofPlan("p", "rules: []\ndefault: 0 - 1 , 3\n").text())
                .isEqualTo(
                        ThreadChoice.ofPlan("p", "rules: []\ndefault: 0-1,3\n").text());
        ThreadChoice auto = ThreadChoice.auto("no\nroot");
        assertThat(auto.isToBeMade()).isFalse();
        assertThat(ThreadChoice.received(auto.name(), auto.yaml()).reasonForAuto())
                .hasValue("no root");
        assertThat(auto.text()).isEqualTo("auto");
    }

    @Test
    void refusesAmbiguousValues() {
        String wrong = """
                rules:
                  - {threads: [], cpus: 0}
                  - {cpus: 0 1}
                  - {threads: /(a)\\1/, cpus: 0}
                  - {threads: //, cpus: 0}
                  - {cpus: 1 - 3 , threads: java}
                default: 1 2-3
                """;
        assertThatRefused(() -> ThreadChoice.ofPlan("p.yaml", wrong))
                .message()
                .satisfies(text -> assertThat(text.lines())
                        .satisfiesExactly(
                                line -> assertThat(line)
                                        .startsWith("p.yaml:2:15: threads: '[]', expected at least one"),
                                line -> assertThat(line).startsWith("p.yaml:3:12: cpus: '0 1', expected a set of CPUs"),
                                line -> assertThat(line)
                                        .startsWith("p.yaml:4:15: threads: '/(a)")
                                        .contains("expected a regular expression between slashes"),
                                line -> assertThat(line).startsWith("p.yaml:5:15: threads: '//', expected"),
                                line -> assertThat(line).startsWith("p.yaml:7:10: default: '1 2-3', expected")));
    }
}
