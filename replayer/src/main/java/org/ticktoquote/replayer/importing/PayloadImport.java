package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.RecordingWriter;

/** Creates a recording of payloads. Reads the captures twice, first to find faults and instruments, then to write. */
final class PayloadImport {
    private final PayloadInput input;
    private final RecordingWindow window;
    private final IdAssignment directory = new IdAssignment();
    private boolean ticked;
    private long ticks;

    PayloadImport(PayloadInput input, RecordingWindow window) {
        this.input = input;
        this.window = window;
    }

    /**
     * Writes the complete recording or nothing, and prints a summary.
     *
     * @param err output for notes and faults
     */
    void write(
            OutputFile out,
            InstrumentSizes facts,
            long announcementNs,
            boolean skipBad,
            ImportSummary summary,
            PrintWriter err,
            DelayedProgress progress) {
        BadRows bad = new BadRows();
        QuoteSource quotes = input.quotes();
        try (PayloadReader reader = new PayloadReader(input, quotes, bad)) {
            long payloads = 0;
            for (PayloadReader.Payload next = reader.next(); next != null; next = reader.next()) {
                survey(next);
                progress.rows("checking", ++payloads);
            }
            reader.notes().forEach(err::println);
            require(bad, skipBad, out, err);
            write(out, directory.instruments(facts, quotes.instruments()), announcementNs, progress);
            summary.print(input.declaration().lines(), reader.findings(), ticks, bad.count(), out.file());
        }
    }

    private void survey(PayloadReader.Payload payload) {
        if (chooses(payload)) {
            payload.quotes().forEach(quote -> add(quote, directory));
            ticks += payload.quotes().size();
        }
    }

    /** Assigns ids to the quote's instrument and venue. */
    static void add(QuoteSource.Quote quote, IdAssignment directory) {
        directory.addInstrument(quote.symbol());
        directory.addVenue(quote.venue());
    }

    /** Returns true for payloads in the window and for all before the first tick. Call for each payload, in order. */
    private boolean chooses(PayloadReader.Payload payload) {
        ticked |= !payload.quotes().isEmpty();
        return !ticked || window.contains(payload.recorded().timeNs());
    }

    private void require(BadRows bad, boolean skipBad, OutputFile out, PrintWriter err) {
        bad.kept().forEach(problem -> err.println(problem.text()));
        err.flush();
        if (bad.count() > 0 && !skipBad) {
            String listed = bad.count() > BadRows.KEPT ? "the first " + BadRows.KEPT + " are listed" : "listed";
            throw Problem.of(out.file())
                    .fault("is not written: bad payloads: " + bad.count() + ", " + listed
                            + " above; leave them out with --skip-bad")
                    .exception(ExitStatus.BAD_INPUT);
        }
        if (ticks == 0) {
            throw Problem.of(out.file())
                    .fault("is not written: no tick is in the window")
                    .exception(ExitStatus.BAD_INPUT);
        }
    }

    private void write(OutputFile out, List<Instrument> instruments, long announcementNs, DelayedProgress progress) {
        QuoteSource quotes = input.quotes();
        try (Interruption interruption = new Interruption();
                PayloadReader reader = new PayloadReader(input, quotes, new BadRows());
                RecordingWriter writer = RecordingWriter.ofPayloads(
                        out, instruments, directory.venues(), announcementNs, input.text(), quotes.priced())) {
            try {
                ticked = false;
                for (PayloadReader.Payload next = reader.next(); next != null; next = reader.next()) {
                    interruption.checkInterrupted();
                    if (chooses(next)) {
                        writer.payload(next.recorded());
                        for (QuoteSource.Quote quote : next.quotes()) {
                            writer.append(recorded(quote, next.recorded().timeNs(), directory));
                        }
                    }
                    progress.rows("writing", writer.count());
                }
            } catch (RuntimeException e) {
                writer.discard();
                throw e;
            }
        }
    }

    /** Returns the quote with the ids of its instrument and venue. Refuses names that the first pass did not find. */
    static RecordedQuote recorded(QuoteSource.Quote of, long timeNs, IdAssignment directory) {
        Integer instrument = directory.instrument(of.symbol());
        Integer venue = directory.venue(of.venue());
        if (instrument == null || venue == null) {
            throw Problem.of("--plugin")
                    .fault("the decoder says '" + of.symbol() + "' or '" + of.venue() + "' only at the second reading")
                    .expected("the same of each payload whenever it is read")
                    .exception(ExitStatus.BAD_INPUT);
        }
        return new RecordedQuote(timeNs, instrument, venue, of.bid(), of.ask(), of.bidQuantity(), of.askQuantity());
    }
}
