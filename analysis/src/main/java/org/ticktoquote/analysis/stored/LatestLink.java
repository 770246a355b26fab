package org.ticktoquote.analysis.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * {@code results/latest}: a symbolic link to the newest run or matrix of that folder. Only a link of this very form is ever
 * replaced or removed; what else has the name stays.
 */
public final class LatestLink {
    /** Where runs go that are given no directory. */
    public static final Path RESULTS = Path.of("results");

    static final String NAME = "latest";

    private LatestLink() {}

    /** Points at a directory if it is one of the results, and anything of ours or nothing has the name; at once, or not at all. */
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
            next.toFile().delete(); // a convenience: the run does not depend on it
        }
    }

    /**
     * Where nothing is behind the link any more, or a directory that was a result until now: points it at the newest result
     * that is there, or removes it.
     *
     * @param removed results whose directories may stay with what others wrote
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

    /** To one that is none any more: what another process had was not removed. */
    private static boolean leadsToAny(Path link, List<StoredResult> removed) throws IOException {
        Path name = Files.readSymbolicLink(link).getFileName();
        return removed.stream()
                .map(StoredResult::path)
                .anyMatch(path ->
                        path.getFileName().equals(name) && StoredResult.of(path).isEmpty());
    }

    /** A link to a neighbour. */
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
