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
 * Takes the rights of group and others: command lines, logs and prices of a run are its owner's business.
 *
 * <p>Links are never followed; what belongs to somebody else, and file systems without such rights, stay as they are.
 */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private OwnerOnly() {}

    /** Of a folder itself: nobody else reaches what is in it. */
    public static void folder(Path folder) {
        restrict(folder);
    }

    /** Of everything in a folder, so that a copy of it tells no more than the folder does. */
    public static void files(Path folder) {
        try {
            FolderTree.walk(folder, OwnerOnly::restrict);
        } catch (IOException e) {
            throw Problem.of(folder).fault("cannot be read", e).failure(e);
        }
    }

    private static void restrict(Path path) {
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
            // as private as can be
        } catch (IOException somebodyElses) {
            // its owner decides
        }
    }
}
