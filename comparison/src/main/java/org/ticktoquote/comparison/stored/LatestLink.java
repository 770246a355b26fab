package org.ticktoquote.comparison.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * Symbolic link {@code results/latest} to the newest run or matrix in that folder. Only a link to a sibling is replaced or
 * removed; any other file of that name is kept.
 */
public final class LatestLink {
    /** Folder of runs without an explicit directory. */
    public static final Path RESULTS = Path.of("results");

    static final String NAME = "latest";

    private LatestLink() {}

    /**
     * Atomically points the link to a directory. No effect if the directory is not in the results folder, or if another
     * kind of file has the name.
     */
    public static void point(Path directory) {
        Path whole = directory.toAbsolutePath().normalize();
        Path folder = whole.getParent();
        if (folder != null && folder.equals(RESULTS.toAbsolutePath().normalize())) {
            point(folder, whole.getFileName());
        }
    }

    static void point(Path folder, Path name) {
        Path link = folder.resolve(NAME);
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !ours(link)) {
            return;
        }
        Path next = folder.resolve("." + NAME + "." + ProcessHandle.current().pid());
        try {
            Files.deleteIfExists(next);
            Files.createSymbolicLink(next, name);
            Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UnsupportedOperationException noLinksHere) {
            next.toFile().delete(); // the link is optional
        }
    }

    /**
     * Repairs a link whose target is missing or a removed result: points it to the newest result, or removes it.
     *
     * @param removed removed results, whose directories can still exist with foreign files
     */
    public static void repair(Path folder, List<StoredResult> removed) throws IOException {
        Path link = folder.resolve(NAME);
        if (!ours(link) || Files.exists(link) && !leadsToAny(link, removed)) {
            return;
        }
        Optional<StoredResult> newest = StoredResult.in(folder).stream().findFirst();
        if (newest.isPresent()) {
            point(folder, newest.get().path().getFileName());
        } else {
            Files.deleteIfExists(link);
        }
    }

    /** Returns whether the link points to a removed result. A result in use by another process was not removed. */
    private static boolean leadsToAny(Path link, List<StoredResult> removed) throws IOException {
        Path name = Files.readSymbolicLink(link).getFileName();
        return removed.stream()
                .map(StoredResult::path)
                .anyMatch(path ->
                        path.getFileName().equals(name) && StoredResult.of(path).isEmpty());
    }

    /** Returns whether a file is a link to a sibling. */
    private static boolean ours(Path link) {
        try {
            return Files.isSymbolicLink(link)
                    && Files.readSymbolicLink(link).getNameCount() == 1
                    && !Files.readSymbolicLink(link).isAbsolute();
        } catch (IOException gone) {
            return false;
        }
    }
}
