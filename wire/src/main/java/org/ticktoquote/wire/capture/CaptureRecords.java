package org.ticktoquote.wire.capture;

import java.io.IOException;

/** Reads the records of one format. */
interface CaptureRecords {
    /**
     * Reads one record, or a part of a long one, and adds its frame where it has one.
     *
     * @return whether it did; otherwise the file has no more
     * @throws org.ticktoquote.core.command.Refusal where the file is damaged, with the place of it
     */
    boolean step() throws IOException;
}
