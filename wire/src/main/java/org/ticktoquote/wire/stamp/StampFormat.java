package org.ticktoquote.wire.stamp;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;

/** Sources of frame times, by the names that {@code --stamps} accepts. */
public enum StampFormat {
    /** The capture's own time. */
    KERNEL,
    /** Key frames, and 31 bits of a tick counter at the end of each frame. */
    ARISTA_7150,
    /** Like {@link #ARISTA_7150} with all 32 bits, as in older firmware and the ExaLINK Fusion. */
    ARISTA_7150_32,
    /** Header after the source address, EtherType 0xD28B. */
    ARISTA_7280,
    /** Trailer of Arista 7130 MetaWatch, formerly Metamako. */
    METAWATCH,
    /** MetaWatch trailer without extensions. */
    CPACKET,
    /** Trailer of Exablaze and Cisco Nexus 3550. */
    EXABLAZE,
    /** Trailer of VSS Monitoring. */
    VSS,
    /** VSS trailer of APCON. */
    APCON;

    private static final String AUTO = "auto";

    /** Returns the name in options and reports. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the format of a name; empty for {@code auto}. Other names are refused. */
    public static Optional<StampFormat> ordered(String name) {
        List<String> names = Arrays.stream(values()).map(StampFormat::text).toList();
        if (!name.equals(AUTO) && !names.contains(name)) {
            String known = AUTO + ", " + String.join(", ", names);
            throw Problem.ofValue(name).expected(known).exception();
        }
        return name.equals(AUTO) ? Optional.empty() : Optional.of(values()[names.indexOf(name)]);
    }

    boolean hasKeyFrames() {
        return this == ARISTA_7150 || this == ARISTA_7150_32;
    }

    /** Returns whether the frame's own FCS precedes the stamp. */
    boolean keepsFcs() {
        return this == METAWATCH || this == CPACKET || this == EXABLAZE;
    }
}
