package org.ticktoquote.wire.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The different values of a field, in the order in which they came, up to {@value #MOST}. One thread; allocates for new ones only. */
final class SeenValues {
    static final int MOST = 4096;

    private byte[][] slots = new byte[8][];
    private final List<String> values = new ArrayList<>();
    private byte[] last = {};

    void add(byte[] bytes, int from, int to) {
        if (Arrays.equals(last, 0, last.length, bytes, from, to) || values.size() == MOST) {
            return;
        }
        int slot = hash(bytes, from, to) & slots.length - 1;
        for (byte[] known = slots[slot]; known != null; known = slots[slot]) {
            if (Arrays.equals(known, 0, known.length, bytes, from, to)) {
                last = known;
                return;
            }
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = Arrays.copyOfRange(bytes, from, to);
        last = slots[slot];
        values.add(new String(last, StandardCharsets.US_ASCII));
        if (2 * values.size() > slots.length) {
            grow();
        }
    }

    private void grow() {
        byte[][] before = slots;
        slots = new byte[4 * before.length][];
        for (byte[] value : before) {
            if (value != null) {
                int slot = hash(value, 0, value.length) & slots.length - 1;
                while (slots[slot] != null) {
                    slot = slot + 1 & slots.length - 1;
                }
                slots[slot] = value;
            }
        }
    }

    private static int hash(byte[] bytes, int from, int to) {
        int hash = 1;
        for (int at = from; at < to; at++) {
            hash = 31 * hash + bytes[at];
        }
        return hash ^ hash >>> 16;
    }

    List<String> all() {
        return List.copyOf(values);
    }
}
