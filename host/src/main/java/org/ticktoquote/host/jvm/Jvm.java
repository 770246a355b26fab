package org.ticktoquote.host.jvm;

import java.nio.file.Path;
import java.util.List;

/**
 * A Java installation as it describes itself.
 *
 * @param home its {@code java.home}, without symbolic links
 * @param vendor {@code java.vendor}
 * @param vmName {@code java.vm.name}
 * @param version {@code java.version}
 * @param build {@code java.vm.version}: what tells two builds of a version apart
 * @param family by the name of its VM
 */
public record Jvm(String home, String vendor, String vmName, String version, String build, JvmFamily family) {
    /** The first release of HotSpot with unified logging. */
    private static final int FIRST_UNIFIED = 9;

    /** The executable. */
    public Path java() {
        return Path.of(home, "bin", "java");
    }

    /** The feature release, as 17 or, of {@code 1.8.0_392}, 8; 0 where the version is none. */
    public int feature() {
        String[] parts = version.split("[^0-9]+", -1);
        String first = parts[0].equals("1") && parts.length > 1 ? parts[1] : parts[0];
        return first.matches("[0-9]{1,4}") ? Integer.parseInt(first) : 0;
    }

    /** The flags with which it logs collections and other stops into a file; before Java 9 HotSpot had others. */
    public List<String> logFlags(Path file) {
        boolean unified = family != JvmFamily.HOTSPOT || feature() == 0 || feature() >= FIRST_UNIFIED;
        return unified
                ? family.logFlags(file)
                : List.of(
                        "-Xloggc:" + file,
                        "-XX:+PrintGCDetails",
                        "-XX:+PrintGCDateStamps",
                        "-XX:+PrintGCApplicationStoppedTime",
                        JvmFamily.errorFile(file));
    }

    /** In one line for people. */
    public String words() {
        return vmName + " " + version + " (" + vendor + ") in " + home;
    }
}
