package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.host.keep.MaskRestorer;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;

/**
 * State of a process's threads by a file of an {@link AffinityLog}: every line is checked against its hash and that of the one
 * before. A last line without its end is what a kill leaves; it is left out. Memory grows with the threads that have not ended.
 */
public final class AffinityReplay {
    /** Previous hash of the first line of all. */
    static final String NO_HASH = "0".repeat(64);

    /** Previous hash of the first line of a file that is read alone: any. */
    private static final String ANY_HASH = "";

    private static final String NUMBER = "[1-9][0-9]{0,8}";
    private static final int BLOCK = 1 << 16;
    private static final int LONGEST_LINE = 1 << 24;
    private static final String TAIL_START = ",\"sha256\":\"";
    private static final String TAIL_END = "\"}";
    private static final int TAIL = tail(NO_HASH).length();
    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> foreign = new HashMap<>();
    private final Set<String> planned = new LinkedHashSet<>();
    private JsonNode plan = JSON.createObjectNode();
    private String usual = "";
    private long lines;
    private String lastHash;
    private long wholeBytes;
    private boolean cut;
    private boolean inForce;
    private long calls;

    private AffinityReplay(Path file, String previous) {
        this.file = file;
        this.lastHash = previous;
    }

    /** Of a file without lines that follows a line of this hash. */
    static AffinityReplay after(Path file, String previous) {
        return new AffinityReplay(file, previous);
    }

    /**
     * A thread or an interrupt that was changed.
     *
     * @param original mask that it is to have again; empty of one that was not restored by this log
     * @param masks that it can have now by the log: two where a call was begun and its end is not in the log
     */
    public record Entry(String object, long id, long startTicks, String name, String original, Set<String> masks) {}

    /**
     * All that is known of a process's threads: no file is damaged.
     *
     * @param lines of all files
     * @param calls completed ones of all files
     * @param latest state by the latest file
     */
    public record Audit(int files, long lines, long calls, AffinityReplay latest) {}

    static String tail(String hash) {
        return TAIL_START + hash + TAIL_END;
    }

    /**
     * Reads and checks all lines of one file, which may follow another one.
     *
     * @throws ProblemException with {@link ExitStatus#BAD_INPUT} and the line where the file is damaged
     */
    public static AffinityReplay read(Path file) {
        return read(file, ANY_HASH);
    }

    private static AffinityReplay read(Path file, String previous) {
        return FileAccess.read(file, () -> {
            AffinityReplay replay = new AffinityReplay(file, previous);
            try (InputStream in = Files.newInputStream(file)) {
                replay.all(in);
            }
            return replay;
        });
    }

    /**
     * Reads and checks a log with the files of its earlier plans, each of which has to follow the one before. One of these by its
     * own name is read alone.
     *
     * @throws ProblemException with {@link ExitStatus#BAD_INPUT} and the first damage of each file
     */
    public static Audit readAll(Path log) {
        List<Path> files = new ArrayList<>(earlier(log));
        if (files.isEmpty() || Files.exists(log)) {
            files.add(UserPath.input(log));
        }
        List<Problem> damages = new ArrayList<>();
        AffinityReplay latest = after(log, NO_HASH);
        long lines = 0;
        long calls = 0;
        String previous = log.toString().matches(".*\\." + NUMBER) ? ANY_HASH : NO_HASH;
        for (Path file : files) {
            try {
                latest = read(file, previous);
                previous = latest.lastHash;
                lines += latest.lines;
                calls += latest.calls;
            } catch (ProblemException damaged) {
                damages.addAll(damaged.problems());
                previous = ANY_HASH;
            }
        }
        if (!damages.isEmpty()) {
            throw new ProblemException(ExitStatus.BAD_INPUT, damages);
        }
        return new Audit(files.size(), lines, calls, latest);
    }

    /** Files of earlier plans, the oldest first. */
    static List<Path> earlier(Path log) {
        String start = log.getFileName() + ".";
        Path folder = log.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return FileAccess.read(folder, () -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(file -> file.getFileName().toString().startsWith(start)
                                && file.getFileName()
                                        .toString()
                                        .substring(start.length())
                                        .matches(NUMBER))
                        .sorted(Comparator.comparing(AffinityReplay::number))
                        .toList();
            }
        });
    }

    /** Number of the file of an earlier plan. */
    static int number(Path earlier) {
        String name = earlier.toString();
        return Integer.parseInt(name.substring(name.lastIndexOf('.') + 1));
    }

    private void all(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK];
        for (int read = in.read(block); read >= 0; read = in.read(block)) {
            int from = 0;
            for (int at = 0; at < read; at++) {
                if (block[at] == '\n') {
                    line.write(block, from, at - from);
                    follow(line.toByteArray());
                    wholeBytes += line.size() + 1;
                    line.reset();
                    from = at + 1;
                }
            }
            line.write(block, from, read - from);
            if (line.size() > LONGEST_LINE) {
                throw damage("it is longer than the longest line of a log");
            }
        }
        cut = line.size() > 0;
        if (cut) {
            requireCut(line.toString(StandardCharsets.ISO_8859_1));
        }
    }

    /** The rest of a file can only be the begin of the next line: one that goes on after a line's end has lost its line feed. */
    private void requireCut(String rest) {
        String begin = "{\"line\":" + (lines + 1) + ",\"previous\":\"";
        int from = Math.min(begin.length(), rest.length());
        String hash = lastHash.equals(ANY_HASH)
                ? rest.substring(from, Math.min(from + NO_HASH.length(), rest.length()))
                : lastHash;
        String start = begin + hash + "\",\"at\":\"";
        int end = rest.indexOf(TAIL_START);
        boolean longer = end >= 0 && rest.length() > end + TAIL;
        if (longer || !(rest.startsWith(start) || start.startsWith(rest))) {
            throw damage("its last line is neither complete nor truncated");
        }
    }

    private void follow(byte[] line) {
        int body = line.length - TAIL;
        String hash = body < 0 ? "" : AffinityLog.hash(Arrays.copyOf(line, body));
        if (body < 0 || !tail(hash).equals(new String(line, body, TAIL, StandardCharsets.ISO_8859_1))) {
            throw damage("its SHA-256 does not match");
        }
        try {
            JsonNode node = JSON.readTree(line);
            String previous = node.path("previous").asText();
            if (node.path("line").asLong() != lines + 1 || !lastHash.equals(ANY_HASH) && !previous.equals(lastHash)) {
                throw damage(
                        lines == 0
                                ? "it does not follow the last line of an earlier file that is here"
                                : "it does not follow the line before");
            }
            follow(node, hash);
        } catch (IOException e) {
            throw damage("it is not JSON");
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

    private ProblemException damage(String fault) {
        return Problem.ofFault("is damaged: " + fault)
                .at(Place.atLine(file, lines + 1))
                .exception(ExitStatus.BAD_INPUT);
    }

    private void fold(JsonNode line) {
        switch (line.path("action").asText()) {
            case "begin" -> {
                plan = line;
                entries.clear();
                foreign.clear();
                planned.clear();
                usual = "";
            }
            case "usual" -> usual = line.path("before").asText();
            case "end" -> inForce = false;
            case "original" -> {
                inForce = true;
                // born under the plan, it has another mask until the call that follows
                entries.computeIfAbsent(
                                key(line),
                                key -> entry(line, line.path("before").asText()))
                        .masks()
                        .addAll(planned);
            }
            case "intended" -> {
                inForce = true;
                masks(line)
                        .addAll(List.of(
                                line.path("before").asText(),
                                line.path("requested").asText()));
                plan(line, "requested");
            }
            case "completed" -> {
                Set<String> masks = masks(line);
                masks.clear();
                masks.add(line.path("readBack").asText());
                foreign.remove(key(line));
                plan(line, "readBack");
                calls++;
            }
            case "ended" -> {
                entries.remove(key(line));
                foreign.remove(key(line));
            }
            case "drift" -> foreign.put(key(line), line.path("readBack").asText());
            default -> {
                // of a later version: the chain holds all the same
            }
        }
    }

    private void plan(JsonNode line, String mask) {
        if (line.path("object").asText().equals("thread") && !isRestore(line)) {
            planned.add(line.path(mask).asText());
            planned.remove(""); // of a thread that ended in the call
        }
    }

    private static boolean isRestore(JsonNode line) {
        return line.path("reason").asText().equals(MaskRestorer.REASON);
    }

    /** An interrupt has its original in its first intended line; a thread that was restored without one, none. */
    private Set<String> masks(JsonNode line) {
        return entries.computeIfAbsent(
                        key(line),
                        key -> entry(
                                line, isRestore(line) ? "" : line.path("before").asText()))
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

    /** Threads and interrupts that the latest plan changed, those restored since as well, without threads that ended under it. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** The {@code begin} line of the latest plan; without members where there is none. */
    public JsonNode plan() {
        return plan;
    }

    long lines() {
        return lines;
    }

    /** Completed calls. */
    long calls() {
        return calls;
    }

    /** Whether the last line was cut. */
    public boolean cut() {
        return cut;
    }

    String lastHash() {
        return lastHash;
    }

    long wholeBytes() {
        return wholeBytes;
    }

    /** What {@link MaskRestorer} needs. */
    OriginalMasks originals(long pid) {
        List<ThreadMask> threads = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry.object().equals("thread") && !entry.original().isEmpty()) {
                threads.add(new ThreadMask(entry.id(), entry.startTicks(), entry.original()));
            }
        }
        return new OriginalMasks(pid, usual, List.copyOf(planned), threads);
    }
}
