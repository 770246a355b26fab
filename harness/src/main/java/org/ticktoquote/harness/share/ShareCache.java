package org.ticktoquote.harness.share;

import java.nio.file.Path;
import java.util.Optional;
import org.ticktoquote.analysis.audit.NullResponseFile;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.run.RunPlan;

/**
 * Null responses by host and load in the user's cache folder, and the copy that a run gets of the one that fits it: a run
 * that is analysed again later finds the same figure.
 */
public final class ShareCache {
    private final Path folder;

    ShareCache(Path folder) {
        this.folder = folder;
    }

    /** The one of this user: below {@code XDG_CACHE_HOME}, or {@code ~/.cache}. */
    public static ShareCache ofUser() {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path home = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return new ShareCache(home.resolve("t2q").resolve("harness-share"));
    }

    /**
     * Puts what fits into a run's directory, if there is anything.
     *
     * @param fresh measured just before this run, which replaces what was known
     */
    public void provide(RunPlan plan, RunManifest manifest, Optional<NullResponder.Measured> fresh) {
        if (!plan.hosts().local()) {
            return; // what is known was measured on one host
        }
        ShareKey key = ShareKey.of(plan, manifest);
        Path file = folder.resolve(key.host() + "-" + key.load() + ".json");
        fresh.map(measured -> measured.response(key.host(), key.load()))
                .ifPresent(response -> NullResponseFile.write(file, response));
        Optional<NullResponse> known = NullResponseFile.read(file);
        known.ifPresent(response -> NullResponseFile.copy(plan.directory().path(), manifest.identity(), response));
    }
}
