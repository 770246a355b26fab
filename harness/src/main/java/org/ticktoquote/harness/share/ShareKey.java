package org.ticktoquote.harness.share;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.fingerprint.Fingerprint;

/**
 * What must be the same for one run's figures to say something about another's.
 *
 * @param host the product and the fingerprint of the machine with its kernel, tuning and Java
 * @param load everything that the harness does in a run, and nothing that the application does
 */
record ShareKey(String host, String load) {
    static ShareKey of(RunPlan plan, RunManifest manifest) {
        Map<String, String> host = new LinkedHashMap<>();
        host.put("product", manifest.about().product());
        host.put("host", manifest.observed().host().getOrDefault(Fingerprint.FACT, ""));
        return new ShareKey(new Fingerprint(host).hash(), new Fingerprint(load(plan, manifest)).hash());
    }

    private static Map<String, String> load(RunPlan plan, RunManifest manifest) {
        RunManifest.Replay replay = manifest.replay();
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("recording", manifest.recording().sha256());
        lines.put("window", replay.fromNs() + ".." + replay.toNs() + " at " + replay.speed());
        lines.put("feed", replay.feed().replaceFirst(":.*", ""));
        lines.put(
                "sessions",
                manifest.sessions().stream()
                        .map(SessionPlan::instruments)
                        .toList()
                        .toString());
        lines.put("replayer", plan.input().options().toString());
        lines.put("clients", plan.sessions().options().toString());
        if (plan.threads().managed()) {
            lines.put("threads", plan.threads().text());
        }
        return lines;
    }
}
