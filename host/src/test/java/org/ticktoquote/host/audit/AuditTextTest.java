package org.ticktoquote.host.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;

class AuditTextTest {
    @TempDir
    private Path directory;

    private List<String> text(String fixture, Profile profile) throws IOException {
        HostFixture.unpack(fixture, directory);
        return AuditText.of(HostAudit.of(new RecordedHost(directory), profile, Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rt-tuned", "stock-server", "virtual-machine", "container"})
    void fitsAHundredAndTwentyColumns(String fixture) throws IOException {
        assertThat(text(fixture, Profile.LAB))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(121).doesNotMatch(".*\\s"));
    }

    @Test
    void beginsWithTotalsAndWorstFinding() throws IOException {
        List<String> lines = text("stock-server", Profile.LAB);

        assertThat(lines.get(0)).startsWith("unfit for lab: unfit 2, warnings ");
        assertThat(lines.get(2)).isEqualTo("unfit    clock-source: hpet");
        assertThat(lines.get(3)).startsWith("         wanted  tsc");
        assertThat(lines.get(4)).startsWith("         why     ");
        assertThat(lines.get(5))
                .isEqualTo(
                        "         change  echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource");
    }

    @Test
    void printsOneLinePerFitItem() throws IOException {
        assertThat(text("rt-tuned", Profile.LAB))
                .startsWith("fit for lab: unfit 0, warnings 0, unknown 0, notes 1, fit 70")
                .anyMatch(line -> line.matches("fit +isolated-cpus +2-7 of 0-7"));
    }

    @Test
    void pageEscapesProcessNames() throws IOException {
        RecordedHost host = withBusyProcess("<b>stress");
        Fingerprint fingerprint = FingerprintReader.of(host, Map.of());
        String html = AuditText.page(HostAudit.of(host, Profile.DEV, Duration.ZERO), fingerprint)
                .html();

        assertThat(html)
                .contains("fit with warnings for dev", "&lt;b&gt;stress 87 %", fingerprint.hash(), "kvm-clock")
                .doesNotContain("<b>stress");
    }

    @Test
    void replacesControlCharactersInProcessNames() throws IOException {
        RecordedHost host = withBusyProcess("\u001b[2J");
        List<String> lines = AuditText.of(HostAudit.of(host, Profile.DEV, Duration.ZERO));
        assertThat(String.join("", lines)).contains("?[2J 87 %").doesNotContain("\u001b");
    }

    private RecordedHost withBusyProcess(String name) throws IOException {
        HostFixture.unpack("virtual-machine", directory);
        String stat = "700 (" + name + ") R 1 7 7 0 -1 4 9 0 0 0 3087 4 0 0 20 0 1 0 200 2 3 0\n";
        HostFixture.write(directory, "/later/proc/700/stat", stat);
        return new RecordedHost(directory);
    }
}
