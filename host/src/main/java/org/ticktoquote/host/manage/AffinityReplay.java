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
 * State of a process's threads, read from a file of an {@link AffinityLog}. Checks the hash of every line and that it
 * continues the previous line. Ignores a last line truncated by a kill. Memory grows with the threads that have not ended.
 */
public final class AffinityReplay {
    /** Previous hash of the first line of a log's oldest file. */
    static final String NO_HASH = "0".repeat(64);

    /** Accepts any previous hash in the first line of a file that is read alone. */
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
    private boolean truncated;
    private boolean inForce;
    private long calls;

    private AffinityReplay(Path file, String previous) {
        this.file = file;
        this.lastHash = previous;
    }

    /** Returns the state of an empty file that follows a line with the given hash. */
    static AffinityReplay after(Path file, String previous) {
        return new AffinityReplay(file, previous);
    }

    /**
     * Changed thread or interrupt.
     *
     * @param original mask to restore; empty if the log has none
     * @param masks masks that the thread can have now; several if the end of a call is not in the log
     */
    public record Entry(String object, long id, long startTicks, String name, String original, Set<String> masks) {}

    /**
     * Content of all files of an undamaged log.
     *
     * @param lines number of lines in all files
     * @param calls completed calls in all files
     * @param latest state after the latest file
     */
    public record Audit(int files, long lines, long calls, AffinityReplay latest) {}

    static String tail(String hash) {
        return TAIL_START + hash + TAIL_END;
    }

    /**
     * Reads and checks all lines of one file, which can continue an earlier file.
     *
     * @throws ProblemException with {@link ExitStatus#BAD_INPUT} and the damaged line
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
     * Reads and checks a log and the files of its earlier plans, each of which must continue the previous file. If
     * {@code log} is a numbered file, reads only that file.
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

    /** Returns the files of earlier plans, oldest first. */
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

    /** Returns the number in the name of an earlier plan's file. */
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
                    apply(line.toByteArray());
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
        truncated = line.size() > 0;
        if (truncated) {
            requireTruncated(line.toString(StandardCharsets.ISO_8859_1));
        }
    }

    /** Checks that the unterminated last line is the start of one line. A longer one has lost its line feed and is damage. */
    private void requireTruncated(String rest) {
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

    private void apply(byte[] line) {
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
                                ? "it continues no earlier file of this log in this folder"
                                : "it does not follow the line before");
            }
            apply(node, hash);
        } catch (IOException e) {
            throw damage("it is not JSON");
        }
    }

    /** Applies the next line, which has the given hash. */
    void apply(JsonNode line, String hash) {
        lines++;
        lastHash = hash;
        applyAction(line);
    }

    /** Returns the mask that most threads had before the latest plan; empty if the log has none. */
    String usual() {
        return usual;
    }

    private ProblemException damage(String fault) {
        return Problem.ofFault("is damaged: " + fault)
                .at(Place.atLine(file, lines + 1))
                .exception(ExitStatus.BAD_INPUT);
    }

    private void applyAction(JsonNode line) {
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
                // a thread started under the plan has an inherited mask until the next call
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
                // line of a later version; the hash chain is still valid
            }
        }
    }

    private void plan(JsonNode line, String mask) {
        if (line.path("object").asText().equals("thread") && !isRestore(line)) {
            planned.add(line.path(mask).asText());
            planned.remove(""); // read back from a thread that ended during the call
        }
    }

    private static boolean isRestore(JsonNode line) {
        return line.path("reason").asText().equals(MaskRestorer.REASON);
    }

    /** Returns the possible masks. An interrupt's original mask is in its first line, unless that line belongs to a restore. */
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

    /** Returns the masks that a thread can have according to the log; empty if it was never changed. */
    Set<String> masks(long tid, long startTicks) {
        @Nullable Entry entry = entries.get(key("thread", tid, startTicks));
        return entry == null ? Set.of() : entry.masks();
    }

    /** Returns the mask set by another process, as last seen; empty if there is none. */
    public String foreign(Entry entry) {
        return foreign.getOrDefault(key(entry.object(), entry.id(), entry.startTicks()), "");
    }

    /** Returns whether masks of a plan were set and not restored. */
    public boolean inForce() {
        return inForce;
    }

    /** Returns the threads and interrupts that the latest plan changed, including restored ones but not ended threads. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** Returns whether an interrupt can have another mask than before the latest plan. */
    boolean hasMovedInterrupts() {
        return entries.values().stream()
                .anyMatch(entry ->
                        entry.object().equals("interrupt") && !entry.masks().equals(Set.of(entry.original())));
    }

    /** Returns the {@code begin} line of the latest plan; an empty object if there is none. */
    public JsonNode plan() {
        return plan;
    }

    long lines() {
        return lines;
    }

    /** Returns the number of completed calls. */
    long calls() {
        return calls;
    }

    /** Returns whether the last line was truncated. */
    public boolean isTruncated() {
        return truncated;
    }

    String lastHash() {
        return lastHash;
    }

    long wholeBytes() {
        return wholeBytes;
    }

    /** Returns the original masks for {@link MaskRestorer}. */
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
