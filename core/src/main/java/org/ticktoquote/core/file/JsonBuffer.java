package org.ticktoquote.core.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.io.ExpandableDirectBufferOutputStream;

/**
 * Writes JSON piece by piece into a reusable buffer. Inserts commas. Allocates if a text is the longest so far. Not
 * thread-safe.
 */
public final class JsonBuffer {
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer(1 << 10);
    private final ExpandableDirectBufferOutputStream stream = new ExpandableDirectBufferOutputStream();
    private int length;

    public JsonBuffer clear() {
        length = 0;
        return this;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** Begins an object or an array with its opening bracket. */
    public JsonBuffer begin(char bracket) {
        return separate().put(bracket);
    }

    /** Ends an object or an array with its closing bracket. */
    public JsonBuffer end(char bracket) {
        return put(bracket);
    }

    /** Adds the name of a field, in ASCII. */
    public JsonBuffer name(String name) {
        separate().put('"');
        length += bytes.putStringWithoutLengthAscii(length, name);
        return put('"').put(':');
    }

    public JsonBuffer number(long value) {
        separate();
        length += bytes.putLongAscii(length, value);
        return this;
    }

    public JsonBuffer field(String name, long value) {
        return name(name).number(value);
    }

    /** Adds an array field with the given elements, and clears their buffer. Omits an empty array. */
    public JsonBuffer array(String name, JsonBuffer elements) {
        if (!elements.isEmpty()) {
            name(name).begin('[');
            bytes.putBytes(length, elements.bytes, 0, elements.length);
            length += elements.length;
            end(']');
            elements.clear();
        }
        return this;
    }

    /** Adds a value serialized by Jackson. Allocates. */
    public JsonBuffer value(Object value) {
        separate();
        stream.wrap(bytes, length);
        try {
            JsonLines.JSON.writeValue((OutputStream) stream, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        length += stream.position();
        return this;
    }

    private JsonBuffer separate() {
        return length == 0 || "[{:".indexOf(bytes.getByte(length - 1)) >= 0 ? this : put(',');
    }

    private JsonBuffer put(char character) {
        bytes.putByte(length++, (byte) character);
        return this;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes.byteArray(), 0, length);
    }

    @Override
    public String toString() {
        return new String(bytes.byteArray(), 0, length, StandardCharsets.UTF_8);
    }
}
