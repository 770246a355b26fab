package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.keep.MaskRestorer;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;

/**
 * State of a process's threads by an {@link AffinityLog}: every line is checked against its hash and that of the one before.
 * A last line without its end is what a kill leaves; it is left out.
 */
public final class AffinityReplay {
    /** Previous hash of the first line. */
    private static final String NO_HASH = "0".repeat(64);

    private static final String TAIL_START = ",\"sha256\":\"";
    private static final String TAIL_END = "\"}";
    private static final int TAIL = tail(NO_HASH).length();
    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> foreign = new HashMap<>();
    private JsonNode plan = JSON.createObjectNode();
    private String usual = "";
    private long lines;
    private String lastHash = NO_HASH;
    private int wholeBytes;
    private boolean cut;
    private boolean inForce;
    private long calls;

    private AffinityReplay(Path file) {
        this.file = file;
    }

    /**
     * A thread or an interrupt that was changed.
     *
     * @param original mask that it is to have again; empty of one that was not restored by this log
     * @param masks that it can have now by the log: two where a call was begun and its end is not in the log
     */
    public record Entry(String object, long id, long startTicks, String name, String original, Set<String> masks) {}

    static String tail(String hash) {
        return TAIL_START + hash + TAIL_END;
    }

    /**
     * Reads and checks all lines.
     *
     * @throws Refusal with {@link ExitStatus#BAD_INPUT} and the line where the file is damaged
     */
    public static AffinityReplay read(Path file) {
        return FileAccess.read(file, () -> {
            AffinityReplay replay = new AffinityReplay(file);
            replay.all(Files.readAllBytes(file));
            return replay;
        });
    }

    private void all(byte[] bytes) {
        int from = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                follow(Arrays.copyOfRange(bytes, from, at));
                from = at + 1;
            }
        }
        wholeBytes = from;
        cut = from < bytes.length;
        if (cut) {
            requireCut(new String(bytes, from, bytes.length - from, StandardCharsets.ISO_8859_1));
        }
    }

    /** The rest of a file can only be the begin of the next line: one that goes on after a line's end has lost its line feed. */
    private void requireCut(String rest) {
        String start = "{\"line\":" + (lines + 1) + ",\"previous\":\"" + lastHash + "\",\"at\":\"";
        int end = rest.indexOf(TAIL_START);
        boolean longer = end >= 0 && rest.length() > end + TAIL;
        if (longer || !(rest.startsWith(start) || start.startsWith(rest))) {
            throw damage("its end is neither a whole line nor one that was cut");
        }
    }

    private void follow(byte[] line) {
        int body = line.length - TAIL;
        String hash = body < 0 ? "" : AffinityLog.hash(Arrays.copyOf(line, body));
        if (body < 0 || !tail(hash).equals(new String(line, body, TAIL, StandardCharsets.ISO_8859_1))) {
            throw damage("its SHA-256 is another one");
        }
        try {
            JsonNode node = JSON.readTree(line);
            if (node.path("line").asLong() != lines + 1
                    || !node.path("previous").asText().equals(lastHash)) {
                throw damage("it does not follow the line before");
            }
            follow(node, hash);
        } catch (IOException e) {
            throw damage("it is no JSON");
        }
    }

    /** Takes the next line, which has this hash. */
    void follow(JsonNode line, String hash) {
        lines++;
        lastHash = hash;
        fold(line);
    }

    /** Mask that most threads had before the latest plan; empty if no line says it. */
    String usual() {
        return usual;
    }

    private Refusal damage(String fault) {
        return Problem.ofFault("is damaged: " + fault)
                .at(Place.atLine(file, lines + 1))
                .refusal(ExitStatus.BAD_INPUT);
    }

    private void fold(JsonNode line) {
        switch (line.path("action").asText()) {
            case "begin" -> {
                plan = line;
                entries.clear();
                foreign.clear();
                usual = "";
            }
            case "usual" -> usual = line.path("before").asText();
            case "end" -> inForce = false;
            case "original" -> {
                inForce = true;
                entries.computeIfAbsent(
                        key(line), key -> entry(line, line.path("before").asText()));
            }
            case "intended" -> {
                inForce = true;
                masks(line).add(line.path("requested").asText());
            }
            case "completed" -> {
                Set<String> masks = masks(line);
                masks.clear();
                masks.add(line.path("readBack").asText());
                foreign.remove(key(line));
                calls++;
            }
            case "drift" -> foreign.put(key(line), line.path("readBack").asText());
            default -> {
                // of a later version: the chain holds all the same
            }
        }
    }

    /** An interrupt has its original in its first intended line; a thread that was restored without one, none. */
    private Set<String> masks(JsonNode line) {
        boolean restore = line.path("reason").asText().equals(MaskRestorer.REASON);
        return entries.computeIfAbsent(
                        key(line),
                        key -> entry(line, restore ? "" : line.path("before").asText()))
                .masks();
    }

    private static Entry entry(JsonNode line, String original) {
        Set<String> masks = new LinkedHashSet<>();
        masks.add(line.path("before").asText());
        return new Entry(
                line.path("object").asText(),
                line.path("id").asLong(),
                line.path("startTicks").asLong(),
                line.path("name").asText(),
                original,
                masks);
    }

    private static String key(JsonNode line) {
        return key(
                line.path("object").asText(),
                line.path("id").asLong(),
                line.path("startTicks").asLong());
    }

    private static String key(String object, long id, long startTicks) {
        return object + id + "-" + startTicks;
    }

    /** The masks that a thread can have by the log; empty if it was never changed. */
    Set<String> masks(long tid, long startTicks) {
        @Nullable Entry entry = entries.get(key("thread", tid, startTicks));
        return entry == null ? Set.of() : entry.masks();
    }

    /** The mask that another process gave it, as last seen; empty where none did. */
    public String foreign(Entry entry) {
        return foreign.getOrDefault(key(entry.object(), entry.id(), entry.startTicks()), "");
    }

    /** Whether masks of a plan were set and not restored. */
    public boolean inForce() {
        return inForce;
    }

    /** Threads and interrupts that the latest plan changed, those restored since as well. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** The {@code begin} line of the latest plan; without members where there is none. */
    public JsonNode plan() {
        return plan;
    }

    public long lines() {
        return lines;
    }

    /** Completed calls. */
    public long calls() {
        return calls;
    }

    /** Whether the last line was cut. */
    public boolean cut() {
        return cut;
    }

    String lastHash() {
        return lastHash;
    }

    int wholeBytes() {
        return wholeBytes;
    }

    /** What {@link MaskRestorer} needs. */
    OriginalMasks originals(long pid) {
        Set<String> planned = new LinkedHashSet<>();
        List<ThreadMask> threads = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry.object().equals("thread") && !entry.original().isEmpty()) {
                entry.masks().stream()
                        .filter(mask -> !mask.equals(entry.original()))
                        .forEach(planned::add);
                threads.add(new ThreadMask(entry.id(), entry.startTicks(), entry.original()));
            }
        }
        return new OriginalMasks(pid, usual, List.copyOf(planned), threads);
    }
}
