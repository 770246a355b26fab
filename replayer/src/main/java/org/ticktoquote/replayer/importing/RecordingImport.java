package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.RecordingWriter;

/**
 * Writes the quotes found by {@link ImportCheck} in time order. Writes the complete recording or no file. Sides without a
 * quantity get one, because receivers read 0 as nothing available.
 */
final class RecordingImport {
    /** In units of the base currency; typical for a top of book. */
    private static final long DEFAULT_QUANTITY = 1_000_000;

    private final List<ImportCheck.SourceCounts> findings;
    private final Optional<Long> quantity;
    private final IdAssignment directory = new IdAssignment();

    /**
     * Assigns ids to instruments and venues with quotes, in order of the arguments.
     *
     * @param quantity for sides without one, in units of the base currency; if given, it also replaces 0
     */
    RecordingImport(List<ImportCheck.SourceCounts> findings, Optional<Long> quantity) {
        this.findings = findings;
        this.quantity = quantity;
        for (ImportCheck.SourceCounts found : findings) {
            found.quotes().keySet().forEach(directory::addInstrument);
            if (found.total() > 0) {
                directory.addVenue(found.source().venue());
            }
        }
    }

    /** Writes the recording. Throws a {@code ProblemException} after Ctrl-C. */
    void write(OutputFile out, InstrumentSizes facts, long announcementNs, LongConsumer progress) {
        List<Instrument> instruments = directory.instruments(facts, Map.of());
        try (Interruption interruption = new Interruption();
                RecordingWriter writer =
                        RecordingWriter.create(out, instruments, directory.venues(), announcementNs, addedQuantity())) {
            try (Merge merge = new Merge(findings)) {
                for (Merge.Merged next = merge.next(); next != null; next = merge.next()) {
                    interruption.checkInterrupted();
                    writer.append(quote(next.row(), next.source().venue()));
                    progress.accept(writer.count());
                }
            } catch (IOException e) {
                writer.discard();
                throw new UncheckedIOException(e);
            } catch (RuntimeException e) {
                writer.discard();
                throw e;
            }
        }
    }

    private RecordedQuote quote(Row row, String venue) {
        return new RecordedQuote(
                row.venueTimeNs(),
                Objects.requireNonNull(directory.instrument(row.symbol())),
                Objects.requireNonNull(directory.venue(venue)),
                row.bid(),
                row.ask(),
                quantity(row.bid(), row.bidQuantity()),
                quantity(row.ask(), row.askQuantity()));
    }

    private long quantity(long price, long said) {
        if (said == Row.NO_QUANTITY) {
            return price == Price.NONE ? 0 : quantity.orElse(DEFAULT_QUANTITY);
        }
        return said == 0 && price != Price.NONE ? quantity.orElse(0L) : said;
    }

    /** Returns the quantity given to sides that need one; 0 if none does. */
    private long addedQuantity() {
        return changedSides() > 0 ? quantity.orElse(DEFAULT_QUANTITY) : 0;
    }

    private long changedSides() {
        return sum(ImportCheck.SourceCounts::unsaid) + (quantity.isPresent() ? sum(ImportCheck.SourceCounts::zero) : 0);
    }

    private long sum(ToLongFunction<ImportCheck.SourceCounts> count) {
        return findings.stream().mapToLong(count).sum();
    }

    /** Returns a note on the recording's quantities; empty if there is nothing to note. */
    Optional<String> quantityNote() {
        long sides = changedSides();
        long zero = sum(ImportCheck.SourceCounts::zero);
        if (sides > 0) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "note: %s no quantity in the files and get%s %,d of the base currency%s",
                    CountText.of(sides, "side has", "sides have"),
                    sides == 1 ? "s" : "",
                    addedQuantity(),
                    quantity.isPresent() ? "" : "; --quantity N sets another"));
        }
        return zero == 0
                ? Optional.empty()
                : Optional.of("note: "
                        + CountText.of(zero, "side keeps", "sides keep")
                        + " the quantity 0 of the files; for an application that passes it on,"
                        + " 271=0 means no price; --quantity N replaces it");
    }
}
