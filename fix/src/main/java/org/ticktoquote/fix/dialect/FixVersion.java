package org.ticktoquote.fix.dialect;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FIX version. Versions 5.0 and later run over FIXT.1.1. */
public enum FixVersion {
    FIX_42("FIX.4.2", null),
    FIX_43("FIX.4.3", null),
    FIX_44("FIX.4.4", null),
    FIX_50("FIX.5.0", "7"),
    FIX_50_SP1("FIX.5.0SP1", "8"),
    FIX_50_SP2("FIX.5.0SP2", "9");

    /** BeginString (8) of FIX 5.0 and later. The Logon gives the version of the messages. */
    public static final String TRANSPORT = "FIXT.1.1";

    private final String text;
    private final @Nullable String applicationVersion;

    FixVersion(String text, @Nullable String applicationVersion) {
        this.text = text;
        this.applicationVersion = applicationVersion;
    }

    /** Returns the version with this text, or null. */
    public static @Nullable FixVersion of(String text) {
        return Arrays.stream(values())
                .filter(version -> version.text.equals(text))
                .findFirst()
                .orElse(null);
    }

    /** Returns the names of all versions, as used in configuration files, options and QuickFIX/J. */
    public static List<String> names() {
        return Arrays.stream(values()).map(FixVersion::text).toList();
    }

    /** Returns the name, such as {@code FIX.5.0SP1}. */
    public String text() {
        return text;
    }

    public boolean overFixt() {
        return applicationVersion != null;
    }

    public String beginString() {
        return overFixt() ? TRANSPORT : text;
    }

    /** Returns the ApplVerID (1128), or null before FIX 5.0. */
    public @Nullable String applicationVersion() {
        return applicationVersion;
    }
}
