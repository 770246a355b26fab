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
import org.ticktoquote.host.process.JvmLocations;

class InstalledJvmsTest {
    @TempDir
    private Path root;

    private InstalledJvms installed(Map<String, String> environment, Path own) {
        JvmLocations places = new JvmLocations(environment, root, own);
        return new InstalledJvms(
                InstalledJvms.distinct(
                        places.executables(), java -> JvmProbe.identify(java).jvm()),
                Map.of());
    }

    private Path home(String place) throws IOException {
        return Files.createDirectories(root.resolve(place)).toRealPath();
    }

    private static JvmProfile profile(String name, JvmFamily family, List<String> version) {
        return new JvmProfile(name, "", family, List.of(), List.of(), version, List.of(), Map.of());
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
        assertThat(new JvmLocations(environment, root, ownJava).executables())
                .as("each is queried once")
                .hasSize(5);
        InstalledJvms jvms = installed(environment, ownJava);

        assertThat(jvms.found())
                .extracting(Jvm::home)
                .containsExactly(
                        own.toString(),
                        elsewhere.toString(),
                        root.toRealPath().resolve("opt/zing").toString(),
                        root.toRealPath().resolve("usr/lib/jvm/j9").toString(),
                        root.toRealPath()
                                .resolve("user/.sdkman/candidates/java/8")
                                .toString());
    }

    @Test
    void jvmOfThisProcessComesFirst() throws Exception {
        InstalledJvms jvms = InstalledJvms.find(Map.of());
        assertThat(jvms.found().get(0).home())
                .isEqualTo(Path.of(System.getProperty("java.home")).toRealPath().toString());
        assertThat(jvms.found()).extracting(Jvm::home).doesNotHaveDuplicates();
    }

    @Test
    void zingProfileRequiresZing() throws Exception {
        Path own = FakeJvm.HOTSPOT_21.install(home("own"));
        InstalledJvms jvms = installed(Map.of(), own.resolve("bin/java"));
        assertThat(jvms.choose(JvmProfile.of("zing", JvmFamily.ZING), 17).reason())
                .isEqualTo("no Zing JVM; give --jvm zing=PATH");

        InstalledJvms told = InstalledJvms.find(Map.of("zing", own));
        assertThat(told.choose(JvmProfile.of("zing", JvmFamily.ZING), 17).reason())
                .isEqualTo("--jvm zing=" + own + " does not match the profile 'zing': its name is"
                        + " OpenJDK 64-Bit Server VM, expected Zing");
    }

    @Test
    void usesGivenPathIfItMatchesTheProfile() throws Exception {
        Path zing = FakeJvm.ZING.install(home("far/away"));
        InstalledJvms jvms = InstalledJvms.find(Map.of("zing", zing));
        assertThat(jvms.choose(JvmProfile.of("zing", JvmFamily.ZING), 17)
                        .jvm()
                        .orElseThrow()
                        .home())
                .isEqualTo(zing.toString());
        InstalledJvms wrong = InstalledJvms.find(Map.of("zing", Path.of("/bin/echo")));
        assertThatRefused(() -> wrong.choose(JvmProfile.of("zing", JvmFamily.ZING), 17))
                .hasMessageStartingWith("--jvm: zing=/bin/echo: /bin/echo is not a JVM");
    }

    @Test
    void usesHomeNamedInTheProfile() throws Exception {
        Path zing = FakeJvm.ZING.install(home("far/away"));
        InstalledJvms none = new InstalledJvms(List.of(), Map.of());
        assertThat(none.choose(at("zing", zing, JvmFamily.ZING), 17).jvm()).isPresent();
        assertThat(none.choose(at("j", zing, JvmFamily.HOTSPOT), 17).reason())
                .isEqualTo(zing + " does not match the profile 'j': its name is Zing 64-Bit Tiered VM,"
                        + " expected HotSpot");
        assertThat(none.choose(at("j", root.resolve("gone"), JvmFamily.HOTSPOT), 17)
                        .reason())
                .isEqualTo("no JVM at " + root.resolve("gone") + "; give --jvm j=PATH");
    }

    @Test
    void versionWithoutDotsIsTheFeatureRelease() throws Exception {
        Path own = FakeJvm.HOTSPOT_21.install(home("own"));
        InstalledJvms jvms = installed(Map.of(), own.resolve("bin/java"));
        assertThat(jvms.choose(ofVersion("21"), 17).jvm()).isPresent();
        assertThat(jvms.choose(ofVersion("2"), 17).reason()).isEqualTo("no JVM of version 2; give --jvm j=PATH");
        assertThat(jvms.choose(ofVersion("21.*"), 17).jvm()).isPresent();
    }

    private static JvmProfile ofVersion(String version) {
        return new JvmProfile("j", "", null, List.of(), List.of(), List.of(version), List.of(), Map.of());
    }

    @Test
    void refusesTooOldJavaFromProfileAndOption() throws Exception {
        Path old = FakeJvm.HOTSPOT_8.install(home("old"));
        InstalledJvms none = new InstalledJvms(List.of(), Map.of());
        assertThat(none.choose(at("j", old, JvmFamily.HOTSPOT), 17).reason())
                .isEqualTo(old + " is Java 1.8.0_202, expected 17 or newer");
        assertThat(InstalledJvms.find(Map.of("j", old))
                        .choose(JvmProfile.of("j", JvmFamily.HOTSPOT), 17)
                        .reason())
                .isEqualTo("--jvm j=" + old + " is Java 1.8.0_202, expected 17 or newer");
    }

    private static JvmProfile at(String name, Path home, JvmFamily family) {
        return new JvmProfile(name, home.toString(), family, List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    @Test
    void versionAndVendorMustMatch() throws Exception {
        Path own = FakeJvm.HOTSPOT_21.install(home("own"));
        FakeJvm.HOTSPOT_8.install(home("opt/8"));
        InstalledJvms jvms = installed(Map.of(), own.resolve("bin/java"));
        assertThat(jvms.choose(profile("old", JvmFamily.HOTSPOT, List.of("1.8*")), 0)
                        .jvm()
                        .orElseThrow()
                        .feature())
                .isEqualTo(8);
        assertThat(jvms.choose(profile("old", JvmFamily.HOTSPOT, List.of("1.8*")), 17)
                        .reason())
                .isEqualTo("no HotSpot JVM of version 1.8* of Java 17 or newer (Java HotSpot(TM) 64-Bit Server VM"
                        + " 1.8.0_202 (Oracle Corporation) in "
                        + root.toRealPath().resolve("opt/8")
                        + " is older); give --jvm old=PATH");
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
