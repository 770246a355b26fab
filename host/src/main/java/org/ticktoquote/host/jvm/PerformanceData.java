package org.ticktoquote.host.jvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The texts in the file that a HotSpot JVM keeps of itself for {@code jps} and {@code jstat}, {@code hsperfdata_USER/PID}. Reading
 * it does not disturb the JVM, as attaching to it would.
 */
final class PerformanceData {
    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER = 4;
    private static final int VERSION_2 = 2;
    private static final int MAJOR_VERSION = 5;
    private static final int FIRST_ENTRY = 24;
    private static final int ENTRIES = 28;
    private static final int NAME = 4;
    private static final int LENGTH = 8;
    private static final int TYPE = 12;
    private static final int DATA = 16;

    private PerformanceData() {}

    /** By name, as in {@code java.property.java.vm.name}; empty when these bytes are no such file, or one being made. */
    static Optional<Map<String, String>> texts(byte[] file) {
        ByteBuffer buffer = ByteBuffer.wrap(file);
        if (file.length <= ENTRIES + Integer.BYTES
                || buffer.getInt(0) != MAGIC
                || buffer.get(MAJOR_VERSION) != VERSION_2) {
            return Optional.empty();
        }
        buffer.order(buffer.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        try {
            return Optional.of(entries(buffer));
        } catch (IndexOutOfBoundsException damaged) {
            return Optional.empty();
        }
    }

    private static Map<String, String> entries(ByteBuffer buffer) {
        Map<String, String> texts = new HashMap<>();
        int at = buffer.getInt(FIRST_ENTRY);
        for (int i = 0; i < buffer.getInt(ENTRIES); i++) {
            int length = buffer.getInt(at + LENGTH);
            if (length > 0 && buffer.get(at + TYPE) == 'B') {
                texts.put(
                        text(buffer, at + buffer.getInt(at + NAME), Integer.MAX_VALUE),
                        text(buffer, at + buffer.getInt(at + DATA), length));
            }
            at += buffer.getInt(at);
        }
        return texts;
    }

    /** Up to a zero byte. */
    private static String text(ByteBuffer buffer, int from, int atMost) {
        int end = from;
        while (end - from < atMost && buffer.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - from];
        buffer.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
