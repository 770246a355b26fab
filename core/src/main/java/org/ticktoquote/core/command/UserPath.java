package org.ticktoquote.core.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Checks paths that the user gave. A missing path, or a path of the wrong kind, is a wrong command line
 * ({@link ExitStatus#USAGE}). A missing permission is a fault of the host ({@link ExitStatus#ENVIRONMENT}). Does not check
 * content.
 */
public final class UserPath {
    private UserPath() {}

    /** Returns whether two paths lead to the same file, by their names or by links. */
    public static boolean same(Path one, Path other) {
        try {
            return one.toAbsolutePath()
                            .normalize()
                            .equals(other.toAbsolutePath().normalize())
                    || Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Requires an existing input, which can be a pipe but not a folder. */
    public static Path input(Path file) {
        requireThere(file, "file");
        if (Files.isDirectory(file)) {
            throw wrong(file, "is a folder, expected a file");
        }
        return readable(file);
    }

    /** Requires a regular file, for an input that is read more than once or from its middle. */
    public static Path regularInput(Path file) {
        input(file);
        if (!Files.isRegularFile(file)) {
            throw wrong(file, "is not a regular file, expected one; save the output of a pipe to a file first");
        }
        return file;
    }

    /** Requires a readable folder. */
    public static Path folder(Path folder) {
        requireThere(folder, "folder");
        if (!Files.isDirectory(folder)) {
            throw wrong(folder, "is a file, expected a folder");
        }
        return readable(folder);
    }

    /** Resolves links to their current target for writers, because {@code results/latest} is redirected when a run begins. */
    public static Path followed(Path folder) {
        Path followed = folder;
        try {
            while (Files.isSymbolicLink(followed)) {
                followed = followed.resolveSibling(Files.readSymbolicLink(followed));
            }
        } catch (IOException gone) {
            throw wrong(folder, "no such folder");
        }
        return followed;
    }

    /**
     * Requires a path where a file can be written, new or replaced. Its folder must exist, so that a typo does not create
     * one.
     */
    public static Path output(Path file) {
        requireWayTo(file);
        if (Files.isDirectory(file)) {
            throw wrong(file, "is a folder, expected the name of a file to write");
        }
        if (Files.exists(file) && !Files.isRegularFile(file) || isDevice(file)) {
            throw wrong(file, "is not a regular file, which t2q would replace");
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw wrong(
                    file,
                    Files.exists(folder)
                            ? folder + " is a file, expected a folder"
                            : "no such folder: " + folder + "; create it first: mkdir -p '" + folder + "'");
        }
        if (folder != null && !writable(folder)) {
            throw denied(file, "this user may not write to " + folder);
        }
        return file;
    }

    /**
     * Returns whether a path is a device or a stream of a process. Such a path can lead to a regular file but must not be
     * replaced.
     */
    private static boolean isDevice(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        return whole.startsWith("/proc") || whole.startsWith("/dev") && !whole.startsWith("/dev/shm");
    }

    /** Requires a folder that can be written or created. */
    public static Path outputFolder(Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        requireWayTo(existing);
        while (!Files.exists(existing) && existing.getParent() != null) {
            if (Files.isSymbolicLink(existing)) {
                throw wrong(folder, existing + " is a dangling link, expected a folder");
            }
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw wrong(folder, existing + " is a file, expected a folder");
        }
        if (!writable(existing)) {
            throw denied(folder, "this user may not write to " + existing);
        }
        return folder;
    }

    /** Writing to a folder also requires the permission to enter it. */
    private static boolean writable(Path folder) {
        return Files.isWritable(folder) && Files.isExecutable(folder);
    }

    private static void requireThere(Path path, String kind) {
        requireWayTo(path);
        if (!Files.exists(path)) {
            throw wrong(path, "no such " + kind);
        }
    }

    /** Refuses a path below a folder that this user cannot enter, because its existence is unknown. */
    public static void requireWayTo(Path path) {
        Path whole = path.toAbsolutePath().normalize();
        for (int depth = 1; depth < whole.getNameCount(); depth++) {
            Path folder = whole.getRoot().resolve(whole.subpath(0, depth));
            if (Files.isDirectory(folder) && !Files.isExecutable(folder)) {
                throw denied(path, "this user may not enter " + folder);
            }
        }
    }

    private static Path readable(Path path) {
        if (!Files.isReadable(path) || Files.isDirectory(path) && !Files.isExecutable(path)) {
            throw denied(path, "this user may not read it");
        }
        return path;
    }

    private static ProblemException wrong(Path path, String reason) {
        return Problem.of(path).fault(reason).exception();
    }

    private static ProblemException denied(Path path, String reason) {
        return Problem.of(path).fault(reason).exception(ExitStatus.ENVIRONMENT);
    }

    /** Returns this user's folder for data that t2q can recreate: below {@code XDG_CACHE_HOME}, or {@code ~/.cache}. */
    public static Path cache() {
        return home(System.getenv("XDG_CACHE_HOME"), ".cache").resolve("t2q");
    }

    /**
     * Returns this user's folder for data that t2q cannot recreate: below {@code XDG_STATE_HOME}, or {@code ~/.local/state}.
     */
    public static Path state() {
        return home(System.getenv("XDG_STATE_HOME"), ".local/state").resolve("tick-to-quote");
    }

    /** Ignores a relative path, as the XDG Base Directory Specification requires. */
    static Path home(@Nullable String configured, String standard) {
        boolean valid = configured != null && configured.startsWith("/");
        return valid ? Path.of(configured) : Path.of(System.getProperty("user.home"), standard);
    }
}
