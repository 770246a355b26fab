package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.file.DirectoryTree;

/** Recorded host that is unpacked once for a class. Each test restores the files that it changes. */
public final class SharedHost {
    private final Path root;
    private final Map<Path, String> changed = new HashMap<>();
    private final List<Path> created = new ArrayList<>();

    public SharedHost(String fixture, Path root) throws IOException {
        this.root = HostFixture.unpack(fixture, root);
    }

    public void write(String path, String content) throws IOException {
        keep(path);
        HostFixture.write(root, path, content);
    }

    public void delete(String path) throws IOException {
        Files.delete(keep(path));
    }

    private Path keep(String path) throws IOException {
        Path file = root.resolve(path.substring(1));
        if (Files.exists(file)) {
            changed.putIfAbsent(file, Files.readString(file));
        } else if (!changed.containsKey(file)) { // else deleted by the test
            Path first = file;
            while (Files.notExists(first.getParent())) {
                first = first.getParent();
            }
            created.add(first);
        }
        return file;
    }

    public void restore() throws IOException {
        for (Map.Entry<Path, String> file : changed.entrySet()) {
            Files.writeString(file.getKey(), file.getValue());
        }
        for (Path first : created) {
            DirectoryTree.remove(first);
        }
        changed.clear();
        created.clear();
    }
}
