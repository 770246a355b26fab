package org.ticktoquote.host.state;

import java.util.Optional;

/**
 * A mounted file system, a line of {@code /proc/self/mounts} (fstab(5)).
 *
 * @param point where it is mounted
 * @param type of file system
 */
public record Mount(String point, String type) {
    /** The mount that a path is on. */
    public static Optional<Mount> of(String path, String table) {
        return table.lines()
                .map(line -> line.split(" ", -1))
                .filter(row -> row.length > 2)
                .map(row -> new Mount(row[1], row[2]))
                .filter(mount -> mount.holds(path))
                // of two mounts on one point the later one covers the earlier one
                .reduce((before, mount) -> mount.point.length() >= before.point.length() ? mount : before);
    }

    private boolean holds(String path) {
        return point.equals("/") || path.equals(point) || path.startsWith(point + "/");
    }
}
