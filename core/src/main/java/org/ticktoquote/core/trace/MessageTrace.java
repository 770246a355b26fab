package org.ticktoquote.core.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes sent and received messages to a file, one per line. For a few messages only, because the caller waits for the
 * disk. Thread-safe. Discards messages after the first {@value #MAX_MESSAGES}.
 */
public final class MessageTrace {
    private static final int MAX_MESSAGES = 200_000;
    private static final String OUT = ">";
    private static final String IN = "<";
    private static final String SEPARATOR = "\t";
    private static final int PARTS = 4;
    private static final char SOH = 1;
    /** RawData, Password, NewPassword, EncryptedPassword, EncryptedNewPassword. */
    private static final Set<String> SECRET = Set.of("96", "554", "925", "1402", "1404");

    /** Tags of the lengths of secrets that are data, by the tag of the secret. */
    private static final Map<String, String> LENGTHS = Map.of("96", "95", "1402", "1401", "1404", "1403");

    /** End of a whole message. */
    private static final Pattern TRAILER = Pattern.compile("\\x0110=[0-9]{3}\\x01?$");

    private static final String HIDDEN = "***";
    private static final byte[] FIX = "8=FIX".getBytes(StandardCharsets.ISO_8859_1);

    private final BufferedWriter file;
    private final Set<String> secretTags;
    private int written;

    /**
     * A traced message.
     *
     * @param atNs time on the clock of the process that traced it
     * @param peer other end of the connection
     * @param sent whether that process sent the message
     * @param text FIX message with {@code |} for SOH and without secrets; any other message in hexadecimal
     */
    public record TracedMessage(long atNs, String peer, boolean sent, String text) {
        /** Returns the value of the first field with a tag in a FIX message, or empty if there is none. */
        public String field(int tag) {
            return fields().getOrDefault(tag, "");
        }

        /** Returns the first field of each tag in a FIX message. */
        public SortedMap<Integer, String> fields() {
            SortedMap<Integer, String> fields = new TreeMap<>();
            for (String field : text.split("\\|", -1)) {
                int equals = field.indexOf('=');
                if (equals > 0 && field.substring(0, equals).matches("[0-9]{1,6}")) {
                    fields.putIfAbsent(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
                }
            }
            return fields;
        }
    }

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

    /**
     * Formats the bytes between position and limit: FIX with {@code |} for SOH and without secrets, anything else in
     * hexadecimal. Does not move position and limit.
     *
     * @param secretTags tags with secrets, in addition to those of the FIX standard
     */
    static String text(ByteBuffer message, Set<String> secretTags) {
        byte[] bytes = new byte[message.remaining()];
        message.duplicate().get(bytes);
        boolean fix = bytes.length > FIX.length && Arrays.equals(bytes, 0, FIX.length, FIX, 0, FIX.length);
        return fix
                ? ofFix(new String(bytes, StandardCharsets.ISO_8859_1), secretTags)
                : HexFormat.of().formatHex(bytes);
    }

    private static String ofFix(String message, Set<String> secretTags) {
        StringBuilder text = new StringBuilder(message.length());
        String plain = message.replace('|', '/');
        String field = "";
        for (int from = 0; from <= plain.length(); from += field.length() + 1) {
            field = plain.substring(from, end(plain, from, field));
            String tag = tag(field);
            text.append(SECRET.contains(tag) || secretTags.contains(tag) ? tag + "=" + HIDDEN : field)
                    .append('|');
        }
        return text.substring(0, text.length() - 1).replaceAll("[\\x00-\\x1f\\x7f-\\x9f]", "?");
    }

    /** Returns the end of a field. Secret data can contain SOH, and the field before them is their length. */
    private static int end(String message, int from, String before) {
        int separator = message.indexOf(SOH, from);
        int end = separator < 0 ? message.length() : separator;
        String tag = tag(message.substring(from, end));
        @Nullable String lengthTag = LENGTHS.get(tag);
        if (lengthTag != null && before.matches(lengthTag + "=[0-9]{1,9}")) {
            int length = Integer.parseInt(before.substring(before.indexOf('=') + 1));
            int endOfData = from + tag.length() + 1 + length;
            if (endOfData < message.length() && message.charAt(endOfData) == SOH) {
                return endOfData;
            }
            if (endOfData >= message.length() && !TRAILER.matcher(message).find()) {
                return message.length(); // cut off within the data
            }
        }
        return end;
    }

    private static String tag(String field) {
        return field.substring(0, Math.max(0, field.indexOf('=')));
    }

    /** Writes a message that is about to be sent. */
    public void sent(long atNs, String peer, ByteBuffer message) {
        write(atNs, peer, OUT, text(message, secretTags));
    }

    public void received(long atNs, String peer, ByteBuffer message) {
        write(atNs, peer, IN, text(message, secretTags));
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
