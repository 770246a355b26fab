package org.ticktoquote.host.state;

import java.util.Optional;

/**
 * Mounted file system, from a line of {@code /proc/self/mounts} (fstab(5)).
 *
 * @param point mount point
 * @param type file system type
 */
public record Mount(String point, String type) {
    /** Returns the mount that contains a path. */
    public static Optional<Mount> of(String path, String table) {
        return table.lines()
                .map(line -> line.split(" ", -1))
                .filter(row -> row.length > 2)
                .map(row -> new Mount(row[1], row[2]))
                .filter(mount -> mount.holds(path))
                // a later mount at the same point hides the earlier one
                .reduce((before, mount) -> mount.point.length() >= before.point.length() ? mount : before);
    }

    private boolean holds(String path) {
        return point.equals("/") || path.equals(point) || path.startsWith(point + "/");
    }
}
