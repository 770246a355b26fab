package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A field of a message that an engine has as a text.
 *
 * @param tag 0 where no number of up to seven digits stands before an equals sign
 */
public record MessageField(int tag, String value) {
    private static final TagTable ALL = TagTable.ofAll(1);

    /** All fields of a message in their order, those with {@linkplain DataFields data} and their lengths aside. */
    public static List<MessageField> of(String message) {
        int length = message.length();
        // after the last separator a NUL is taken for one more, and eight bytes after that are looked at
        byte[] bytes = Arrays.copyOf(message.getBytes(StandardCharsets.ISO_8859_1), length + 2 * EightBytes.LENGTH);
        FieldReader reader = new FieldReader(ALL).wrap(bytes, 0, length);
        List<MessageField> fields = new ArrayList<>();
        while (reader.next() != FieldReader.END) {
            fields.add(new MessageField(reader.tag(), reader.text()));
        }
        return fields;
    }
}
