package org.ticktoquote.replayer.importing;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.PackedContent;
import org.ticktoquote.core.file.UnpackException;
import org.tukaani.xz.CorruptedInputException;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZIOException;

/**
 * Decompressed content of a tick file.
 *
 * @param entryName name within a zip; otherwise empty
 */
record TickContent(String entryName, InputStream stream) implements Closeable {
    /** First bytes of a zip with entries, and of an empty zip. */
    private static final List<byte[]> ZIP_MAGICS = List.of(new byte[] {'P', 'K', 3, 4}, new byte[] {'P', 'K', 5, 6});

    private static final int MAX_MAGIC_LENGTH = 6;
    private static final int BUFFER_LENGTH = 1 << 18;
    /** Dukascopy's streams need 8 MB. A header could ask for 4 GB. */
    private static final int LZMA_LIMIT_KB = 65 * 1024;

    /**
     * First bytes, in hexadecimal digits, of unsupported compression formats, to report the format instead of a bad first
     * row.
     */
    private static final Map<String, String> FOREIGN_MAGICS = Map.of(
            "425a68", "bzip2",
            "fd377a585a00", "xz",
            "377abcaf", "7z",
            "526172211a", "rar",
            "5d0000", "LZMA, as .bi5 files are (--format bi5)");

    /** Encodings by a pattern of their first bytes, in hexadecimal digits. */
    private static final List<Map.Entry<String, String>> WIDE_ENCODINGS = List.of(
            Map.entry("fffe0000", "UTF-32LE"),
            Map.entry("0000feff", "UTF-32BE"),
            Map.entry("fffe.*", "UTF-16LE"),
            Map.entry("feff.*", "UTF-16BE"),
            Map.entry("((?!00)[0-7].00){2}", "UTF-16LE"),
            Map.entry("(00(?!00)[0-7].){2}", "UTF-16BE"));

    /** Opens a text, plain or packed with zip, gzip or zstd, as UTF-8. The file's name is irrelevant. */
    static TickContent text(Path file) throws IOException {
        byte[] begin = firstBytes(file);
        requireKnown(file, begin);
        if (ZIP_MAGICS.stream().anyMatch(magic -> begins(begin, magic))) {
            ZipContent zip = ZipContent.open(file);
            return utf8(zip.entryName(), zip);
        }
        return utf8("", open(file));
    }

    private static void requireKnown(Path file, byte[] begin) {
        String digits = HexFormat.of().formatHex(begin);
        FOREIGN_MAGICS.forEach((magic, name) -> {
            if (digits.startsWith(magic)) {
                throw Problem.of(file)
                        .fault("is packed with " + name)
                        .expected("plain text, zip, gzip or zstd; unpack it first")
                        .exception(ExitStatus.BAD_INPUT);
            }
        });
    }

    private static TickContent utf8(String entryName, InputStream stream) throws IOException {
        try {
            return new TickContent(entryName, inUtf8(stream));
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** Opens a file and decompresses gzip and zstd. */
    static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_LENGTH);
        try {
            in.mark(MAX_MAGIC_LENGTH);
            byte[] begin = in.readNBytes(Integer.BYTES);
            in.reset();
            InputStream unpacked = PackedContent.unpacked(begin, in);
            return unpacked == in ? in : new BufferedInputStream(unpacked, BUFFER_LENGTH);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /**
     * Returns a text in UTF-8. Detects UTF-16 and UTF-32 by their byte order mark, and UTF-16 without one by the zero bytes of its
     * first two characters. Other streams are unchanged.
     */
    static InputStream inUtf8(InputStream text) throws IOException {
        PushbackInputStream pushback = new PushbackInputStream(text, Integer.BYTES);
        byte[] begin = pushback.readNBytes(Integer.BYTES);
        pushback.unread(begin);
        String digits = HexFormat.of().formatHex(begin);
        return WIDE_ENCODINGS.stream()
                .filter(each -> digits.matches(each.getKey()))
                .findFirst()
                .<InputStream>map(wide -> new Recoded(pushback, Charset.forName(wide.getValue())))
                .orElse(pushback);
    }

    /** Opens an LZMA-alone stream, optionally compressed with gzip or zstd. An empty file is an empty stream. */
    static TickContent lzma(Path file) throws IOException {
        if (Files.size(file) == 0) {
            return new TickContent("", InputStream.nullInputStream());
        }
        InputStream packed = open(file);
        try {
            return new TickContent(
                    "", new BufferedInputStream(new LZMAInputStream(packed, LZMA_LIMIT_KB), BUFFER_LENGTH));
        } catch (IOException | RuntimeException e) {
            packed.close();
            throw e;
        }
    }

    private static byte[] firstBytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_MAGIC_LENGTH);
        }
    }

    private static boolean begins(byte[] bytes, byte[] magic) {
        return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    /** Describes why a file cannot be read to its end. */
    static String damage(IOException e) {
        String detail = e.getMessage() == null ? "" : ": " + e.getMessage();
        if (e instanceof MemoryLimitException) {
            return "needs more memory than a .bi5 file: another format, or damaged";
        }
        if (e instanceof CorruptedInputException || e instanceof XZIOException) {
            return "is damaged: not a sound LZMA stream; fetch it again";
        }
        if (e instanceof EOFException) {
            return "is damaged: ends too early" + detail + "; fetch it again";
        }
        if (e instanceof UnpackException) {
            return "is damaged" + detail + "; fetch it again";
        }
        if (e instanceof ZipException) {
            return "is not a zip that can be imported" + detail;
        }
        return "cannot be read: " + IoReason.of(e);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    /** A text in another charset, converted to UTF-8. */
    private static final class Recoded extends FilterInputStream {
        private final Reader reader;
        private final char[] chars = new char[1 << 12];
        private byte[] bytes = {};
        private int at;

        Recoded(InputStream in, Charset charset) {
            super(in);
            this.reader = new InputStreamReader(in, charset);
        }

        @Override
        public int read() throws IOException {
            return hasMore() ? bytes[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] to, int offset, int wanted) throws IOException {
            if (wanted > 0 && !hasMore()) {
                return -1;
            }
            int count = Math.min(wanted, bytes.length - at);
            System.arraycopy(bytes, at, to, offset, count);
            at += count;
            return count;
        }

        private boolean hasMore() throws IOException {
            if (at < bytes.length) {
                return true;
            }
            int count = reader.read(chars, 0, chars.length - 1);
            if (count <= 0) {
                return false;
            }
            if (Character.isHighSurrogate(chars[count - 1])) {
                int low = reader.read();
                chars[count] = (char) low;
                count += low < 0 ? 0 : 1;
            }
            bytes = new String(chars, 0, count).getBytes(StandardCharsets.UTF_8);
            at = 0;
            return true;
        }
    }

    /**
     * Reads the only table in a zip, ignoring additional files, and checks its checksum and length, which {@link ZipFile} does
     * not.
     *
     * <p>Does not unpack to disk or memory, so false names and sizes in a zip do no harm.
     */
    private static final class ZipContent extends FilterInputStream {
        /** Matches paths of additional files, by file name or folder. */
        private static final Pattern ADDITION = Pattern.compile(
                "(^|/)(__macosx/|[.][^/]*$|(readme|licen[cs]e|notice|copying|changelog|manifest)[^/]*$)");

        private static final int NAMED = 2;

        private final ZipFile zip;
        private final ZipEntry entry;
        private final CheckedInputStream checked;
        private long length;

        private ZipContent(ZipFile zip, ZipEntry entry, CheckedInputStream checked) {
            super(checked);
            this.zip = zip;
            this.entry = entry;
            this.checked = checked;
        }

        /** Opens a zip. Throws a {@code ProblemException} for an intact zip without exactly one table. */
        static ZipContent open(Path file) throws IOException {
            // this charset accepts every name that is not marked as UTF-8
            ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.ISO_8859_1);
            try {
                ZipEntry entry = table(file, zip);
                return new ZipContent(zip, entry, new CheckedInputStream(zip.getInputStream(entry), new CRC32()));
            } catch (IOException | RuntimeException e) {
                zip.close();
                throw e;
            }
        }

        private static ZipEntry table(Path file, ZipFile zip) {
            List<ZipEntry> tables = named(zip, ".csv");
            if (tables.isEmpty()) {
                tables = named(zip, ".txt");
            }
            if (tables.isEmpty()) {
                throw Problem.of(file)
                        .fault("holds " + names(zip.stream()))
                        .expected("exactly one .csv or .txt among other files")
                        .exception(ExitStatus.BAD_INPUT);
            }
            if (tables.size() > 1) {
                throw Problem.of(file)
                        .fault("holds " + tables.size() + " tables: " + names(tables.stream()))
                        .expected("one")
                        .exception(ExitStatus.BAD_INPUT);
            }
            return tables.get(0);
        }

        /** Returns the files with a suffix, except the additional files of archivers and authors. */
        private static List<ZipEntry> named(ZipFile zip, String suffix) {
            return zip.stream()
                    .filter(entry -> !entry.isDirectory())
                    .filter(entry -> {
                        String path = entry.getName().toLowerCase(Locale.ROOT);
                        return path.endsWith(suffix) && !ADDITION.matcher(path).find();
                    })
                    .<ZipEntry>map(entry -> entry)
                    .toList();
        }

        private static String names(Stream<? extends ZipEntry> entries) {
            List<String> names = entries.limit(NAMED + 1)
                    .map(each -> Printable.text(each.getName(), 60))
                    .toList();
            String more = names.size() > NAMED ? ", ..." : "";
            return names.isEmpty()
                    ? "nothing"
                    : String.join(", ", names.subList(0, Math.min(NAMED, names.size()))) + more;
        }

        String entryName() {
            return entry.getName();
        }

        @Override
        public int read(byte[] bytes, int offset, int wanted) throws IOException {
            int read = super.read(bytes, offset, wanted);
            if (read > 0) {
                length += read;
            } else if (read < 0) {
                requireWhole();
            }
            return read;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public long skip(long wanted) {
            throw new UnsupportedOperationException("the checksum needs every byte");
        }

        private void requireWhole() throws ZipException {
            if (length != entry.getSize() || checked.getChecksum().getValue() != entry.getCrc()) {
                throw new ZipException("checksum or length of " + Printable.text(entry.getName(), 60) + " is wrong");
            }
        }

        @Override
        public void close() throws IOException {
            try (zip) {
                super.close();
            }
        }
    }
}
