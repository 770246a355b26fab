package org.ticktoquote.wire.stamp;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;

/** Sources of the time of a frame, by the names that {@code --stamps} takes. */
public enum StampFormat {
    /** The capture's own time. */
    KERNEL,
    /** Key frames, and 31 bits of a tick counter at the end of each frame. */
    ARISTA_7150,
    /** The same with all 32 bits, as older firmware and the ExaLINK Fusion have it. */
    ARISTA_7150_32,
    /** A header after the source address, EtherType 0xD28B. */
    ARISTA_7280,
    /** A trailer of Arista 7130 MetaWatch, formerly Metamako. */
    METAWATCH,
    /** The same trailer without extensions. */
    CPACKET,
    /** A trailer of Exablaze and Cisco Nexus 3550. */
    EXABLAZE,
    /** A trailer of VSS Monitoring. */
    VSS,
    /** The same trailer, of APCON. */
    APCON;

    private static final String AUTO = "auto";

    /** Returns the name in options and reports. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the format of a name, or nothing for {@code auto}; any other name is refused. */
    public static Optional<StampFormat> ordered(String name) {
        Map<String, StampFormat> formats = new LinkedHashMap<>();
        Arrays.stream(values()).forEach(format -> formats.put(format.text(), format));
        if (!name.equals(AUTO) && !formats.containsKey(name)) {
            throw Problem.ofValue(name)
                    .expected(AUTO + ", " + String.join(", ", formats.keySet()))
                    .refusal();
        }
        return Optional.ofNullable(formats.get(name));
    }

    boolean hasKeyFrames() {
        return this == ARISTA_7150 || this == ARISTA_7150_32;
    }

    /** Whether the frame's own FCS is before the stamp. */
    boolean keepsFcs() {
        return this == METAWATCH || this == CPACKET || this == EXABLAZE;
    }
}
