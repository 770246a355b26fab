package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.LongConsumer;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordingWriter;

/** Writes the quotes that a survey found, in time order; all of them, or no file. */
record RecordingImport(
        List<SourceFindings> findings,
        Directory directory,
        RecordingWindow window,
        long announcementNs,
        long addedQuantity) {

    /** Writes the recording; an interruption is refused. */
    void write(OutputFile out, LongConsumer progress) {
        try (Interruption interruption = Interruption.watch();
                RecordingWriter writer = RecordingWriter.create(
                        out, directory.instruments(), directory.venues(), announcementNs, addedQuantity)) {
            try (Merge merge = new Merge(findings, window)) {
                copy(merge, writer, interruption, progress);
            } catch (IOException e) {
                writer.discard();
                throw new UncheckedIOException(e);
            } catch (RuntimeException e) {
                writer.discard();
                throw e;
            }
        }
    }

    private void copy(Merge merge, RecordingWriter writer, Interruption interruption, LongConsumer progress)
            throws IOException {
        for (Merge.Merged merged = merge.next(); merged != null; merged = merge.next()) {
            if (interruption.requested()) {
                throw Problem.ofFault("interrupted; nothing was written").refusal(ExitStatus.INTERRUPTED);
            }
            writer.append(directory.quote(merged));
            progress.accept(writer.count());
        }
    }
}
