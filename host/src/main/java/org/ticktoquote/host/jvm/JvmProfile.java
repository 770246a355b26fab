package org.ticktoquote.host.jvm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.Wildcard;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;

/**
 * A JVM that cases name: where it is or how it is recognised, and how it is started. A JVM is what it says it is: one that
 * does not match is never run under the profile's name.
 *
 * @param name of the profile
 * @param home where it is; empty: the first one of this host that matches
 * @param family it must be of; null: any
 * @param vendor what {@code java.vendor} must match: texts with {@code *} for anything, one of which must; empty: any
 * @param vmName the same of {@code java.vm.name}
 * @param version the same of {@code java.version}, or a feature release as 17
 * @param flags before those of a case
 * @param warmUp options of a run that this JVM needs otherwise, by name without dashes
 */
public record JvmProfile(
        String name,
        String home,
        @Nullable JvmFamily family,
        List<String> vendor,
        List<String> vmName,
        List<String> version,
        List<String> flags,
        Map<String, String> warmUp) {
    /** Of the JVM that runs t2q itself. */
    public static final String OWN = "own";

    public JvmProfile {
        vendor = List.copyOf(vendor);
        vmName = List.copyOf(vmName);
        version = List.copyOf(version);
        flags = List.copyOf(flags);
        warmUp = new TreeMap<>(warmUp);
    }

    /** A profile that asks for nothing but a family. */
    public static JvmProfile of(String name, @Nullable JvmFamily family) {
        return new JvmProfile(name, "", family, List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    /** A profile that means one JVM. */
    public static JvmProfile of(String name, Jvm jvm) {
        return new JvmProfile(
                name,
                jvm.home(),
                jvm.family() == JvmFamily.OTHER ? null : jvm.family(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
    }

    /** Profiles that need not be declared: the JVM of t2q itself, and the families. */
    public static List<JvmProfile> builtIn() {
        return List.of(
                of(OWN, (JvmFamily) null),
                of("hotspot", JvmFamily.HOTSPOT),
                of("zing", JvmFamily.ZING),
                of("openj9", JvmFamily.OPENJ9));
    }

    /** The family that a profile's name promises: {@code zing-25} is a Zing. */
    public static Optional<JvmFamily> promised(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(JvmFamily.values())
                .filter(family -> family != JvmFamily.OTHER && lower.contains(family.key()))
                .findFirst();
    }

    /** Why a JVM is not what this profile means; empty when it is. */
    Optional<String> objection(Jvm jvm) {
        if (family != null && jvm.family() != family) {
            return Optional.of("it says that it is " + jvm.vmName() + ", expected " + family.title());
        }
        if (!matches(vmName, jvm.vmName())) {
            return Optional.of("its VM is " + jvm.vmName() + ", expected " + String.join(" or ", vmName));
        }
        if (!matches(vendor, jvm.vendor())) {
            return Optional.of("its vendor is " + jvm.vendor() + ", expected " + String.join(" or ", vendor));
        }
        if (!matches(version, jvm.version()) && !version.contains(Integer.toString(jvm.feature()))) {
            return Optional.of("its version is " + jvm.version() + ", expected " + String.join(" or ", version));
        }
        return Optional.empty();
    }

    private static boolean matches(List<String> patterns, String text) {
        return patterns.isEmpty() || Wildcard.anyMatches(patterns, text);
    }

    /** What it asks for, for people. */
    String words() {
        StringBuilder words = new StringBuilder(family == null ? "JVM" : family.title() + " JVM");
        if (!vmName.isEmpty()) {
            words.append(" named ").append(String.join(" or ", vmName));
        }
        if (!vendor.isEmpty()) {
            words.append(" of ").append(String.join(" or ", vendor));
        }
        if (!version.isEmpty()) {
            words.append(" of version ").append(String.join(" or ", version));
        }
        return words.toString();
    }
}
