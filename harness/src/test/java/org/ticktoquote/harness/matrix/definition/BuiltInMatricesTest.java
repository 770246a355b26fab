package org.ticktoquote.harness.matrix.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.annual.AnnualBase;

class BuiltInMatricesTest {
    private static Matrix read(String name) {
        return MatrixReader.read(MatrixSource.of(name), MatrixFixture::installed);
    }

    @Test
    void pvHasSixCases() {
        Matrix pv = read("pv");
        assertThat(pv.cases().stream().map(each -> each.name() + ": " + each.text()))
                .containsExactly(
                        "PV-001: stock, hotspot, unmanaged",
                        "PV-002: stock, hotspot, managed",
                        "PV-003: stock, zing, unmanaged",
                        "PV-004: stock, zing, managed",
                        "PV-005: rt, zing, unmanaged",
                        "PV-006: rt, zing, managed");
        assertThat(pv.baseline()).isEqualTo("PV-001");
        assertThat(pv.repeats()).isEqualTo(3);
        assertThat(pv.annualise().base()).isEqualTo(AnnualBase.WHOLE_SECONDS);
        assertThat(pv.cases())
                .allSatisfy(each -> assertThat(each.run().givenOptions())
                        .hasToString("{window=T0-5s..T0+30s, sessions=25, pairs=15}"));
    }

    @Test
    void commentedExamplesOfPvAreValid() {
        String uncommented = MatrixSource.of("pv")
                .text()
                .replaceAll("(?m)^# ((?:jvms):\\n(?:#   .*\\n)+)", "$1")
                .replaceAll("(?m)^#   (  [a-z]| [a-z]|zing:)", "  $1")
                .replaceAll("(?m)^( +)# (id-tag|profile|limits|  response)", "$1$2")
                .replaceAll("(?m)^( +)# app: .*$", "$1app: 'env {java} {jvmArgs}'");
        assertThat(uncommented).contains("\njvms:\n", "\n    app:", "\n  limits:");
        assertThat(MatrixFixture.problems(uncommented)).isEmpty();
    }

    /** The median of an odd number of runs is one of them; fewer than 3 establish no difference. */
    @Test
    void eachRepeatsCasesAnOddNumberOfTimes() {
        assertThat(List.of("pv", "pv-full", "jvm"))
                .allSatisfy(
                        name -> assertThat(read(name).repeats() % 2).as(name).isEqualTo(1))
                .allSatisfy(name -> assertThat(read(name).repeats()).as(name).isGreaterThanOrEqualTo(3));
        assertThat(MatrixSource.of("pv").text()).contains("repeats: 3", "odd");
    }

    @Test
    void pvFullIsTheFullFactorialAndJvmCoversEveryCollector() {
        Matrix full = read("pv-full");
        assertThat(full.cases()).hasSize(8);
        assertThat(full.cases().stream().map(TestCase::coordinates).distinct()).hasSize(8);
        assertThat(full.cases().get(7).coordinates())
                .isEqualTo(Map.of("os", "rt", "jvm", "zing", "threads", "managed"));
        assertThat(full.cases().get(7).threads().choice()).isEqualTo("managed");

        assertThat(read("jvm").cases())
                .extracting(each -> each.name() + " " + each.jvmArgs())
                .hasSize(8)
                .contains("hotspot-17-G1 [-XX:+UseG1GC]", "hotspot-25-Shenandoah [-XX:+UseShenandoahGC]");
    }

    @Test
    void unknownMatrixIsRefusedWithTheListOfMatrices() {
        assertThatRefused(() -> MatrixSource.of("pv-ful"))
                .hasMessage(
                        "'pv-ful' is not a matrix (did you mean 'pv-full'?), expected pv, pv-full, jvm or an existing file");
        assertThat(List.of("", "\0")).allSatisfy(name -> assertThatRefused(() -> MatrixSource.of(name)));
    }
}
