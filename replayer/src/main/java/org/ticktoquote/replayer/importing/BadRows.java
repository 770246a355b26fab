package org.ticktoquote.replayer.importing;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.file.OutputFile;

/** Counts bad rows, keeps the first few, and optionally writes all of them to a CSV file. */
final class BadRows implements Consumer<Problem>, AutoCloseable {
    static final int KEPT = 20;
    private static final String HEADER = "file,row,column,value,reason\n";

    private final List<Problem> kept = new ArrayList<>();
    private final Optional<OutputFile> file;
    private final Optional<Writer> list;
    private long count;

    /**
     * Creates the optional CSV file.
     *
     * @throws IOException if the CSV file cannot be written
     */
    BadRows(Optional<Path> csv) throws IOException {
        this.file = csv.map(OutputFile::claim);
        this.list = file.isPresent() ? Optional.of(begun(file.get())) : Optional.empty();
    }

    BadRows() {
        this.file = Optional.empty();
        this.list = Optional.empty();
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
    public void accept(Problem row) {
        count++;
        if (kept.size() < KEPT) {
            kept.add(row);
        }
        list.ifPresent(writer -> write(writer, row));
    }

    private static void write(Writer writer, Problem row) {
        try {
            writer.write(csv(row));
            writer.write('\n');
        } catch (IOException e) {
            throw Problem.of("--bad-rows").fault("cannot be written", e).failure(e);
        }
    }

    /** Returns file, row, column, value and reason. All but the row are quoted. */
    private static String csv(Problem row) {
        Place place = row.place().orElseThrow();
        String expected = row.expected().isEmpty() ? "" : "expected " + row.expected();
        return String.join(
                ",",
                quoted(place.file()),
                Long.toString(place.line()),
                quoted(row.about().orElse("")),
                quoted(row.value().orElse("")),
                quoted(row.fault() + (row.fault().isEmpty() || expected.isEmpty() ? "" : ", ") + expected));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    List<Problem> kept() {
        return List.copyOf(kept);
    }

    long count() {
        return count;
    }

    /** Returns one line for each kept row, and a line with the number of other rows. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(kept.stream().map(Problem::text).toList());
        if (count > kept.size()) {
            lines.add("... and " + CountText.of(count - kept.size(), "more bad row"));
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
