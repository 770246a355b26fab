package org.ticktoquote.host.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.audit.Finding;
import org.ticktoquote.host.audit.HostAudit;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.change.ChangeLog.ChangeEntry;
import org.ticktoquote.host.change.HostChanges.ChangeOutcome;
import org.ticktoquote.host.change.Setting.FileSetting;
import org.ticktoquote.host.source.HostFixture;

class HostChangesTest {
    private static final String BUSY = "/proc/sys/net/core/busy_read";
    private static final String SWITCH = "/sys/kernel/mm/transparent_hugepage/enabled";

    @TempDir
    private Path directory;

    private Path root;
    private Path file;
    private TouchyHost host;

    @BeforeEach
    void write() throws IOException {
        root = directory.resolve("host");
        file = directory.resolve("state").resolve("changes.jsonl");
        host = new TouchyHost(root);
        HostFixture.write(root, "/proc/sys/kernel/random/boot_id", "first\n");
        HostFixture.write(root, BUSY, "0\n");
        HostFixture.write(root, SWITCH, "[always] madvise never\n");
    }

    private List<ChangeOutcome> apply(Setting... settings) {
        return apply(List.of(settings));
    }

    private List<ChangeOutcome> apply(List<Setting> settings) {
        try (ChangeLog log = ChangeLog.open(file)) {
            return new HostChanges(host, log).apply(settings);
        }
    }

    private void assertApplied(boolean done, String words, String path, String value) {
        assertThat(apply(new FileSetting(path, value))).containsExactly(new ChangeOutcome(done, words));
    }

    private void assertRestored(String words) {
        assertThat(undo()).containsExactly(new ChangeOutcome(true, words));
    }

    private List<ChangeOutcome> undo() {
        try (ChangeLog log = ChangeLog.open(file)) {
            return new HostChanges(host, log).undo();
        }
    }

    private HostAudit audit() {
        return HostAudit.of(host, Profile.LAB, Duration.ZERO);
    }

    /** Returns all files of the host with white space normalised. */
    private Map<String, String> allFiles() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(
                        path.toString(),
                        Files.readString(path).replaceAll("\\s+", " ").trim());
            }
        }
        return files;
    }

    @Test
    void appliesAllSettingsAndRestoresThem() throws IOException {
        HostFixture.unpack("stock-server", root);
        Map<String, String> before = allFiles();
        HostAudit found = audit();
        List<Setting> settings =
                found.settings(found.findings().stream().map(Finding::item).toList());
        List<ChangeOutcome> applied = apply(settings);

        // 30 files of the host; governor, an idle state and energy bias of 8 CPUs; coalescing and offloads
        assertThat(settings).hasSize(56);
        assertThat(applied).hasSize(56).allMatch(ChangeOutcome::done);
        assertThat(applied)
                .extracting(ChangeOutcome::words)
                .contains(
                        "eno1 coalescing: changed from adaptive-rx on rx-usecs 50 rx-frames 0 to adaptive-rx off rx-usecs 0"
                                + " rx-frames 1",
                        SWITCH + ": changed from always to madvise",
                        "/sys/devices/system/cpu/cpu7/cpufreq/scaling_governor: changed from powersave to performance");
        assertThat(audit().findings())
                .filteredOn(finding -> !finding.settings().isEmpty())
                .extracting(Finding::item)
                .containsExactly("hyper-threads"); // a written tree has no kernel that takes CPUs away
        assertThat(HostChanges.inForce(host, file)).isEqualTo(56);

        List<ChangeOutcome> restored = undo();
        assertThat(restored).hasSize(56).allMatch(ChangeOutcome::done);
        assertThat(allFiles()).isEqualTo(before);
        assertThat(HostChanges.inForce(host, file)).isZero();
        assertThat(undo()).isEmpty();
    }

    @Test
    void removesIsolatedCpusFromSteeringMasks() throws IOException {
        HostFixture.unpack("rt-tuned", root);
        String mask = "/sys/class/net/ens1f0/queues/rx-0/rps_cpus";
        HostFixture.write(root, mask, "fe\n");

        assertThat(apply(audit().settings(List.of())))
                .containsExactly(new ChangeOutcome(true, mask + ": changed from fe to 02"));
        assertRestored(mask + ": restored from 02 to fe");
    }

    @Test
    void restoresLatestChangeFirst() {
        apply(new FileSetting(BUSY, "50"));
        apply(new FileSetting(BUSY, "70"));
        List<ChangeOutcome> restored = undo();

        assertThat(restored)
                .extracting(ChangeOutcome::words)
                .containsExactly(BUSY + ": restored from 70 to 50", BUSY + ": restored from 50 to 0");
        assertThat(host.file(BUSY).line().or("")).isEqualTo("0");
    }

    @Test
    void skipsSettingsThatHaveTheValueAndReportsUnreadableOnes() {
        assertThat(apply(new FileSetting(BUSY, "0"))).isEmpty();
        assertThat(HostChanges.inForce(host, file)).isZero();

        String nothing = "/proc/sys/nothing";
        assertApplied(false, nothing + ": not changed: " + nothing + " does not exist", nothing, "50");
    }

    @Test
    void reportsRefusedChanges() throws IOException {
        host.refuse(BUSY);
        assertThat(apply(new FileSetting(BUSY, "50"), new FileSetting(SWITCH, "never")))
                .containsExactly(
                        new ChangeOutcome(false, BUSY + ": not changed from 0: invalid argument"),
                        new ChangeOutcome(true, SWITCH + ": changed from always to never"));
        assertThat(HostChanges.inForce(host, file)).isEqualTo(1);
        assertThat(Files.readAllLines(file))
                .as("logged before it is tried")
                .hasSize(3)
                .first()
                .asString()
                .contains(
                        "\"action\":\"apply\"", "\"setting\":\"" + BUSY + "\"", "\"before\":\"0\"", "\"after\":\"50\"");
    }

    @Test
    void reportsAndRestoresValueAdjustedByTheKernel() {
        host.insistOn(BUSY, "30");
        assertApplied(false, BUSY + ": is 30 and not 50: the kernel keeps 30", BUSY, "50");
        assertThat(HostChanges.inForce(host, file)).isEqualTo(1);
        host.insistOn(BUSY, "0");
        assertRestored(BUSY + ": restored from 30 to 0");
        assertThat(HostChanges.inForce(host, file)).isZero();
    }

    @Test
    void doesNotRestoreSettingsChangedByOthers() throws IOException {
        apply(new FileSetting(BUSY, "50"), new FileSetting(SWITCH, "never"));
        HostFixture.write(root, BUSY, "99\n");

        assertThat(undo())
                .containsExactly(
                        new ChangeOutcome(true, SWITCH + ": restored from never to always"),
                        new ChangeOutcome(
                                false,
                                BUSY + ": not restored: it was changed again, to 99; to restore it:"
                                        + " sysctl -w net.core.busy_read=0"));
        assertThat(HostChanges.inForce(host, file)).isEqualTo(1);
        HostFixture.write(root, BUSY, "0\n");
        assertRestored(BUSY + ": is 0 already");
    }

    /** The log is written first, so after a crash in between the setting still has its old value. */
    @Test
    void survivesACrashBetweenLogAndChange() {
        try (ChangeLog log = ChangeLog.open(file)) {
            log.append(new ChangeEntry("2026-11-21T10:00:00Z", "first", ChangeEntry.APPLY, BUSY, "0", "50"));
        }
        assertRestored(BUSY + ": is 0 already");
    }

    @Test
    void doesNotRestoreAfterReboot() throws IOException {
        apply(new FileSetting(BUSY, "50"));
        HostFixture.write(root, "/proc/sys/kernel/random/boot_id", "second\n");
        HostFixture.write(root, BUSY, "20\n");

        assertThat(HostChanges.inForce(host, file)).isZero();
        assertRestored(BUSY + ": undone by a reboot of the host");
        assertThat(host.file(BUSY).line().or("")).isEqualTo("20");
    }

    @Test
    void restoresOnlyChangesSinceTheReboot() throws IOException {
        apply(new FileSetting(BUSY, "50"));
        HostFixture.write(root, "/proc/sys/kernel/random/boot_id", "second\n");
        HostFixture.write(root, BUSY, "0\n");
        apply(new FileSetting(BUSY, "70"));

        assertThat(HostChanges.inForce(host, file)).isOne();
        assertRestored(BUSY + ": restored from 70 to 0");
    }

    @Test
    void refusesADamagedLog() throws IOException {
        apply(new FileSetting(BUSY, "50"));
        Files.writeString(file, Files.readString(file) + "{\"at\": 1}\n");

        assertThatRefused(this::undo).hasMessageContaining("changes.jsonl:2: is not a line of the change log");
    }

    @Test
    void refusesALogThatNamesNoSetting() throws IOException {
        apply(new FileSetting(BUSY, "50"));
        String good = Files.readString(file);
        for (String name : List.of("/etc/passwd", "/proc/../etc/passwd", "eno1", "-x coalescing", "eno1 --help")) {
            Files.writeString(file, good.replace(BUSY, name));
            assertThatRefused(this::undo).as(name).hasMessageContaining("no setting");
        }
        Files.writeString(file, "my notes");
        assertThatRefused(this::undo).hasMessageContaining("is not a line of the change log");
        assertThat(file).hasContent("my notes");
        Files.writeString(file, "null\n");
        assertThatRefused(this::undo).hasMessageContaining("no setting");
    }

    @Test
    void restoresFromLogCutByACrash() throws IOException {
        apply(new FileSetting(BUSY, "50"));
        String good = Files.readString(file);
        Files.writeString(file, good + good.substring(0, 40));

        assertThat(HostChanges.inForce(host, file)).isOne();
        assertRestored(BUSY + ": restored from 50 to 0");
        assertThat(HostChanges.inForce(host, file)).isZero();
        assertThat(Files.readString(file)).startsWith(good).endsWith("}\n");
    }

    @Test
    void refusesConcurrentChanges() {
        try (ChangeLog first = ChangeLog.open(file)) {
            assertThat(first.changes()).isEmpty();
            assertThatRefused(() -> ChangeLog.open(file)).hasMessageContaining("is using it");
        }
        assertThat(apply(new FileSetting(BUSY, "50"))).hasSize(1);
    }

    @Test
    void printsOneCommandForAllCpusAndQuotesValues() {
        List<FileSetting> settings = Stream.of(0, 1, 12)
                .map(cpu -> new FileSetting("/sys/devices/system/cpu/cpu" + cpu + "/cpuidle/state2/disable", "1"))
                .toList();

        assertThat(Setting.commands(settings))
                .isEqualTo("echo 1 | tee /sys/devices/system/cpu/cpu*/cpuidle/state2/disable");

        assertThat(new FileSetting("/sys/kernel/a b/x", "").command("1 2; y"))
                .isEqualTo("echo '1 2; y' > '/sys/kernel/a b/x'");
        assertThat(new FileSetting("/sys/kernel/mm/x", "").command("never")).isEqualTo("echo never > /sys/kernel/mm/x");
        assertThat(FileSetting.sysctl("net.ipv4.tcp_rmem", "").command("4096 16384 6291456"))
                .isEqualTo("sysctl -w net.ipv4.tcp_rmem='4096 16384 6291456'");
    }
}
