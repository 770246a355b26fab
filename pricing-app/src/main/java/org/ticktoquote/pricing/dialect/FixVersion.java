package org.ticktoquote.pricing.dialect;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A version of FIX that sessions are held in; 5.0 and later over FIXT.1.1. */
public enum FixVersion {
    FIX_42("FIX.4.2", null),
    FIX_43("FIX.4.3", null),
    FIX_44("FIX.4.4", null),
    FIX_50("FIX.5.0", "7"),
    FIX_50_SP1("FIX.5.0SP1", "8"),
    FIX_50_SP2("FIX.5.0SP2", "9");

    /** What stands for the last one, too, as it always did. */
    private static final String TRANSPORT = "FIXT.1.1";

    private final String text;
    private final @Nullable String applicationVersion;

    FixVersion(String text, @Nullable String applicationVersion) {
        this.text = text;
        this.applicationVersion = applicationVersion;
    }

    /** Null when there is no such version. */
    public static @Nullable FixVersion of(String text) {
        return text.equals(TRANSPORT)
                ? FIX_50_SP2
                : Arrays.stream(values())
                        .filter(version -> version.text.equals(text))
                        .findFirst()
                        .orElse(null);
    }

    /** As options and QuickFIX/J name them. */
    public static List<String> names() {
        return Arrays.stream(values()).map(version -> version.text).toList();
    }

    /** As QuickFIX/J names it, {@code FIX.5.0SP1}. */
    public String text() {
        return text;
    }

    /** BeginString (8). */
    public String beginString() {
        return applicationVersion == null ? text : TRANSPORT;
    }

    /** ApplVerID (1128); null where BeginString says it all. */
    public @Nullable String applicationVersion() {
        return applicationVersion;
    }
}
