package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A field of a message that a FIX engine provides as a string.
 *
 * @param tag 0 unless a number of up to seven digits precedes an equals sign
 */
public record MessageField(int tag, String value) {
    private static final TagTable ALL = TagTable.ofAll(1);

    /** Returns all fields of a message in order, except for {@linkplain DataFields data} and their lengths. */
    public static List<MessageField> of(String message) {
        int length = message.length();
        // the NUL after the last separator counts as another separator, and eight bytes after it are read
        byte[] bytes = Arrays.copyOf(message.getBytes(StandardCharsets.ISO_8859_1), length + 2 * EightBytes.LENGTH);
        FieldReader reader = new FieldReader(ALL).wrap(bytes, 0, length);
        List<MessageField> fields = new ArrayList<>();
        while (reader.next() != FieldReader.END) {
            fields.add(new MessageField(reader.tag(), reader.text()));
        }
        return fields;
    }
}
