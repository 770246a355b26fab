package org.ticktoquote.core.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes sent and received messages to a file, one per line in the form of {@link MessageText}. For a few messages only,
 * because the caller waits for the disk. Thread-safe. Discards messages after the first {@value #MAX_MESSAGES}.
 */
public final class MessageTrace {
    private static final int MAX_MESSAGES = 200_000;
    private static final String OUT = ">";
    private static final String IN = "<";
    private static final String SEPARATOR = "\t";
    private static final int PARTS = 4;

    private final BufferedWriter file;
    private final Set<String> secretTags;
    private int written;

    /**
     * A traced message.
     *
     * @param atNs time on the clock of the process that traced it
     * @param peer other end of the connection
     * @param sent whether that process sent the message
     * @param text message in the form of {@link MessageText}
     */
    public record TracedMessage(long atNs, String peer, boolean sent, String text) {}

    private MessageTrace(BufferedWriter file, Set<String> secretTags) {
        this.file = file;
        this.secretTags = secretTags;
    }

    /** Returns the name of a FIX session of the clients in a trace. */
    public static String session(int index) {
        return String.format(Locale.ROOT, "session %02d", index);
    }

    public static MessageTrace into(Path file) {
        return into(file, Set.of());
    }

    /** @param secretTags tags of FIX messages with secrets, in addition to those of the standard */
    public static MessageTrace into(Path file, Set<Integer> secretTags) {
        try {
            return new MessageTrace(
                    Files.newBufferedWriter(file, StandardCharsets.UTF_8),
                    secretTags.stream().map(String::valueOf).collect(Collectors.toSet()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a message that is about to be sent. */
    public void sent(long atNs, String peer, ByteBuffer message) {
        write(atNs, peer, OUT, MessageText.of(message, secretTags));
    }

    public void received(long atNs, String peer, ByteBuffer message) {
        write(atNs, peer, IN, MessageText.of(message, secretTags));
    }

    private synchronized void write(long atNs, String peer, String direction, String text) {
        if (written++ >= MAX_MESSAGES) {
            return;
        }
        try {
            file.write(String.join(SEPARATOR, Long.toString(atNs), peer, direction, text) + "\n");
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a trace. Returns an empty list if there is no such file. */
    public static List<TracedMessage> read(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<TracedMessage> passed = new ArrayList<>();
        try {
            String text =
                    new String(Files.readAllBytes(file), StandardCharsets.UTF_8); // the file can end within a character
            for (String line : text.split("\n", -1)) {
                String[] parts = line.split(SEPARATOR, PARTS);
                if (parts.length == PARTS) { // the last line can be cut off
                    passed.add(new TracedMessage(
                            Long.parseLong(parts[0]), parts[1], parts[2].equals(OUT), parts[PARTS - 1]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return passed;
    }
}
