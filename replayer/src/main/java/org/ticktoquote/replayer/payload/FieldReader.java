package org.ticktoquote.replayer.payload;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.YamlSection;

/** Reads where a number stands: {@code at}, {@code bytes} and {@code order} of a section. */
final class FieldReader {
    static final long FURTHEST = 65_506;

    private static final int WIDEST = 8;
    private static final NumberField NONE = new NumberField(0, 1, ByteOrder.BIG_ENDIAN);
    private static final Map<String, ByteOrder> ORDERS =
            Map.of("big", ByteOrder.BIG_ENDIAN, "little", ByteOrder.LITTLE_ENDIAN);

    private FieldReader() {}

    /** The number; any other where something is wrong, which is a problem. */
    static NumberField read(YamlSection section) {
        Long at = section.number("at", -FURTHEST, FURTHEST);
        Long bytes = section.number("bytes", 1, WIDEST);
        ByteOrder order = section.value("order", "big or little", ORDERS::get);
        for (String key : List.of("at", "bytes")) {
            if (!section.has(key)) {
                section.problemAt(key, "where the number stands");
            }
        }
        if (at == null || bytes == null) {
            return NONE;
        }
        if (at < 0 && at + bytes > 0) {
            section.problemAt("bytes", "at most " + -at + ": the number ends with the payload");
            return NONE;
        }
        return new NumberField(at.intValue(), bytes.intValue(), order == null ? ByteOrder.BIG_ENDIAN : order);
    }

    /** The number of a section that may not be there. */
    static @Nullable NumberField readIfGiven(YamlSection parent, String key) {
        YamlSection section = parent.section(key);
        if (section == null) {
            return null;
        }
        NumberField field = read(section);
        section.end();
        return field;
    }
}
