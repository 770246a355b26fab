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
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.file.Sha256;

/**
 * Append-only ledger file of one baseline, candidate and policy, one line per look. A line consists of a checksum, a space
 * and JSON. The checksum is the SHA-256 of the previous checksum and this JSON, which reveals changed or removed lines.
 */
final class LedgerFile {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private static final int DIGITS = 64;

    private final Path path;

    LedgerFile(Path path) {
        this.path = path;
    }

    /** Reads all entries; empty if there is no file. Rejects a damaged or modified file, naming the line. */
    List<LedgerEntry> read() {
        if (!Files.exists(path)) {
            return List.of();
        }
        List<LedgerEntry> entries = new ArrayList<>();
        String before = "";
        for (String line : lines()) {
            int number = entries.size() + 1;
            String json = line.length() > DIGITS ? line.substring(DIGITS + 1) : "";
            String checksum = Sha256.ofText(before + json, DIGITS);
            if (!line.startsWith(checksum + " ")) {
                throw damaged(number, "was changed after it was written, or a previous line was");
            }
            try {
                entries.add(JSON.readValue(json, LedgerEntry.class));
            } catch (JsonProcessingException e) {
                throw damaged(number, "is not a gate: " + JsonProblem.of(e, null));
            }
            before = checksum;
        }
        return entries;
    }

    private ProblemException damaged(int line, String what) {
        return Problem.ofFault(what).at(Place.atLine(path, line)).exception(ExitStatus.BAD_INPUT);
    }

    /** Returns the complete lines. An incomplete line after a crash is ignored, because its verdict was never reported. */
    private List<String> lines() {
        return FileAccess.read(path, () -> {
            // a crash, or a concurrent writer, can leave an incomplete character
            String text = new String(Files.readAllBytes(RegularFile.require(path)), StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        });
    }

    /** Appends a line and forces it to disk. */
    void append(LedgerEntry entry) {
        List<LedgerEntry> sound = read();
        List<String> lines = sound.isEmpty() ? List.of() : lines();
        String before = sound.isEmpty() ? "" : lines.get(sound.size() - 1).substring(0, DIGITS);
        FileAccess.write(path, () -> {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.truncate(lines.stream()
                        .mapToLong(line -> line.getBytes(StandardCharsets.UTF_8).length + 1L)
                        .sum());
                String json = JSON.writeValueAsString(entry);
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
