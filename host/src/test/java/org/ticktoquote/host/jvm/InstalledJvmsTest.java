package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;

class InstalledJvmsTest {
    @TempDir
    private Path root;

    private InstalledJvms installed(Map<String, String> environment, Path own) {
        return new InstalledJvms(
                InstalledJvms.distinct(
                        InstalledJvms.executables(environment, root, own),
                        java -> JvmProbe.identify(java).jvm()),
                Map.of());
    }

    private Path home(String place) throws IOException {
        return Files.createDirectories(root.resolve(place)).toRealPath();
    }

    private static JvmProfile profile(String name, String home, JvmFamily family, String... versions) {
        return new JvmProfile(name, home, family, List.of(), List.of(), List.of(versions), List.of(), Map.of());
    }

    private static JvmProfile zing() {
        return JvmProfile.of("zing", JvmFamily.ZING);
    }

    private InstalledJvms onlyHotSpot21() throws Exception {
        return installed(Map.of(), FakeJvm.HOTSPOT_21.install(home("own")).resolve("bin/java"));
    }

    @Test
    void searchesUsualPlacesAndCountsLinkedHomesOnce() throws Exception {
        Path own = FakeJvm.HOTSPOT_21.install(home("own"));
        FakeJvm.ZING.install(home("opt/zing"));
        FakeJvm.OPENJ9.install(home("usr/lib/jvm/j9"));
        Files.createSymbolicLink(root.resolve("usr/lib/jvm/default"), root.resolve("usr/lib/jvm/j9"));
        FakeJvm.HOTSPOT_8.install(home("user/.sdkman/candidates/java/8"));
        Files.createSymbolicLink(root.resolve("user/.sdkman/candidates/java/current"), root.resolve("own"));
        Path bin = Files.createDirectories(root.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), root.resolve("opt/zing/bin/java"));
        Files.createDirectories(root.resolve("opt/empty/bin/java"));
        Path elsewhere = FakeJvm.ZING.install(home("elsewhere"));

        Map<String, String> environment =
                Map.of("PATH", bin + ":", "HOME", root.resolve("user").toString(), "JAVA_HOME", elsewhere.toString());
        Path ownJava = own.resolve("bin/java");
        assertThat(InstalledJvms.executables(environment, root, ownJava))
                .as("each is queried once")
                .hasSize(5);
        InstalledJvms jvms = installed(environment, ownJava);

        assertThat(jvms.found())
                .extracting(Jvm::home)
                .containsExactly(
                        own.toString(),
                        elsewhere.toString(),
                        home("opt/zing").toString(),
                        home("usr/lib/jvm/j9").toString(),
                        home("user/.sdkman/candidates/java/8").toString());
    }

    @Test
    void jvmOfThisProcessComesFirst() throws Exception {
        InstalledJvms jvms = InstalledJvms.find(Map.of());
        assertThat(jvms.found().get(0).home())
                .isEqualTo(Path.of(System.getProperty("java.home")).toRealPath().toString());
        assertThat(jvms.found()).extracting(Jvm::home).doesNotHaveDuplicates();
    }

    @Test
    void usesGivenPathIfItMatchesTheProfile() throws Exception {
        Path zing = FakeJvm.ZING.install(home("far/away"));
        assertThat(new InstalledJvms(List.of(), Map.of("zing", zing))
                        .choose(zing(), 17)
                        .jvm())
                .map(Jvm::home)
                .hasValue(zing.toString());
        InstalledJvms wrong = new InstalledJvms(List.of(), Map.of("zing", Path.of("/bin/echo")));
        assertThatRefused(() -> wrong.choose(zing(), 17))
                .hasMessageStartingWith("--jvm: zing=/bin/echo: /bin/echo is not a JVM");
    }

    @Test
    void usesHomeNamedInTheProfile() throws Exception {
        String zing = FakeJvm.ZING.install(home("far/away")).toString();
        String gone = root.resolve("gone").toString();
        InstalledJvms none = new InstalledJvms(List.of(), Map.of());
        assertThat(none.choose(profile("zing", zing, JvmFamily.ZING), 17).jvm()).isPresent();
        assertThat(none.choose(profile("j", zing, JvmFamily.HOTSPOT), 17).reason())
                .isEqualTo(zing + " does not match the profile 'j': its name is Zing 64-Bit Tiered VM,"
                        + " expected HotSpot");
        assertThat(none.choose(profile("j", gone, JvmFamily.HOTSPOT), 17).reason())
                .isEqualTo("no JVM at " + gone + "; give --jvm j=PATH");
    }

    @Test
    void versionWithoutDotsIsTheFeatureReleaseAndZingRequiresZing() throws Exception {
        InstalledJvms jvms = onlyHotSpot21();
        assertThat(jvms.choose(profile("j", "", null, "21"), 17).jvm()).isPresent();
        assertThat(jvms.choose(profile("j", "", null, "2"), 17).reason())
                .isEqualTo("no JVM of version 2; give --jvm j=PATH");
        assertThat(jvms.choose(profile("j", "", null, "21.*"), 17).jvm()).isPresent();

        assertThat(onlyHotSpot21().choose(zing(), 17).reason()).isEqualTo("no Zing JVM; give --jvm zing=PATH");
    }

    @Test
    void refusesTooOldJavaFromProfileAndOption() throws Exception {
        Path old = FakeJvm.HOTSPOT_8.install(home("old"));
        JvmProfile there = profile("j", old.toString(), JvmFamily.HOTSPOT);
        assertThat(new InstalledJvms(List.of(), Map.of()).choose(there, 17).reason())
                .isEqualTo(old + " is Java 1.8.0_202, expected 17 or newer");
        JvmProfile given = JvmProfile.of("j", JvmFamily.HOTSPOT);
        assertThat(new InstalledJvms(List.of(), Map.of("j", old))
                        .choose(given, 17)
                        .reason())
                .isEqualTo("--jvm j=" + old + " is Java 1.8.0_202, expected 17 or newer");
    }

    @Test
    void versionAndVendorMustMatch() throws Exception {
        FakeJvm.HOTSPOT_8.install(home("opt/8"));
        InstalledJvms jvms = onlyHotSpot21();
        JvmProfile old = profile("old", "", JvmFamily.HOTSPOT, "1.8*");
        assertThat(jvms.choose(old, 0).jvm()).map(Jvm::feature).hasValue(8);
        assertThat(jvms.choose(old, 17).reason())
                .isEqualTo("no HotSpot JVM of version 1.8* of Java 17 or newer (Java HotSpot(TM) 64-Bit Server VM"
                        + " 1.8.0_202 (Oracle Corporation) in " + home("opt/8") + " is older); give --jvm old=PATH");
        JvmProfile other =
                new JvmProfile("x", "", null, List.of("Nobody*"), List.of("OpenJDK*"), List.of(), List.of(), Map.of());
        assertThat(jvms.choose(other, 0).reason()).isEqualTo("no JVM named OpenJDK* of Nobody*; give --jvm x=PATH");
        assertThat(other.problem(jvms.found().get(0))).hasValue("its vendor is Eclipse Adoptium, expected Nobody*");
        assertThat(other.problem(jvms.found().get(1)))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("its VM is"));
    }

    @Test
    void discoveredJvmsHaveShortDistinctNames() {
        InstalledJvms jvms =
                new InstalledJvms(List.of(jvm("17.0.1"), jvm("21.0.2"), jvm("21.0.3+a b"), jvm("21.0.2")), Map.of());
        assertThat(jvms.named().keySet())
                .containsExactly("hotspot-17", "hotspot-21.0.2", "hotspot-21.0.3.a.b", "hotspot-21.0.2-2");
    }

    private static Jvm jvm(String version) {
        return new Jvm("/j", "v", "OpenJDK 64-Bit Server VM", version, "", JvmFamily.HOTSPOT);
    }
}
