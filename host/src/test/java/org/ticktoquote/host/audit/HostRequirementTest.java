package org.ticktoquote.host.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.source.LiveHost;

class HostRequirementTest {
    private static final HostRequirement RT = need("kernel", "rt");
    private static final HostRequirement STOCK = need("kernel", "stock");

    @TempDir
    private Path folder;

    private HostProperties properties(String host) throws Exception {
        return HostProperties.of(new RecordedHost(HostFixture.unpack(host, folder)));
    }

    private static HostRequirement need(String fact, String... values) {
        return new HostRequirement(Map.of(fact, List.of(values)));
    }

    @Test
    void realTimeKernelSatisfiesRtButNotStock() throws Exception {
        HostProperties host = properties("rt-tuned");
        assertThat(RT.check(host)).isEmpty();
        assertThat(STOCK.check(host))
                .hasValue("kernel is rt (5.14.0-427.16.1.el9_4.x86_64+rt, PREEMPT_RT), expected stock");
        HostProperties unknown = HostProperties.of(new RecordedHost(folder.resolve("nowhere")));
        assertThat(RT.check(unknown)).isPresent();
        assertThat(STOCK.check(unknown)).isPresent();
    }

    @Test
    void stockKernelSatisfiesRtOnlyWithItsFlag() throws Exception {
        HostProperties host = properties("stock-server");
        assertThat(STOCK.check(host)).isEmpty();
        assertThat(RT.check(host))
                .hasValueSatisfying(reason ->
                        assertThat(reason).startsWith("kernel is stock (").endsWith(", expected rt"));
        HostFixture.write(folder, "/proc/sys/kernel/osrelease", "5.14.0-rt-like+rt\n");
        assertThat(RT.check(HostProperties.of(new RecordedHost(folder))))
                .as("name alone")
                .isPresent();
        HostFixture.write(folder, "/proc/sys/kernel/osrelease", "4.18.0-553.el8_10.x86_64\n");
        HostFixture.write(folder, "/sys/kernel/realtime", "1\n");
        assertThat(RT.check(HostProperties.of(new RecordedHost(folder)))).isEmpty();
    }

    @Test
    void acceptsFingerprintLinesAndAuditItemsAsConditions() throws Exception {
        HostProperties host = properties("rt-tuned");
        assertThat(need("clock-source", "tsc").check(host)).isEmpty();
        assertThat(need("kernel-release", "5.14.*").check(host)).isEmpty();
        assertThat(need("audit.clock-source", "fit").check(host)).isEmpty();
        assertThat(need("clock-source", "hpet", "acpi_pm").check(host))
                .hasValue("clock-source is tsc, expected hpet or acpi_pm");
        assertThat(need("clok-source", "tsc").check(host))
                .hasValue("'clok-source' is not reported (did you mean 'clock-source'?)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rt-tuned", "stock-server", "virtual-machine", "container", ""})
    void acceptsConditionsOnAllFactsOfAHost(String name) throws Exception {
        HostProperties host = name.isEmpty() ? HostProperties.of(new LiveHost()) : properties(name);
        StringBuilder conditions = new StringBuilder();
        host.facts().keySet().forEach(fact -> conditions.append(fact).append(": fit\n"));
        Problems problems = new Problems();
        HostRequirement.check(YamlFile.parse("m.yaml", conditions.toString(), problems));
        problems.refuseIfAny();
    }

    @ParameterizedTest
    @ValueSource(strings = {"audit.busy-processes", "audit.steal"})
    void refusesConditionsOnTheLoadOfOneMoment(String item) throws Exception {
        assertThat(properties("rt-tuned").facts()).doesNotContainKey(item);
        Problems problems = new Problems();
        HostRequirement.check(YamlFile.parse("m.yaml", item + ": fit\n", problems));
        assertThatRefused(problems::refuseIfAny)
                .hasMessage("m.yaml:1:1: " + item + ": expected a fact of the host, not its load at one moment");
    }

    @Test
    void reportsAllUnmetConditionsAtOnce() throws Exception {
        HostRequirement both = new HostRequirement(Map.of("kernel", List.of("rt"), "swap", List.of("nowhere")));
        assertThat(both.check(properties("virtual-machine")).orElseThrow())
                .contains("kernel is stock")
                .contains("swap is ");
        assertThat(HostRequirement.NONE.check(new HostProperties(Map.of()))).isEmpty();
        assertThat(HostRequirement.NONE.description()).isEqualTo("any");
        assertThat(need("kernel", "rt").description()).isEqualTo("kernel rt");
    }
}
