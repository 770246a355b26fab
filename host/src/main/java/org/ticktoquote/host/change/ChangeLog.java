package org.ticktoquote.host.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;

/**
 * Append-only log of changes to a host's settings, one JSON object per line. An {@code apply} line is forced to disk before
 * its setting is written, so a crash loses no value to restore. Claims the file while open.
 */
public final class ChangeLog implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private static final String LINE_START = "{\"at\":\"";

    private final Path file;
    private final FileChannel channel;
    private final Claim claim;
    private final List<ChangeEntry> inForce;

    private ChangeLog(Path file, FileChannel channel, Claim claim, List<ChangeEntry> inForce) {
        this.file = file;
        this.channel = channel;
        this.claim = claim;
        this.inForce = inForce;
    }

    /** Returns the default file, in {@code XDG_STATE_HOME} or {@code ~/.local/state}. */
    public static Path standardFile() {
        return UserPath.state().resolve("host-changes.jsonl");
    }

    /** Opens the log for changes; creates it if necessary. */
    public static ChangeLog open(Path file) {
        return FileAccess.run(file, "cannot be written", ExitStatus.ENVIRONMENT, () -> {
            Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
            return opened(file, Claim.file(file, "t2q host --apply or --undo", "wait until it ends"));
        });
    }

    private static ChangeLog opened(Path file, Claim claim) throws IOException {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            return opened(file, channel, claim);
        } catch (IOException | RuntimeException e) {
            claim.close();
            throw e;
        }
    }

    private static ChangeLog opened(Path file, FileChannel channel, Claim claim) throws IOException {
        try {
            List<ChangeEntry> inForce = read(file);
            channel.truncate(wholeBytes(Files.readAllBytes(file)));
            return new ChangeLog(file, channel, claim, inForce);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns the changes that were not undone, without claiming the log. */
    static List<ChangeEntry> changes(Path file) {
        return Files.exists(file) ? read(file) : List.of();
    }

    /** Returns the changes that were not undone, oldest first. */
    List<ChangeEntry> changes() {
        return List.copyOf(inForce);
    }

    private static List<ChangeEntry> read(Path file) {
        List<ChangeEntry> inForce = new ArrayList<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            try {
                @Nullable ChangeEntry entry = JSON.readValue(lines.get(i), ChangeEntry.class);
                if (entry == null || !Setting.isName(entry.setting())) {
                    throw Problem.ofFault("is not a line of the change log: no setting")
                            .at(Place.atLine(file, i + 1))
                            .exception(ExitStatus.BAD_INPUT);
                }
                apply(inForce, entry);
            } catch (JsonProcessingException e) {
                throw Problem.ofFault("is not a line of the change log: " + JsonProblem.of(e, null))
                        .at(Place.atLine(file, i + 1))
                        .exception(ExitStatus.BAD_INPUT, e);
            }
        }
        return inForce;
    }

    private static List<String> lines(Path file) {
        return FileAccess.read(file, () -> {
            byte[] bytes = Files.readAllBytes(file);
            return new String(bytes, 0, wholeBytes(bytes), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        });
    }

    /**
     * Returns the length without a last line truncated by a crash. Dropping that line is safe: an {@code apply} has not
     * written its setting yet, and after a lost {@code keep} or {@code undo} the next undo checks the setting again.
     * Any other incomplete line is included and later reported as an error.
     */
    private static int wholeBytes(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        String rest = new String(bytes, end, bytes.length - end, StandardCharsets.UTF_8);
        return rest.startsWith(LINE_START) || LINE_START.startsWith(rest) ? end : bytes.length;
    }

    private static void apply(List<ChangeEntry> inForce, ChangeEntry entry) {
        if (entry.action().equals(ChangeEntry.APPLY)) {
            inForce.add(entry);
            return;
        }
        for (int i = inForce.size() - 1; i >= 0; i--) {
            if (inForce.get(i).sameChange(entry)) {
                inForce.remove(i);
                return;
            }
        }
    }

    /** Appends a line and forces it to disk. */
    void append(ChangeEntry entry) {
        FileAccess.write(file, () -> {
            byte[] line = (JSON.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8);
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        });
        apply(inForce, entry);
    }

    @Override
    public void close() {
        try (claim) {
            FileAccess.change(file, "cannot be closed", channel::close);
        }
    }

    /**
     * Line of the log.
     *
     * @param at ISO-8601 UTC
     * @param boot id of the boot; empty if unknown
     * @param action {@code apply} (about to change), {@code keep} (change failed, or had another value, which its own line
     * has) or {@code undo} (restored, also by a reboot)
     * @param setting name of the setting
     * @param before value before the change
     * @param after intended value, or the one that the kernel took instead
     */
    record ChangeEntry(String at, String boot, String action, String setting, String before, String after) {
        static final String APPLY = "apply";
        static final String KEEP = "keep";
        static final String UNDO = "undo";

        /** Returns whether a reboot has undone the change, given the id of the current boot. */
        boolean isUndoneByReboot(String currentBoot) {
            return !currentBoot.isEmpty() && !boot.isEmpty() && !currentBoot.equals(boot);
        }

        /** Returns whether both lines concern the same change. */
        boolean sameChange(ChangeEntry other) {
            return setting.equals(other.setting) && before.equals(other.before) && after.equals(other.after);
        }
    }
}
