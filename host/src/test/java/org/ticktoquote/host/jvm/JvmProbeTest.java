package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
        "Zing 64-Bit Tiered VM, ZING", "Eclipse OpenJ9 VM, OPENJ9", "IBM J9 VM, OPENJ9",
        "OpenJDK 64-Bit Server VM, HOTSPOT", "Java HotSpot(TM) 64-Bit Server VM, HOTSPOT", "Substrate VM, OTHER"
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

    private static Optional<String> problem(String... flags) {
        return JvmProbe.problem(JavaCommand.ownJava(), List.of(flags));
    }

    @Test
    void reportsRejectedAndIgnoredFlagsInWordsOfTheJvm() {
        assertThat(problem()).isEmpty();
        assertThat(problem("-XX:+UseSerialGC")).isEmpty();
        assertThat(problem("-XX:+PrintFlagsFinal"))
                .as("lists IgnoreUnrecognizedVMOptions")
                .isEmpty();
        assertThat(problem("-XX:+UseNonsenseGC")).hasValue("Unrecognized VM option 'UseNonsenseGC'");
        assertThat(problem("-XX:+UseSerialGC", "-XX:+UseParallelGC"))
                .hasValueSatisfying(reason -> assertThat(reason).containsIgnoringCase("multiple garbage collectors"));
        assertThat(problem("-XX:+UseConcMarkSweepGC"))
                .as("removed in Java 14: some releases warn and run, others refuse")
                .isPresent();
        assertThat(problem("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseSerialGC"))
                .isEmpty();
    }

    @Test
    void asksOtherJvmsAndReportsProgramsThatAreNone() throws Exception {
        Path hotspot = FakeJvm.HOTSPOT_21.install(folder.resolve("jdk"), "-XX:+UseShenandoahGC");
        assertThat(JvmProbe.problem(hotspot.resolve("bin/java"), List.of("-XX:+UseShenandoahGC")))
                .as("without the uninformative line of the error")
                .hasValue("Option -XX:+UseShenandoahGC not supported");
        Path openJ9 = FakeJvm.OPENJ9.install(folder.resolve("j9"), "-XX:-IgnoreUnrecognizedXXColonOptions");
        assertThat(JvmProbe.problem(openJ9.resolve("bin/java"), List.of("-XX:+UseZGC")))
                .as("checked strictly")
                .isPresent();
        assertThat(JvmProbe.problem(Path.of("/bin/echo"), List.of("-x")).orElseThrow())
                .contains("is not a JVM");

        assertThat(JvmProbe.identify(Path.of("/bin/echo")).reason()).startsWith("/bin/echo is not a JVM: ");
        assertThat(JvmProbe.identify(folder.resolve("none")).reason()).contains("is not a JVM: ");
        Path silent = Files.writeString(folder.resolve("silent"), "#!/bin/sh\nexit 3\n");
        silent.toFile().setExecutable(true);
        assertThat(JvmProbe.identify(silent).reason()).endsWith("is not a JVM: no output");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HOTSPOT | gc.log          | -Xlog:gc*,safepoint=info:file="/r/gc.log":timenanos,uptimenanos,tags,tid \
            -XX:ErrorFile=/r/hs_err-%p.log
            HOTSPOT | gc-replayer.log | -Xlog:gc*,safepoint=info:file="/r/gc-replayer.log":timenanos,uptimenanos,tags,tid \
            -XX:ErrorFile=/r/hs_err-replayer-%p.log
            ZING    | gc.log          | -Xlog:gc,safepoint:/r/gc.log:timenanos,uptimenanos,tags,tid -XX:ErrorFile=/r/hs_err-%p.log
            OPENJ9  | gc.log          | -Xverbosegclog:/r/gc.log -Xdump:java:defaults:file=/r/javacore-%pid.%seq.txt
            OPENJ9  | gc-replayer.log | -Xverbosegclog:/r/gc-replayer.log \
            -Xdump:java:defaults:file=/r/javacore-replayer-%pid.%seq.txt
            OTHER   | gc.log          | ''
            """)
    void eachFamilyHasItsOwnLogFlags(JvmFamily family, String log, String flags) {
        assertThat(String.join(" ", family.logFlags(Path.of("/r", log)))).isEqualTo(flags);
    }

    private static String logFlags(Path java) {
        return String.join(" ", JvmProbe.logFlags(java, Path.of("/r/gc.log")));
    }

    @Test
    void logFlagsSuitTheVersion() throws Exception {
        String decorations = ":timenanos,uptimenanos,tags,tid";
        Path zing = FakeJvm.ZING.install(folder.resolve("zing"));
        assertThat(logFlags(zing.resolve("bin/java")))
                .isEqualTo("-Xlog:gc,safepoint:/r/gc.log" + decorations + " -XX:ErrorFile=/r/hs_err-%p.log");
        Path oldZing = FakeJvm.ZING.install(folder.resolve("old"), "-Xlog:gc,safepoint:stdout" + decorations);
        assertThat(logFlags(oldZing.resolve("bin/java")))
                .isEqualTo("-Xlog:gc,safepoint:/r/gc.log -XX:ErrorFile=/r/hs_err-%p.log");
        assertThat(logFlags(FakeJvm.HOTSPOT_8.install(folder.resolve("8")).resolve("bin/java")))
                .isEqualTo("-Xloggc:/r/gc.log -XX:+PrintGCDetails -XX:+PrintGCDateStamps"
                        + " -XX:+PrintGCApplicationStoppedTime -XX:ErrorFile=/r/hs_err-%p.log");
        assertThat(logFlags(FakeJvm.HOTSPOT_21.install(folder.resolve("21")).resolve("bin/java")))
                .startsWith("-Xlog:gc*")
                .endsWith(" -XX:ErrorFile=/r/hs_err-%p.log");
        assertThat(logFlags(Path.of("/bin/echo"))).isEmpty();
    }
}
