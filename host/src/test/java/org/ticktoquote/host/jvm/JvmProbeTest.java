package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.host.process.JavaCommand;

class JvmProbeTest {
    @TempDir
    private Path folder;

    @Test
    void identifiesJvmOfThisProcess() {
        Jvm jvm = JvmProbe.identify(JavaCommand.ownJava()).jvm().orElseThrow();
        assertThat(jvm.vendor()).isEqualTo(System.getProperty("java.vendor"));
        assertThat(jvm.vmName()).isEqualTo(System.getProperty("java.vm.name"));
        assertThat(jvm.version()).isEqualTo(System.getProperty("java.version"));
        assertThat(jvm.feature()).isEqualTo(Runtime.version().feature());
        assertThat(jvm.java()).isExecutable();
        assertThat(jvm.family()).isEqualTo(JvmFamily.own());
    }

    @ParameterizedTest
    @CsvSource({
        "Zing 64-Bit Tiered VM, ZING",
        "Eclipse OpenJ9 VM, OPENJ9",
        "IBM J9 VM, OPENJ9",
        "OpenJDK 64-Bit Server VM, HOTSPOT",
        "Java HotSpot(TM) 64-Bit Server VM, HOTSPOT",
        "Substrate VM, OTHER"
    })
    void derivesFamilyFromVmName(String vmName, JvmFamily family) {
        assertThat(JvmFamily.of(vmName)).isEqualTo(family);
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, 17", "25, 25", "1.8.0_392, 8", "1.7.0_40, 7", "26-ea, 26", "internal, 0", "'', 0"})
    void parsesFeatureRelease(String version, int feature) {
        assertThat(new Jvm("/j", "v", "n", version, "", JvmFamily.HOTSPOT).feature())
                .isEqualTo(feature);
    }

    @Test
    void reportsProgramsThatAreNotJvms() throws Exception {
        assertThat(JvmProbe.identify(Path.of("/bin/echo")).reason()).startsWith("/bin/echo is not a JVM: ");
        assertThat(JvmProbe.identify(folder.resolve("none")).reason()).contains("is not a JVM: ");
        Path silent = Files.writeString(folder.resolve("silent"), "#!/bin/sh\nexit 3\n");
        silent.toFile().setExecutable(true);
        assertThat(JvmProbe.identify(silent).reason()).endsWith("is not a JVM: no output");
    }

    @Test
    void reportsRejectedFlagInWordsOfTheJvm() {
        Path java = JavaCommand.ownJava();
        assertThat(JvmProbe.problem(java, List.of())).isEmpty();
        assertThat(JvmProbe.problem(java, List.of("-XX:+UseSerialGC"))).isEmpty();
        assertThat(JvmProbe.problem(java, List.of("-XX:+UseNonsenseGC")))
                .hasValue("Unrecognized VM option 'UseNonsenseGC'");
        assertThat(JvmProbe.problem(java, List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC")))
                .hasValueSatisfying(reason -> assertThat(reason).containsIgnoringCase("multiple garbage collectors"));
    }

    @Test
    void reportsFlagTheJvmWouldIgnore() {
        assertThat(JvmProbe.problem(JavaCommand.ownJava(), List.of("-XX:+UseConcMarkSweepGC")))
                .as("removed in Java 14: some releases warn and run, others refuse")
                .isPresent();
        assertThat(JvmProbe.problem(
                        JavaCommand.ownJava(), List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseSerialGC")))
                .isEmpty();
    }

    @Test
    void skipsUninformativeLineOfTheError() throws Exception {
        Path home = FakeJvm.HOTSPOT_21.install(folder.resolve("jdk"), "-XX:+UseShenandoahGC");
        assertThat(JvmProbe.problem(home.resolve("bin/java"), List.of("-XX:+UseShenandoahGC")))
                .hasValue("Option -XX:+UseShenandoahGC not supported");
    }

    @Test
    void checksFlagsOfOpenJ9Strictly() throws Exception {
        Path home = FakeJvm.OPENJ9.install(folder.resolve("j9"), "-XX:-IgnoreUnrecognizedXXColonOptions");
        assertThat(JvmProbe.problem(home.resolve("bin/java"), List.of("-XX:+UseZGC")))
                .isPresent();
    }

    @Test
    void eachFamilyHasItsOwnLogFlags() {
        Path log = Path.of("/r/gc.log");
        assertThat(JvmFamily.HOTSPOT.logFlags(log))
                .containsExactly(
                        "-Xlog:gc*,safepoint=info:file=\"/r/gc.log\":timenanos,uptimenanos,tags,tid",
                        "-XX:ErrorFile=/r/hs_err-%p.log");
        assertThat(JvmFamily.ZING.logFlags(log))
                .containsExactly(
                        "-Xlog:gc,safepoint:/r/gc.log:timenanos,uptimenanos,tags,tid",
                        "-XX:ErrorFile=/r/hs_err-%p.log");
        assertThat(JvmFamily.HOTSPOT.logFlags(Path.of("/r/gc-replayer.log")))
                .endsWith("-XX:ErrorFile=/r/hs_err-replayer-%p.log");
        assertThat(JvmFamily.OPENJ9.logFlags(log))
                .containsExactly("-Xverbosegclog:/r/gc.log", "-Xdump:java:defaults:file=/r/javacore-%pid.%seq.txt");
        assertThat(JvmFamily.OPENJ9.logFlags(Path.of("/r/gc-replayer.log")))
                .endsWith("-Xdump:java:defaults:file=/r/javacore-replayer-%pid.%seq.txt");
        assertThat(JvmFamily.OTHER.logFlags(log)).isEmpty();
    }

    @Test
    void omitsDecorationsOldZingRejects() throws Exception {
        Path taking = FakeJvm.ZING.install(folder.resolve("zing")).resolve("bin/java");
        assertThat(JvmProbe.logFlags(taking, Path.of("/r/gc.log")))
                .isEqualTo(JvmFamily.ZING.logFlags(Path.of("/r/gc.log")));
        Path refusing = FakeJvm.ZING
                .install(folder.resolve("old"), "-Xlog:gc,safepoint:stdout:timenanos,uptimenanos,tags,tid")
                .resolve("bin/java");
        assertThat(JvmProbe.logFlags(refusing, Path.of("/r/gc.log")))
                .containsExactly("-Xlog:gc,safepoint:/r/gc.log", "-XX:ErrorFile=/r/hs_err-%p.log");
    }

    @Test
    void usesOldLogFlagsForHotSpotBeforeJava9() throws Exception {
        Path java = FakeJvm.HOTSPOT_8.install(folder.resolve("8")).resolve("bin/java");
        assertThat(JvmProbe.logFlags(java, Path.of("/r/gc.log")))
                .containsExactly(
                        "-Xloggc:/r/gc.log",
                        "-XX:+PrintGCDetails",
                        "-XX:+PrintGCDateStamps",
                        "-XX:+PrintGCApplicationStoppedTime",
                        "-XX:ErrorFile=/r/hs_err-%p.log");
        Path newer = FakeJvm.HOTSPOT_21.install(folder.resolve("21")).resolve("bin/java");
        assertThat(JvmProbe.logFlags(newer, Path.of("/r/gc.log")))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("-Xlog:gc*");
        assertThat(JvmProbe.logFlags(Path.of("/bin/echo"), Path.of("/r/gc.log")))
                .isEmpty();
        assertThat(JvmProbe.problem(Path.of("/bin/echo"), List.of("-x")).orElseThrow())
                .contains("is not a JVM");
    }
}
