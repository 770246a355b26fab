package org.ticktoquote.host.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.core.command.IoReason;

/** Files of a host below a root, which is {@code /} on the host itself. */
abstract class FileTree implements Host {
    private static final int BUFFER_BYTES = 1 << 16;
    private final Path root;

    FileTree(Path root) {
        this.root = root;
    }

    final Path root() {
        return root;
    }

    final Path at(String path) {
        return root.resolve(path.substring(1));
    }

    @Override
    public Reading file(String path) {
        try {
            return Reading.of(content(path));
        } catch (NoSuchFileException absent) {
            return Reading.absent(path + " does not exist");
        } catch (AccessDeniedException denied) {
            return Reading.unknown(path + " needs root");
        } catch (IOException refused) {
            return Reading.unknown(path + " cannot be read: " + IoReason.of(refused));
        }
    }

    /**
     * Reads with a large buffer. Kernel parameters answer only the first read and report a size of 0, so
     * {@link Files#readString} would truncate long ones.
     */
    private String content(String path) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(at(path))) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                content.write(buffer, 0, count);
            }
        }
        return content.toString(StandardCharsets.UTF_8);
    }

    @Override
    public List<String> names(String directory) {
        try (Stream<Path> entries = Files.list(at(directory))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException absent) {
            return List.of();
        }
    }

    @Override
    public final void write(String path, String value) throws IOException {
        Files.write(
                at(path),
                value.getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }
}
