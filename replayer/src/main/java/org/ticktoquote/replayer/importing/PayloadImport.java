package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordingWriter;

/**
 * Makes a recording of payloads: the captures are read once for all that is wrong and for the instruments, and once more to
 * be written.
 */
record PayloadImport(PayloadInput input, RecordingWindow window, long announcementNs) {

    /**
     * Writes the recording; all of it, or nothing.
     *
     * @param err for notes and for what is wrong
     */
    PayloadSummary write(
            OutputFile out, InstrumentFacts facts, boolean skipBad, PrintWriter err, LateProgress progress) {
        BadPayloads bad = new BadPayloads();
        PayloadSurvey survey = new PayloadSurvey(window);
        QuoteSource quotes = input.sources().get();
        try (PayloadReader reader = reader(quotes, bad)) {
            long payloads = 0;
            for (CapturedPayload next = reader.next(); next != null; next = reader.next()) {
                survey.add(next);
                progress.rows("checking", ++payloads);
            }
            reader.notes().forEach(err::println);
            bad.require(skipBad, out.file(), err);
            if (survey.ticks() == 0) {
                throw Problem.of(out.file())
                        .fault("is not written: no tick is in the window")
                        .refusal(ExitStatus.BAD_INPUT);
            }
            write(out, survey, survey.instruments(facts, quotes.instruments()), progress);
            return new PayloadSummary(input.declaration().lines(), reader.findings(), survey.ticks(), bad.count());
        }
    }

    private PayloadReader reader(QuoteSource quotes, BadPayloads bad) {
        return new PayloadReader(input.captures(), input.declaration(), quotes, bad);
    }

    private void write(OutputFile out, PayloadSurvey survey, List<Instrument> instruments, LateProgress progress) {
        QuoteSource quotes = input.sources().get();
        try (Interruption interruption = Interruption.watch();
                PayloadReader reader = reader(quotes, new BadPayloads());
                RecordingWriter writer = RecordingWriter.ofPayloads(
                        out, instruments, survey.venues(), announcementNs, input.text(), quotes.priced())) {
            try {
                survey.rewind();
                for (CapturedPayload next = reader.next(); next != null; next = reader.next()) {
                    if (interruption.requested()) {
                        throw Problem.ofFault("interrupted; nothing was written")
                                .refusal(ExitStatus.INTERRUPTED);
                    }
                    copy(next, survey, writer);
                    progress.rows("writing", writer.count());
                }
            } catch (RuntimeException e) {
                writer.discard();
                throw e;
            }
        }
    }

    private static void copy(CapturedPayload captured, PayloadSurvey survey, RecordingWriter writer) {
        if (!survey.chooses(captured)) {
            return;
        }
        writer.payload(captured.payload());
        for (DecodedQuote quote : captured.quotes()) {
            writer.append(survey.quote(quote, captured.payload().timeNs()));
        }
    }
}
