package org.ticktoquote.core.file;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Visits or removes a folder and everything below it while other processes write and remove there. {@link Files#walk} would
 * throw if a folder disappeared between its listing and its visit. Never follows links.
 */
public final class DirectoryTree {
    private DirectoryTree() {}

    /** Visits a folder and everything below it, folders before their content. Skips entries that have disappeared. */
    public static void walk(Path folder, Consumer<Path> each) throws IOException {
        Files.walkFileTree(folder, new Visitor() {
            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes found) {
                each.accept(entered);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
                each.accept(file);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Returns up to {@code most} regular files, and links to files, in a folder and below it. */
    public static List<Path> files(Path folder, int most) throws IOException {
        return files(folder, most, any -> true);
    }

    /** Returns files like {@link #files(Path, int)}, but only files and content of folders that meet a condition. */
    public static List<Path> files(Path folder, int most, Predicate<Path> condition) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(folder, new Visitor() {
            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes found) {
                return condition.test(entered) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
                if (Files.isRegularFile(file) && condition.test(file)) {
                    files.add(file);
                }
                return files.size() < most ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }
        });
        return files;
    }

    /** Removes a folder and everything below it, if it still exists. */
    public static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new Visitor() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes found) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure) throws IOException {
                super.postVisitDirectory(left, failure);
                Files.deleteIfExists(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Skips entries that disappear between listing and visit. */
    private abstract static class Visitor extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            return orThrow(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure) throws IOException {
            return failure == null ? FileVisitResult.CONTINUE : orThrow(failure);
        }

        private static FileVisitResult orThrow(IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
