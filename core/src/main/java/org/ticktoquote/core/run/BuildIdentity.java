package org.ticktoquote.core.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Version and commit of the build, from the manifest of {@code t2q.jar}.
 *
 * @param version {@code development} outside the jar
 * @param commit commit id of the sources, followed by {@code -dirty} if files had changed since. {@code unknown} for a
 *     build outside git, and outside the jar
 */
public record BuildIdentity(String version, String commit) {
    static final String TITLE = "tick-to-quote";
    static final String COMMIT_ATTRIBUTE = "Implementation-Commit";
    private static final String UNKNOWN = "unknown";
    private static final BuildIdentity NONE = new BuildIdentity("development", UNKNOWN);
    /** Read from the open jar once, because the file can be replaced while the process runs. */
    private static final BuildIdentity OWN = read();

    public static BuildIdentity own() {
        return OWN;
    }

    private static BuildIdentity read() {
        try (InputStream manifest = BuildIdentity.class.getClassLoader().getResourceAsStream(JarFile.MANIFEST_NAME)) {
            return of(manifest);
        } catch (IOException unreadable) {
            return NONE;
        }
    }

    /** Returns version and commit, such as {@code 0.1.0 (commit 1a2b3c4d5e6f)}. */
    public String description() {
        return version + " (commit " + commit + ")";
    }

    /** Returns the identity in a manifest, or {@link #NONE} if it is missing or belongs to another product. */
    static BuildIdentity of(@Nullable InputStream manifest) throws IOException {
        if (manifest == null) {
            return NONE;
        }
        Attributes attributes = new Manifest(manifest).getMainAttributes();
        if (!TITLE.equals(attributes.getValue(Attributes.Name.IMPLEMENTATION_TITLE))) {
            return NONE;
        }
        String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        String commit = attributes.getValue(COMMIT_ATTRIBUTE);
        return new BuildIdentity(
                version == null ? NONE.version() : version, commit == null || commit.isBlank() ? UNKNOWN : commit);
    }
}
