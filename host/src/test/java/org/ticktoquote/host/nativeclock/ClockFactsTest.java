package org.ticktoquote.host.nativeclock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockFactsTest {
    @TempDir
    private Path root;

    private ClockFacts machine(String architecture, String cpuInfo, String source, String available)
            throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Path sources = root.resolve("sys/devices/system/clocksource/clocksource0");
        Files.createDirectories(sources);
        Files.writeString(root.resolve("proc/cpuinfo"), cpuInfo);
        Files.writeString(sources.resolve("current_clocksource"), source + "\n");
        Files.writeString(sources.resolve("available_clocksource"), available + " \n");
        return ClockFacts.read(architecture, root.resolve("proc"), root.resolve("sys"));
    }

    @Test
    void readsFlagsOfTheCounter() throws IOException {
        ClockFacts facts = machine(
                "amd64",
                "processor\t: 0\nflags\t\t: fpu tsc msr rdtscp constant_tsc nonstop_tsc avx\n\nprocessor\t: 1\n",
                "tsc",
                "tsc hpet acpi_pm");
        assertThat(facts.flags()).containsExactly("tsc", "rdtscp", "constant_tsc", "nonstop_tsc");
        assertThat(facts.available()).containsExactly("tsc", "hpet", "acpi_pm");
    }

    @ParameterizedTest
    @CsvSource({
        "amd64, flags : tsc constant_tsc nonstop_tsc, tsc, true",
        "amd64, flags : tsc constant_tsc, hpet, false",
        "aarch64, Features : fp asimd, arch_sys_counter, true"
    })
    void isInvariantByFlagsOrArchitecture(String architecture, String cpuInfo, String source, boolean invariant)
            throws IOException {
        ClockFacts facts = machine(architecture, cpuInfo + "\n", source, source);
        assertThat(facts.invariant()).isEqualTo(invariant);
        assertThat(facts.keptByCounter()).isEqualTo(invariant);
    }

    @Test
    void hasNoFactsWithoutFiles() {
        ClockFacts facts = ClockFacts.read("amd64", root.resolve("no"), root.resolve("where"));
        assertThat(facts).isEqualTo(new ClockFacts("amd64", List.of(), "", List.of()));
        assertThat(facts.invariant()).isFalse();
    }
}
