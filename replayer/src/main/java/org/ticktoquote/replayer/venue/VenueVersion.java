package org.ticktoquote.replayer.venue;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A version of FIX as configuration files name it. */
enum VenueVersion {
    FIX_4_2("FIX.4.2"),
    FIX_4_3("FIX.4.3"),
    FIX_4_4("FIX.4.4"),
    FIX_5_0("FIX.5.0"),
    FIX_5_0_SP1("FIX.5.0SP1"),
    FIX_5_0_SP2("FIX.5.0SP2");

    private final String text;

    VenueVersion(String text) {
        this.text = text;
    }

    /** The version of a text; null when there is none. */
    static @Nullable VenueVersion of(String text) {
        return Arrays.stream(values())
                .filter(version -> version.text.equals(text))
                .findFirst()
                .orElse(null);
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(VenueVersion::toString).toList();
    }

    /** Whether sessions are FIXT.1.1, and say the version of their messages at logon. */
    boolean overFixt() {
        return compareTo(FIX_5_0) >= 0;
    }

    /** BeginString (8). */
    String beginString() {
        return overFixt() ? "FIXT.1.1" : text;
    }

    @Override
    public String toString() {
        return text;
    }
}
