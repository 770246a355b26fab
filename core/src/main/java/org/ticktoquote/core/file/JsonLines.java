package org.ticktoquote.core.file;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.IoReason;

/**
 * Appends lines of JSON to a file, each with one write. After the first failure, which is logged, further lines are
 * discarded. Not thread-safe.
 */
public final class JsonLines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JsonLines.class);
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private final Path file;
    private final OutputStream out;
    private final JsonBuffer line = new JsonBuffer();
    private boolean failed;

    private JsonLines(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
    }

    /**
     * Creates a file with its first line.
     *
     * @throws org.ticktoquote.core.command.ProblemException if the file cannot be created
     */
    public static JsonLines create(Path file, Object header) {
        return FileAccess.run(file, "cannot be created", ExitStatus.ENVIRONMENT, () -> {
            OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            JsonLines writer = new JsonLines(file, out);
            writer.line.value(header).end('\n').writeTo(out);
            return writer;
        });
    }

    public void write(Object value) {
        write(line.clear().value(value));
    }

    /** Writes a line of JSON. Allocates nothing. */
    public void write(JsonBuffer value) {
        if (failed) {
            return;
        }
        try {
            value.end('\n').writeTo(out);
        } catch (IOException e) {
            failed = true;
            LOG.warn("{} is incomplete: {}", file, IoReason.of(e));
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            LOG.warn("{} cannot be closed: {}", file, IoReason.of(e));
        }
    }
}
