package org.ticktoquote.harness.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A script that says what a JVM would say: what a JVM says of itself is all that telling them apart is based on. */
public record SayingJvm(String vendor, String vmName, String version) {
    public static final SayingJvm ZING = new SayingJvm("Azul Systems, Inc.", "Zing 64-Bit Tiered VM", "17.0.14");
    public static final SayingJvm OPENJ9 = new SayingJvm("Eclipse OpenJ9", "Eclipse OpenJ9 VM", "17.0.14");
    public static final SayingJvm HOTSPOT_8 =
            new SayingJvm("Oracle Corporation", "Java HotSpot(TM) 64-Bit Server VM", "1.8.0_202");
    public static final SayingJvm HOTSPOT_21 = new SayingJvm("Eclipse Adoptium", "OpenJDK 64-Bit Server VM", "21.0.2");

    /** Makes a home with {@code bin/java}; the flags are refused as HotSpot refuses a collector that it does not have. */
    public Path install(Path home, String... refused) throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        StringBuilder script = new StringBuilder("#!/bin/sh\n");
        for (String flag : List.of(refused)) {
            script.append("for f in \"$@\"; do [ \"$f\" != '")
                    .append(flag)
                    .append("' ] || {\n")
                    .append("echo 'Error occurred during initialization of VM'\necho 'Option ")
                    .append(flag)
                    .append(" not supported'\nexit 1\n}; done\n");
        }
        script.append("cat >&2 <<'END'\nProperty settings:\n")
                .append("    java.home = ")
                .append(home)
                .append('\n')
                .append("    java.vendor = ")
                .append(vendor)
                .append('\n')
                .append("    java.version = ")
                .append(version)
                .append('\n')
                .append("    java.vm.name = ")
                .append(vmName)
                .append('\n')
                .append("    java.vm.version = ")
                .append(version)
                .append("+1\n")
                .append("    java.class.path = \n\nopenjdk version \"")
                .append(version)
                .append("\"\nEND\n");
        Files.writeString(java, script);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }
}
