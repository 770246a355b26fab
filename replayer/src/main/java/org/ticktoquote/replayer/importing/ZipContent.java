package org.ticktoquote.replayer.importing;

import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The one CSV of a zip, checked while it is read: {@link ZipFile} itself does not compare the checksum.
 *
 * <p>Nothing is unpacked to a disk or held in memory, so the names and sizes that a zip claims can do no harm.
 */
final class ZipContent extends FilterInputStream {
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

    static ZipContent open(Path file) throws IOException {
        ZipFile zip = new ZipFile(file.toFile());
        try {
            ZipEntry entry = onlyCsv(zip);
            return new ZipContent(zip, entry, new CheckedInputStream(zip.getInputStream(entry), new CRC32()));
        } catch (IOException | RuntimeException e) {
            zip.close();
            throw e;
        }
    }

    private static ZipEntry onlyCsv(ZipFile zip) throws IOException {
        List<? extends ZipEntry> entries = zip.stream().limit(2).toList();
        if (zip.size() != 1 || !isCsv(entries.get(0))) {
            String names = entries.stream()
                    .map(each -> Shown.text(each.getName(), 60))
                    .reduce((a, b) -> a + ", " + b)
                    .orElse("nothing");
            String more = zip.size() > entries.size() ? ", ..." : "";
            throw new ZipException("holds " + names + more + "; expected exactly one .csv or .txt");
        }
        return entries.get(0);
    }

    private static boolean isCsv(ZipEntry entry) {
        String name = entry.getName().toLowerCase(Locale.ROOT);
        return !entry.isDirectory() && (name.endsWith(".csv") || name.endsWith(".txt"));
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
            throw new ZipException("checksum or length of " + Shown.text(entry.getName(), 60) + " is wrong");
        }
    }

    @Override
    public void close() throws IOException {
        try (zip) {
            super.close();
        }
    }
}
