package org.ticktoquote.harness.matrix.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.harness.matrix.definition.MatrixFixture.read;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.PlannedYear;
import org.ticktoquote.comparison.matrix.CaseLimit;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.jvm.JvmFamily;
import org.ticktoquote.host.jvm.JvmProfile;

class MatrixReaderTest {
    private static TestCase only(String yaml) {
        return read(yaml).cases().get(0);
    }

    @Test
    void oneCaseIsEnoughAndOtherKeysHaveDefaults() {
        Matrix matrix = read("cases: {A: {}}");
        assertThat(matrix)
                .extracting(Matrix::name, Matrix::repeats, Matrix::seed, Matrix::retries, Matrix::baseline)
                .containsExactly("m", 3, 1L, 2, "A");
        assertThat(matrix.annualise()).isEqualTo(Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", null));
        assertThat(matrix.normalise()).isEqualTo(new Matrix.Normalisation(0, "A", "max"));
        assertThat(matrix.axes()).isEmpty();
        TestCase plain = matrix.cases().get(0);
        assertThat(plain.jvm()).isEqualTo("own");
        assertThat(plain.host()).isEqualTo(HostRequirement.NONE);
        assertThat(plain.threads()).isEqualTo(new TestCase.Threads("unmanaged", Map.of()));
        assertThat(plain.run().givenOptions()).isEmpty();
        assertThat(plain.coordinates()).isEqualTo(Map.of("os", "any", "jvm", "own", "threads", "unmanaged"));
        assertThat(plain.builtInApplication()).isTrue();
    }

    @Test
    void readsTopLevelKeys() {
        Matrix matrix = read("""
                name: nfp
                description: both
                repeats: 5
                seed: 20120907
                retries: 0
                baseline: B
                annualise: {base: calendar, regime: payroll hours, hours-per-year: 12.5}
                normalise: {case: A, figure: p99.9}
                cases: {A: {}, B: {}}
                """);
        assertThat(matrix)
                .extracting(Matrix::name, Matrix::repeats, Matrix::seed, Matrix::retries, Matrix::baseline)
                .containsExactly("nfp", 5, 20_120_907L, 0, "B");
        assertThat(matrix.annualise()).isEqualTo(Annualisation.ofOneRegime(AnnualBase.CALENDAR, "payroll hours", 12.5));
        assertThat(matrix.normalise()).isEqualTo(new Matrix.Normalisation(0, "A", "p99.9"));
        assertThat(read("{normalise: {time: 25ms}, cases: {A: {}}}").normalise().timeNs())
                .isEqualTo(25_000_000);
    }

    @Test
    void readsYearsOfSeveralRegimes() {
        Matrix matrix = read("""
                annualise:
                  later-than: [10ms, 50ms]
                  years:
                    old: {payroll: 12, quiet: 6228}
                cases:
                  payroll: {run: {window: T0-5s..T0+30s, warm-up: 2s}}
                  quiet: {run: {window: T0-60s..T0-30s}}
                """);
        assertThat(matrix.annualise().laterThanNs()).containsExactly(10_000_000L, 50_000_000L);
        assertThat(matrix.annualise().years())
                .containsExactly(new PlannedYear("old", Map.of("payroll", 12.0, "quiet", 6_228.0)));
        assertThat(matrix.annualise().years().get(0).hours().keySet()).containsExactly("payroll", "quiet");
    }

    @Test
    void valuesOfACaseOverrideDefaults() {
        Matrix matrix = read("""
                defaults:
                  host: {kernel: stock, clock-source: tsc}
                  threads: auto
                  jvm-args: -Xmx1g
                  limits: {response: {p99: 5ms, max: 50ms}}
                  run: {sessions: 5, window: T0..T0+5s, half-spreads: [0, 1], accept-crossed: true}
                cases:
                  A: {}
                  B:
                    host: {kernel: rt}
                    threads: unmanaged
                    jvm-args: [-XX:+UseZGC, "-Dname='two words'"]
                    limits: {response: {max: 1s}, last-client: {p99.9: 7ms}}
                    run: {sessions: 7, half-spreads: "0,2", accept-crossed: false}
                """);
        TestCase inherits = matrix.cases().get(0);
        assertThat(inherits.run().givenOptions())
                .hasToString("{window=T0..T0+5s, sessions=5, half-spreads=0,1, accept-crossed=true}");
        assertThat(inherits.threads().choice()).isEqualTo("auto");
        TestCase overrides = matrix.cases().get(1);
        assertThat(overrides.run().givenOptions())
                .hasToString("{window=T0..T0+5s, sessions=7, half-spreads=0,2, accept-crossed=false}");
        assertThat(overrides.host().conditions())
                .isEqualTo(Map.of("kernel", List.of("rt"), "clock-source", List.of("tsc")));
        assertThat(overrides.threads().choice()).isEqualTo("unmanaged");
        assertThat(overrides.jvmArgs()).containsExactly("-Xmx1g", "-XX:+UseZGC", "-Dname=two words");
        assertThat(overrides.limits())
                .containsExactly(
                        new CaseLimit("lastClientNs", "p99_9", 7_000_000),
                        new CaseLimit("responseNs", "p99", 5_000_000),
                        new CaseLimit("responseNs", "max", 1_000_000_000));
        assertThat(overrides.coordinates()).hasToString("{os=rt, jvm=own, threads=unmanaged}");
    }

    @Test
    void serviceLevelsOfACaseReplaceTheDefaults() {
        Matrix matrix = read("""
                defaults:
                  slo: [p99 of response in any 60s < 5ms, no answer later than 1 s]
                axes:
                  load: {few: {run: {sessions: 2}}, many: {run: {sessions: 9}, slo: 90 % of quotes within 3ms}}
                cases:
                  own: {slo: no answer later than 2 s}
                  none: {slo: []}
                """);
        assertThat(matrix.cases())
                .extracting(TestCase::serviceLevels)
                .containsExactly(
                        List.of("p99 of response in any 60 s < 5 ms", "no answer later than 1 s"),
                        List.of("90 % of quotes within 3 ms"),
                        List.of("no answer later than 2 s"),
                        List.of());
        assertThat(matrix.cases())
                .extracting(TestCase::beside)
                .allSatisfy(beside -> assertThat(beside).doesNotContainKey("slo"));
    }

    @Test
    void casesAreTheProductOfTheAxes() {
        Matrix matrix = read("""
                defaults: {run: {sessions: 1}, jvm-args: -Xmx1g}
                axes:
                  load: {few: {run: {sessions: 2}}, many: {run: {sessions: 9, drain: 1s}, jvm-args: -Xmx2g}}
                  threads: {off: {}, on: {threads: auto, run: {drain: 4s}, jvm-args: -XX:+UseSerialGC}}
                cases:
                  many-on: {description: the worst, run: {profile: lab}}
                  extra: {run: {sessions: 3}}
                """);
        assertThat(matrix.axes()).isEqualTo(Map.of("load", List.of("few", "many"), "threads", List.of("off", "on")));
        assertThat(matrix.cases())
                .extracting(TestCase::name)
                .containsExactly("few-off", "few-on", "many-off", "many-on", "extra");
        assertThat(matrix.baseline()).isEqualTo("few-off");
        TestCase fewOff = matrix.cases().get(0);
        assertThat(fewOff.run().givenOptions()).hasToString("{sessions=2}");
        assertThat(fewOff.coordinates()).hasToString("{load=few, threads=off}");
        TestCase manyOn = matrix.cases().get(3);
        assertThat(manyOn.description()).isEqualTo("the worst");
        assertThat(manyOn.run().givenOptions()).hasToString("{drain=4s, sessions=9, profile=lab}");
        assertThat(manyOn.jvmArgs()).containsExactly("-Xmx1g", "-Xmx2g", "-XX:+UseSerialGC");
        assertThat(matrix.cases().get(4).coordinates()).containsKeys("os", "jvm", "threads");
    }

    @Test
    void separatesFurtherKeysOfACaseFromItsCoordinates() {
        Matrix byHand = read("""
                jvms: {slow: {flags: -Xint, warm-up: 9s}}
                defaults: {host: {kernel: stock}, run: {sessions: 5, warm-up: 2s}}
                cases:
                  A: {threads: auto}
                  B: {jvm: slow}
                  C: {jvm-args: -Xmx1g, host: {kernel: rt, clock-source: tsc}, limits: {response: {p99: 1s}}}
                  D: {run: {sessions: 6}}
                """);
        Map<String, String> general = Map.of("run.sessions", "5", "run.warm-up", "2s");
        assertThat(byHand.cases())
                .extracting(TestCase::beside)
                .containsExactly(
                        general,
                        general,
                        Map.of(
                                "run.sessions",
                                "5",
                                "run.warm-up",
                                "2s",
                                "jvm-args",
                                "-Xmx1g",
                                "host.clock-source",
                                "tsc"),
                        Map.of("run.sessions", "6", "run.warm-up", "2s"));
        Matrix product = read("""
                axes:
                  load: {few: {run: {sessions: 2}, jvm-args: -Xmx1g}, many: {run: {sessions: 9}}}
                  threads: {unmanaged: {}, managed: {threads: auto}}
                cases: {many-managed: {run: {drain: 1s}, jvm: hotspot}, extra: {}}
                """);
        assertThat(product.cases())
                .extracting(TestCase::beside)
                .containsExactly(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of("run.drain", "1s", "jvm", "hotspot"),
                        Map.of("case", "written by hand"));
    }

    @Test
    void axisCanBeMadeOfInstalledJvms() {
        Matrix matrix = read("""
                axes:
                  jvm: each-installed
                  collector: {G1: {jvm-args: -XX:+UseG1GC}}
                """);
        assertThat(matrix.cases()).extracting(TestCase::name).containsExactly("hotspot-17-G1", "hotspot-25-G1");
        assertThat(matrix.cases().get(1).jvm()).isEqualTo("hotspot-25");
        assertThat(matrix.jvm("hotspot-25").orElseThrow().home()).isEqualTo("/jdk-25");
    }

    @Test
    void jvmProfileDefinesRequirementsAndFlags() {
        Matrix matrix = read("""
                jvms:
                  zing-17:
                    vendor: Azul*
                    vm-name: [Zing*]
                    version: 17.*
                    flags: -Xmx8g -Xms8g
                    warm-up-limit: 60s
                defaults: {run: {warm-up-limit: 30s, warm-up: 5s}}
                cases: {A: {jvm: zing-17}, B: {jvm: zing-17, run: {warm-up-limit: 90s}}, C: {}}
                """);
        assertThat(matrix.jvm("zing-17").orElseThrow())
                .isEqualTo(new JvmProfile(
                        "zing-17",
                        "",
                        JvmFamily.ZING,
                        List.of("Azul*"),
                        List.of("Zing*"),
                        List.of("17.*"),
                        List.of("-Xmx8g", "-Xms8g"),
                        Map.of("warm-up-limit", "60s")));
        assertThat(matrix.cases())
                .extracting(each -> each.run().givenOptions().get("warm-up-limit"))
                .containsExactly("60s", "90s", "30s");
        assertThat(matrix.cases().get(0).run().givenOptions()).containsEntry("warm-up", "5s");
    }

    @Test
    void threadPlanIsPassedOnUnchanged() {
        TestCase inline = only("cases: {A: {threads: {rules: [{who: application, cpus: 2-3}], default: unmanaged}}}");
        assertThat(inline.threads().inline()).isTrue();
        assertThat(inline.threads().plan())
                .isEqualTo(
                        Map.of("rules", List.of(Map.of("who", "application", "cpus", "2-3")), "default", "unmanaged"));
        assertThat(inline.coordinates())
                .hasEntrySatisfying("threads", words -> assertThat(words).matches("plan [0-9a-f]{8}"));
        TestCase other = only("cases: {A: {threads: {rules: [{who: application, cpus: 4-5}], default: unmanaged}}}");
        assertThat(other.coordinates()).isNotEqualTo(inline.coordinates());
    }

    @Test
    void applicationWithItsOwnJvmHasNoJvmProfile() {
        TestCase own = only("cases: {A: {run: {app: 'sleep {feed} {fixPort}'}}}");
        assertThat(own.jvm()).isEmpty();
        assertThat(own.coordinates()).containsEntry("jvm", "the application's");
        assertThat(own.builtInApplication()).isFalse();
        assertThat(only("cases: {A: {jvm: hotspot, run: {app: 'env JAVA={java} sleep {feed}'}}}")
                        .jvm())
                .isEqualTo("hotspot");
    }
}
