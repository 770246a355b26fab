package org.ticktoquote.fuzz;

import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.hiccup.HiccupRecord;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/** All targets by name, which is also the name of a target's folder in the corpus. */
public final class FuzzTargets {
    private static final Map<String, FuzzTarget> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("aeron-address", new AeronTarget()),
            Map.entry("recording", new RecordingTarget()),
            Map.entry("capture", new CaptureTarget()),
            Map.entry("stamps", new StampTarget()),
            Map.entry("payload-capture", PayloadTarget.CAPTURE),
            Map.entry("payload-yaml", PayloadTarget.DECLARED),
            Map.entry("fix", new TapTarget()),
            Map.entry("first-message", new FirstMessageTarget()),
            Map.entry("pricing-options", new PricingTarget()),
            Map.entry("streams", new StreamTarget()),
            Map.entry("venue-messages", new VenueTarget()),
            Map.entry("venue-dictionary", new DictionaryTarget()),
            Map.entry("run-json", new RunTarget("run.json", 0)),
            Map.entry("run-ticks", new RunTarget("ticks.journal", TickRecord.LENGTH)),
            Map.entry("run-quotes", new RunTarget("quotes-00.journal", SnapshotRecord.LENGTH)),
            Map.entry("run-hiccups", new RunTarget("hiccups-clients.journal", HiccupRecord.LENGTH)),
            Map.entry("run-audit", new RunTarget("audit-clients.jsonl", 0)),
            Map.entry("run-gc", new RunTarget("gc-clients.log", 0)),
            Map.entry("jvm-log", EvidenceTarget.JVM_LOG),
            Map.entry("uptime-log", EvidenceTarget.UPTIME_LOG),
            Map.entry("verbose-gc-log", EvidenceTarget.VERBOSE_GC_LOG),
            Map.entry("kernel-trace", EvidenceTarget.KERNEL_TRACE),
            Map.entry("application-evidence", EvidenceTarget.APPLICATION),
            Map.entry("run-summary", new MatrixTarget(SmallMatrix.RUN + "/summary.json")),
            Map.entry("run-statistics", new MatrixTarget(SmallMatrix.RUN + "/statistics.json")),
            Map.entry("run-curves", new MatrixTarget(SmallMatrix.RUN + "/curves.json")),
            Map.entry("matrix-json", new MatrixTarget(MatrixRecord.FILE)),
            Map.entry("gate-ledger", new GateMemoryTarget(SmallMatrix.only("ledger"))),
            Map.entry("gate-history", new GateMemoryTarget(SmallMatrix.only("history"))),
            Map.entry("histogram-log", HistogramTarget.LOG),
            Map.entry("histogram-table", HistogramTarget.TABLE),
            Map.entry("service-level", TextTarget.SERVICE_LEVEL),
            Map.entry("yaml-policy", TextTarget.POLICY),
            Map.entry("yaml-matrix", TextTarget.MATRIX),
            Map.entry("yaml-threads", TextTarget.THREADS),
            Map.entry("yaml-hosts", TextTarget.HOSTS),
            Map.entry("yaml-sessions", TextTarget.SESSIONS),
            Map.entry("yaml-clients", TextTarget.PLANS),
            Map.entry("yaml-venues", TextTarget.VENUES),
            Map.entry("import-lean", ImportTarget.LEAN),
            Map.entry("import-truefx", ImportTarget.TRUEFX),
            Map.entry("import-dotted", ImportTarget.DOTTED),
            Map.entry("import-csv", ImportTarget.CSV),
            Map.entry("import-mt5", ImportTarget.MT5),
            Map.entry("import-named", ImportTarget.NAMED),
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

    /** Returns the target with the name; throws {@link IllegalArgumentException} if there is none. */
    static FuzzTarget of(String name) {
        FuzzTarget target = ALL.get(name);
        if (target == null) {
            throw new IllegalArgumentException("no target '" + name + "': expected one of " + ALL.keySet());
        }
        return target;
    }
}
