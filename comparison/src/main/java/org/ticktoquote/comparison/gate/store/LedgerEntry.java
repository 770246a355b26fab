package org.ticktoquote.comparison.gate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.file.Sha256;

/**
 * Line of a ledger: one look.
 *
 * @param gate id of the gate; lines with the same id count as one gate. Empty for a gate on existing runs
 * @param at start of the last run, ISO-8601 UTC
 * @param policy name of the policy
 * @param fingerprint digest of the conditions
 * @param baseline all runs in execution order, including runs that do not count
 * @param candidate all runs in execution order, including runs that do not count
 * @param look runs per side at which it was decided; 0 before the first look
 * @param verdict verdict at this look
 */
public record LedgerEntry(
        String gate,
        String at,
        String policy,
        String fingerprint,
        List<StoredRun> baseline,
        List<StoredRun> candidate,
        int look,
        GateVerdict verdict) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private static final int DIGITS = 64;

    public LedgerEntry {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
    }

    /**
     * Reads all entries of a ledger file; empty if there is no file. Rejects a damaged or modified file, naming the line.
     *
     * <p>The file has one baseline, candidate and policy, and one line per look. A line consists of a checksum, a space and
     * JSON. The checksum is the SHA-256 of the previous checksum and this JSON, which reveals changed or removed lines.
     */
    static List<LedgerEntry> read(Path path) {
        if (!Files.exists(path)) {
            return List.of();
        }
        List<LedgerEntry> entries = new ArrayList<>();
        String before = "";
        for (String line : lines(path)) {
            int number = entries.size() + 1;
            String json = line.length() > DIGITS ? line.substring(DIGITS + 1) : "";
            String checksum = Sha256.ofText(before + json, DIGITS);
            if (!line.startsWith(checksum + " ")) {
                throw damaged(path, number, "was changed after it was written, or a previous line was");
            }
            try {
                entries.add(JSON.readValue(json, LedgerEntry.class));
            } catch (JsonProcessingException e) {
                throw damaged(path, number, "is not a gate: " + JsonProblem.of(e, null));
            }
            before = checksum;
        }
        return entries;
    }

    private static ProblemException damaged(Path path, int line, String what) {
        return Problem.ofFault(what).at(Place.atLine(path, line)).exception(ExitStatus.BAD_INPUT);
    }

    /** Returns the complete lines. An incomplete line after a crash is ignored, because its verdict was never reported. */
    private static List<String> lines(Path path) {
        return FileAccess.read(path, () -> {
            // a crash, or a concurrent writer, can leave an incomplete character
            String text = new String(Files.readAllBytes(RegularFile.require(path)), StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        });
    }

    /** Appends this line to a file and forces it to disk. */
    void append(Path path) {
        List<LedgerEntry> sound = read(path);
        List<String> lines = sound.isEmpty() ? List.of() : lines(path);
        String before = sound.isEmpty() ? "" : lines.get(sound.size() - 1).substring(0, DIGITS);
        FileAccess.write(path, () -> {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.truncate(lines.stream()
                        .mapToLong(line -> line.getBytes(StandardCharsets.UTF_8).length + 1L)
                        .sum());
                String json = JSON.writeValueAsString(this);
                channel.position(channel.size());
                ByteBuffer line = ByteBuffer.wrap(
                        (Sha256.ofText(before + json, DIGITS) + " " + json + "\n").getBytes(StandardCharsets.UTF_8));
                while (line.hasRemaining()) {
                    channel.write(line);
                }
                channel.force(true);
            }
        });
    }
}
