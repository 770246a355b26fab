package org.ticktoquote.replayer.importing;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.file.OutputFile;

/** Counts bad rows, keeps the first few, and writes all of them to a CSV file when one is wanted. */
final class BadRows implements Consumer<BadRow>, AutoCloseable {
    static final int KEPT = 20;
    private static final String HEADER = "file,row,column,value,reason\n";

    private final List<BadRow> kept = new ArrayList<>();
    private final Optional<OutputFile> file;
    private final Optional<Writer> list;
    private long count;

    /**
     * Begins a list.
     *
     * @throws IOException when the CSV file cannot be written
     */
    BadRows(Optional<Path> csv) throws IOException {
        this.file = csv.map(OutputFile::claim);
        this.list = file.isPresent() ? Optional.of(begun(file.get())) : Optional.empty();
    }

    private static Writer begun(OutputFile file) throws IOException {
        try {
            Writer list = new BufferedWriter(Channels.newWriter(file.open(), StandardCharsets.UTF_8));
            list.write(HEADER);
            return list;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public void accept(BadRow row) {
        count++;
        if (kept.size() < KEPT) {
            kept.add(row);
        }
        list.ifPresent(writer -> write(writer, row));
    }

    private static void write(Writer writer, BadRow row) {
        try {
            writer.write(row.csv());
            writer.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("the list of bad rows cannot be written: " + IoReason.of(e), e);
        }
    }

    long count() {
        return count;
    }

    /** A line for each of the first rows, and one that counts the others. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(kept.stream().map(BadRow::text).toList());
        if (count > kept.size()) {
            lines.add("... and %,d more bad rows".formatted(count - kept.size()));
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        if (list.isPresent() && file.isPresent()) {
            try (OutputFile whole = file.get()) {
                list.get().close();
                whole.complete();
            }
        }
    }
}
