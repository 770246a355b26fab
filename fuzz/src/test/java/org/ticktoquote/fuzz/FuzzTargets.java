package org.ticktoquote.fuzz;

import java.util.Map;
import java.util.TreeMap;

/** All targets by name; the name is also that of a target's folder in the corpus. */
public final class FuzzTargets {
    private static final Map<String, FuzzTarget> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("recording", new RecordingTarget()),
            Map.entry("import-lean", ImportTarget.LEAN),
            Map.entry("import-truefx", ImportTarget.TRUEFX),
            Map.entry("import-dotted", ImportTarget.DOTTED),
            Map.entry("import-csv", ImportTarget.CSV),
            Map.entry("import-histdata", ImportTarget.HISTDATA),
            Map.entry("import-gzip", ImportTarget.GZIP),
            Map.entry("import-utf16", ImportTarget.UTF_16),
            Map.entry("import-zip", ImportTarget.ZIP),
            Map.entry("import-bi5", ImportTarget.BI5),
            Map.entry("import-bi5-records", ImportTarget.BI5_RECORDS)));

    private FuzzTargets() {}

    static Map<String, FuzzTarget> all() {
        return ALL;
    }

    /** The target of a name; one that is not there is a mistake of whoever calls. */
    static FuzzTarget of(String name) {
        FuzzTarget target = ALL.get(name);
        if (target == null) {
            throw new IllegalArgumentException("no target '" + name + "': expected one of " + ALL.keySet());
        }
        return target;
    }
}
