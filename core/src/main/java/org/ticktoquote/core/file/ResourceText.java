package org.ticktoquote.core.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads text resources from the product's jar. */
public final class ResourceText {
    private ResourceText() {}

    /**
     * Reads a resource in UTF-8.
     *
     * @param name resource name, relative to the package of the class, or absolute
     */
    public static String of(Class<?> reader, String name) {
        try (InputStream in = reader.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException("t2q.jar has no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
