package org.ticktoquote.wire.show;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.show.CaptureListing.Contents;
import org.ticktoquote.wire.show.CaptureListing.ListForm;
import org.ticktoquote.wire.stamp.StampFormat;

/** Prints lists of captures. */
abstract class ListingFixture {
    @TempDir
    Path folder;

    final StringWriter out = new StringWriter();
    final StringWriter remarks = new StringWriter();

    Path written(CaptureFiles file) {
        return file.write(folder.resolve("made.pcapng"));
    }

    ExitStatus print(CaptureListing listing) {
        try (Progress progress = Progress.onStandardError()) {
            return listing.print(new PrintWriter(out, true), new PrintWriter(remarks, true), progress);
        }
    }

    /** Prints all rows. */
    ExitStatus print(Path capture, Optional<StampFormat> stamps, Contents contents, ListForm form) {
        return print(new CaptureListing(List.of(capture), stamps, contents, form, List.of(), "", "", List.of()));
    }

    ExitStatus print(CaptureFiles file, Contents contents, ListForm form) {
        return print(written(file), Optional.empty(), contents, form);
    }
}
