package org.ticktoquote.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.WholeFile;

/**
 * A file that holds one record as JSON.
 *
 * @param <T> the record
 */
public final class JsonFile<T> {
    private final JsonMapper mapper;
    private final Class<T> type;
    private final String what;

    /** Of a type that the mapper reads and writes; what it is, for messages: {@code "a manifest"}. */
    public JsonFile(JsonMapper mapper, Class<T> type, String what) {
        this.mapper = mapper;
        this.type = type;
        this.what = what;
    }

    /** Writes the file whole or not at all: to a neighbour first, then renamed. */
    public void write(Path file, T content) {
        write(file, content, json -> json + "\n");
    }

    /** The same with a text made of the JSON. */
    void write(Path file, T content, UnaryOperator<String> text) {
        try {
            WholeFile.write(file, text.apply(mapper.writeValueAsString(content)));
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": cannot be written: " + e, e);
        }
    }

    /** Reads the file; refuses one that is missing or malformed, with line and column. */
    public T read(Path file) {
        try {
            @Nullable T content = mapper.readValue(file.toFile(), type);
            if (content == null) {
                throw new Refusal(ExitStatus.BAD_INPUT, file + ": holds null, expected " + what);
            }
            return content;
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? ""
                    : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
            throw new Refusal(ExitStatus.BAD_INPUT, file + where + ": " + plain(e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Without what Jackson says of its own settings. */
    private static String plain(@Nullable String message) {
        return String.valueOf(message)
                .replaceAll("\\s*\\((start marker at|StreamReadFeature).*|;? *`DeserializationFeature.*", "");
    }
}
