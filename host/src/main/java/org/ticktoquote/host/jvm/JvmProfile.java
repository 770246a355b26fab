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
 * JVM that cases refer to by name, with its location or identifying properties, and its flags. Cases of the profile never
 * run on a JVM that does not match.
 *
 * @param name profile name
 * @param home its location; empty for the first match on this host
 * @param family required family; null for any
 * @param vendor accepted {@code java.vendor} values; {@code *} matches any text; empty for any vendor
 * @param vmName accepted {@code java.vm.name} values, in the same format
 * @param version accepted {@code java.version} values, in the same format, or feature releases such as 17
 * @param flags JVM flags, placed before the flags of a case
 * @param warmUp run options that this JVM needs, by name without dashes
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
    /** Name of the profile of t2q's own JVM. */
    public static final String OWN = "own";

    public JvmProfile {
        vendor = List.copyOf(vendor);
        vmName = List.copyOf(vmName);
        version = List.copyOf(version);
        flags = List.copyOf(flags);
        warmUp = new TreeMap<>(warmUp);
    }

    /** Creates a profile that requires only a family. */
    public static JvmProfile of(String name, @Nullable JvmFamily family) {
        return new JvmProfile(name, "", family, List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    /** Creates a profile for one specific JVM. */
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

    /** Returns the profiles that need no declaration: t2q's own JVM, and the families. */
    public static List<JvmProfile> builtIn() {
        return List.of(
                of(OWN, (JvmFamily) null),
                of("hotspot", JvmFamily.HOTSPOT),
                of("zing", JvmFamily.ZING),
                of("openj9", JvmFamily.OPENJ9));
    }

    /** Returns the family that a profile name implies: {@code zing-25} is a Zing. */
    public static Optional<JvmFamily> promised(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(JvmFamily.values())
                .filter(family -> family != JvmFamily.OTHER && lower.contains(family.key()))
                .findFirst();
    }

    /** Returns why a JVM does not match this profile; empty if it matches. */
    Optional<String> problem(Jvm jvm) {
        if (family != null && jvm.family() != family) {
            return Optional.of("its name is " + jvm.vmName() + ", expected " + family.title());
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

    /** Describes the requirements for users. */
    String description() {
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
