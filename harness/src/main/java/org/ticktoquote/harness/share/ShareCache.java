package org.ticktoquote.harness.share;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.analysis.audit.NullResponseFile;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.OptionArguments;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.fingerprint.Fingerprint;

/**
 * Cache of null responses by host and load, in the user's cache folder. Copies the matching response into each run, so that a
 * later analysis finds the same figure.
 */
public final class ShareCache {
    private final Path folder;

    ShareCache(Path folder) {
        this.folder = folder;
    }

    /** Cache of this user: below {@code XDG_CACHE_HOME}, or {@code ~/.cache}. */
    private static ShareCache ofUser() {
        return new ShareCache(UserPath.cache().resolve("harness-share"));
    }

    /**
     * Provides a measured run with a null response from this user's cache. Failures of the cache do not fail the run.
     *
     * @return reason for a failure; empty if there is none
     */
    public static Optional<String> provide(RunPlan plan, Run.Outcome outcome, Optional<NullResponder.Measured> fresh) {
        try {
            outcome.manifest()
                    .filter(any -> outcome.measured())
                    .ifPresent(manifest -> ofUser().provide(plan, manifest, fresh));
            return Optional.empty();
        } catch (ProblemException unusable) {
            return Optional.of("no harness share: " + unusable.getMessage());
        }
    }

    /**
     * Copies the matching null response into a run's directory, if there is one.
     *
     * @param fresh result measured just before this run; replaces the cached one
     */
    void provide(RunPlan plan, RunManifest manifest, Optional<NullResponder.Measured> fresh) {
        if (!plan.hosts().local()) {
            return; // cached results were measured on one host
        }
        String host = host(manifest);
        String load = load(plan, manifest);
        Path file = folder.resolve(host + "-" + load + ".json");
        fresh.map(measured -> measured.response(host, load))
                .ifPresent(response -> NullResponseFile.write(file, response));
        Optional<NullResponse> known = NullResponseFile.read(file);
        known.ifPresent(response -> NullResponseFile.copy(plan.directory().path(), manifest.identity(), response));
    }

    /** Returns the hash of the product and of the machine's fingerprint, which covers kernel, tuning and Java. */
    private static String host(RunManifest manifest) {
        Map<String, String> host = new LinkedHashMap<>();
        host.put("product", manifest.about().product());
        host.put("host", manifest.observed().host().getOrDefault(Fingerprint.FACT, ""));
        return new Fingerprint(host).hash();
    }

    /** Returns the hash of everything that determines the harness's work in a run, and of nothing about the application. */
    private static String load(RunPlan plan, RunManifest manifest) {
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
        lines.put("replayer", OptionArguments.of(plan.input().sender()).toString());
        lines.put("clients", OptionArguments.of(plan.sessions().options()).toString());
        if (plan.threads().managed()) {
            lines.put("threads", plan.threads().text());
        }
        return new Fingerprint(lines).hash();
    }
}
