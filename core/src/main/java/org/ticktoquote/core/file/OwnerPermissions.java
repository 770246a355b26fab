package org.ticktoquote.core.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;

/**
 * Removes the permissions of group and others, because command lines, logs and prices of a run are private to its owner.
 *
 * <p>Never follows links. Leaves files of other users, and file systems without POSIX permissions, unchanged.
 */
public final class OwnerPermissions {
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private OwnerPermissions() {}

    /** Restricts everything in a folder, so that a copy of it stays private. */
    public static void restrictFiles(Path folder) {
        try {
            DirectoryTree.walk(folder, OwnerPermissions::restrict);
        } catch (IOException e) {
            throw Problem.of(folder).fault("cannot be read", e).failure(e);
        }
    }

    /** Restricts a file, or a folder itself, so that other users cannot reach its content. */
    public static void restrict(Path path) {
        @Nullable
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null || Files.isSymbolicLink(path)) {
            return;
        }
        try {
            Set<PosixFilePermission> found = view.readAttributes().permissions();
            Set<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
            kept.addAll(found);
            kept.retainAll(OWNERS);
            if (!kept.equals(found)) {
                view.setPermissions(kept);
            }
        } catch (NoSuchFileException gone) {
            // nothing left to protect
        } catch (IOException somebodyElses) {
            // owned by another user
        }
    }
}
