package org.ticktoquote.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** First difference between two files of figures. */
final class Difference {
    private static final int HEADER = 4096;
    private static final int RECORD_LENGTH = 12;
    private static final int LONGEST = 100;

    private Difference() {}

    static String of(String name, byte[] kept, byte[] found) {
        return name.endsWith(".json") ? ofJson(kept, found) : ofRecords(kept, found);
    }

    private static String ofJson(byte[] kept, byte[] found) {
        try {
            JsonMapper json = new JsonMapper();
            return ofNodes("", json.readTree(kept), json.readTree(found)).orElseGet(() -> ofLines(kept, found));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> ofNodes(String path, JsonNode kept, JsonNode found) {
        if (kept.isObject() && found.isObject()) {
            Set<String> names = new LinkedHashSet<>();
            kept.fieldNames().forEachRemaining(names::add);
            found.fieldNames().forEachRemaining(names::add);
            return names.stream()
                    .flatMap(name -> ofNodes(path + "." + name, kept.path(name), found.path(name)).stream())
                    .findFirst();
        }
        if (kept.isArray() && found.isArray()) {
            for (int i = 0; i < Math.max(kept.size(), found.size()); i++) {
                Optional<String> first = ofNodes(path + "[" + i + "]", kept.path(i), found.path(i));
                if (first.isPresent()) {
                    return first;
                }
            }
            return Optional.empty();
        }
        return kept.equals(found) ? Optional.empty() : Optional.of(text(path, shown(kept), shown(found)));
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "absent" : node.toString();
    }

    /** Difference of texts with the same values. */
    private static String ofLines(byte[] kept, byte[] found) {
        List<String> before = new String(kept, StandardCharsets.UTF_8).lines().toList();
        List<String> after = new String(found, StandardCharsets.UTF_8).lines().toList();
        int line = 0;
        while (line < Math.min(before.size(), after.size()) && before.get(line).equals(after.get(line))) {
            line++;
        }
        return text(
                "line " + (line + 1),
                line < before.size() ? before.get(line) : "absent",
                line < after.size() ? after.get(line) : "absent");
    }

    private static String ofRecords(byte[] kept, byte[] found) {
        int at = Arrays.mismatch(kept, HEADER, kept.length, found, HEADER, found.length) + HEADER;
        if (at < HEADER) {
            at = Arrays.mismatch(kept, found);
            return text("header, byte " + at, word(kept, at), word(found, at));
        }
        int length = ByteBuffer.wrap(kept).order(ByteOrder.LITTLE_ENDIAN).getInt(RECORD_LENGTH);
        return text(
                "tick " + ((at - HEADER) / length + 1) + ", byte " + (at - HEADER) % length,
                word(kept, at),
                word(found, at));
    }

    private static String word(byte[] file, int at) {
        int start = at / Long.BYTES * Long.BYTES;
        return start + Long.BYTES > file.length
                ? "absent"
                : Long.toString(
                        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(start));
    }

    private static String text(String place, String kept, String found) {
        return place + ": kept " + cut(kept) + ", found " + cut(found);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
