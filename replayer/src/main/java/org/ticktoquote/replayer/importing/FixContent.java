package org.ticktoquote.replayer.importing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.file.PackedContent;

/** Kinds of files that can hold FIX messages, told by their first bytes after unpacking. */
enum FixContent {
    /** pcap or pcapng. */
    CAPTURE("a FIX capture"),
    /** A text with FIX messages in it. */
    LOG("a FIX log"),
    OTHER("a tick file");

    /** Which files an option says something of, where it is not all. */
    private static final Map<String, Set<FixContent>> READERS = readers();

    private static final int BEGIN = 1 << 16;
    private static final int BUFFER_LENGTH = 1 << 18;
    private static final Set<Integer> CAPTURES =
            Set.of(0xA1B2C3D4, 0xD4C3B2A1, 0xA1B23C4D, 0x4D3CB2A1, 0xA1B2CD34, 0x34CDB2A1, 0x0A0D0D0A);
    private static final Pattern MESSAGE = Pattern.compile("8=FIXT?\\.\\d\\.\\d[^9]{1,8}9=\\d");

    private final String words;

    FixContent(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    private static Map<String, Set<FixContent>> readers() {
        Map<String, Set<FixContent>> readers = new HashMap<>(Map.of(
                "--sender", EnumSet.of(CAPTURE, LOG),
                "--stamps", EnumSet.of(CAPTURE),
                "--sending-time", EnumSet.of(LOG),
                "--zone", EnumSet.of(LOG, OTHER)));
        Stream.of(
                        "date",
                        "symbol",
                        "decimals",
                        "quantity-unit",
                        "sort",
                        "columns",
                        "time-format",
                        "delimiter",
                        "decimal-mark",
                        "skip-lines")
                .forEach(name -> readers.put("--" + name, EnumSet.of(OTHER)));
        return readers;
    }

    /** Which files an option says something of; empty for all. */
    static Set<FixContent> readers(String option) {
        return READERS.getOrDefault(option, Set.of());
    }

    /** The kind of a file. */
    static FixContent of(Path file) throws IOException {
        byte[] begin;
        try (InputStream in = open(file)) {
            begin = in.readNBytes(BEGIN);
        }
        if (begin.length >= Integer.BYTES
                && CAPTURES.contains(ByteBuffer.wrap(begin).getInt())) {
            return CAPTURE;
        }
        String text = new String(begin, StandardCharsets.ISO_8859_1);
        return MESSAGE.matcher(text).find() ? LOG : OTHER;
    }

    /** The bytes of a file, unpacked where they are in a gzip or in zstd. */
    static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_LENGTH);
        try {
            in.mark(BEGIN);
            byte[] begin = in.readNBytes(Integer.BYTES);
            in.reset();
            InputStream unpacked = PackedContent.unpacked(begin, in);
            return unpacked == in ? in : new BufferedInputStream(unpacked, BUFFER_LENGTH);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }
}
