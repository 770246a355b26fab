package org.ticktoquote.harness.share;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.harness.run.RunPlan;

/** What must be the same for one run's figures to say something about another's: 16 hexadecimal digits. */
final class Fingerprint {
    /** What makes a machine another one; facts that change from run to run are not among them. */
    private static final List<String> HOST_FACTS = List.of(
            "kernel", "kernelVersion", "architecture", "cpus", "cpuModel", "memory", "clockSource", "harnessJava");

    private static final int DIGITS = 16;

    private Fingerprint() {}

    /** Of the machine, its kernel, its Java and the product. */
    static String ofHost(RunManifest manifest) {
        List<String> parts = new ArrayList<>();
        parts.add(manifest.product());
        Map<String, String> host = manifest.host();
        HOST_FACTS.forEach(fact -> parts.add(host.getOrDefault(fact, "")));
        return digits(parts);
    }

    /** Of everything that the harness does in a run, and nothing that the application does. */
    static String ofLoad(RunManifest manifest, RunPlan plan) {
        List<String> parts = new ArrayList<>();
        RunManifest.Replay replay = manifest.replay();
        parts.add(manifest.recording().sha256());
        parts.add(replay.fromNs() + " " + replay.toNs() + " " + replay.speed());
        parts.add(replay.feed().replaceFirst(":.*", ""));
        manifest.sessions().stream()
                .map(SessionPlan::instruments)
                .forEach(instruments -> parts.add(instruments.toString()));
        parts.addAll(plan.replayerOptions());
        parts.add("clients");
        parts.addAll(plan.clientOptions());
        return digits(parts);
    }

    private static String digits(List<String> parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            parts.forEach(part -> {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) '\n');
            });
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
