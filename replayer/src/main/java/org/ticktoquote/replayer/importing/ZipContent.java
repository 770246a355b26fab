package org.ticktoquote.replayer.importing;

import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Reads the only table in a zip, ignoring additional files, and checks its checksum and length, which {@link ZipFile} does
 * not.
 *
 * <p>Does not unpack to disk or memory, so false names and sizes in a zip do no harm.
 */
final class ZipContent extends FilterInputStream {
    /** Matches paths of additional files, by file name or folder. */
    private static final Pattern ADDITION =
            Pattern.compile("(^|/)(__macosx/|[.][^/]*$|(readme|licen[cs]e|notice|copying|changelog|manifest)[^/]*$)");

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
        ZipFile zip = new ZipFile(file.toFile());
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
        return names.isEmpty() ? "nothing" : String.join(", ", names.subList(0, Math.min(NAMED, names.size()))) + more;
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
