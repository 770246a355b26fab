package org.ticktoquote.core.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A path that the user gave: one that is missing or of the wrong kind is a wrong command line ({@link ExitStatus#USAGE}),
 * one that must not be read a lack of the host ({@link ExitStatus#ENVIRONMENT}). What stands in it is for its reader to
 * judge.
 */
public final class UserPath {
    private UserPath() {}

    /** A file to read; anything but a folder will do, a pipe for example. */
    public static Path input(Path file) {
        requireThere(file, "file");
        if (Files.isDirectory(file)) {
            throw wrong(file, "is a folder, expected a file");
        }
        return readable(file);
    }

    /** A file that is read more than once, or from its middle: a pipe will not do. */
    public static Path regularInput(Path file) {
        input(file);
        if (!Files.isRegularFile(file)) {
            throw wrong(file, "is no regular file, expected one: what comes from a pipe is to be saved first");
        }
        return file;
    }

    /** A folder to read. */
    public static Path folder(Path folder) {
        requireThere(folder, "folder");
        if (!Files.isDirectory(folder)) {
            throw wrong(folder, "is a file, expected a folder");
        }
        return readable(folder);
    }

    /** The folder that a link leads to now, for who writes there: {@code results/latest} is turned when a run begins. */
    public static Path followed(Path folder) {
        Path followed = folder;
        try {
            while (Files.isSymbolicLink(followed)) {
                followed = followed.resolveSibling(Files.readSymbolicLink(followed));
            }
        } catch (IOException gone) {
            throw wrong(folder, "there is no such folder");
        }
        return followed;
    }

    /** A file to write, new or replaced; its folder must be there, so that a slip does not make one. */
    public static Path output(Path file) {
        requireWayTo(file);
        if (Files.isDirectory(file)) {
            throw wrong(file, "is a folder, expected the name of a file to write");
        }
        if (Files.exists(file) && !Files.isRegularFile(file) || isDevice(file)) {
            throw wrong(file, "is no regular file; it would be replaced");
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw wrong(
                    file,
                    Files.exists(folder)
                            ? folder + " is a file, expected a folder"
                            : "there is no folder " + folder + "; make it first: mkdir -p '" + folder + "'");
        }
        if (folder != null && !writable(folder)) {
            throw denied(file, "this user may not write to " + folder);
        }
        return file;
    }

    /** Whether it is a device or a stream of a process; such a name may lead to a file, and is to stay what it is. */
    private static boolean isDevice(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        return whole.startsWith("/proc") || whole.startsWith("/dev") && !whole.startsWith("/dev/shm");
    }

    /** A folder to write into; it is made later where it is missing, and what is there must be a folder. */
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

    /** To write to a folder is to enter it too. */
    private static boolean writable(Path folder) {
        return Files.isWritable(folder) && Files.isExecutable(folder);
    }

    private static void requireThere(Path path, String kind) {
        requireWayTo(path);
        if (!Files.exists(path)) {
            throw wrong(path, "there is no such " + kind);
        }
    }

    /** Refuses what lies in a folder that must not be entered: whether it is missing nobody knows. */
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
            throw denied(path, "must not be read by this user");
        }
        return path;
    }

    private static Refusal wrong(Path path, String reason) {
        return Problem.of(path).fault(reason).refusal();
    }

    private static Refusal denied(Path path, String reason) {
        return Problem.of(path).fault(reason).refusal(ExitStatus.ENVIRONMENT);
    }

    /** Where this program keeps what it can make again, for this user: below {@code XDG_CACHE_HOME}, or {@code ~/.cache}. */
    public static Path cache() {
        return home(System.getenv("XDG_CACHE_HOME"), ".cache").resolve("t2q");
    }

    /** Where this program keeps what it cannot make again, for this user: below {@code XDG_STATE_HOME}, or {@code ~/.local/state}. */
    public static Path state() {
        return home(System.getenv("XDG_STATE_HOME"), ".local/state").resolve("tick-to-quote");
    }

    /** As the specification of these variables has it: a path that is not absolute is to be ignored. */
    static Path home(@Nullable String configured, String standard) {
        boolean valid = configured != null && configured.startsWith("/");
        return valid ? Path.of(configured) : Path.of(System.getProperty("user.home"), standard);
    }
}
