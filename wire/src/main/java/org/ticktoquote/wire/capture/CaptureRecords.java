package org.ticktoquote.wire.capture;

import java.io.IOException;

/** Reader of the records of one capture format. */
interface CaptureRecords {
    /**
     * Reads one record, or a part of a long one, and adds its frame if it has one.
     *
     * @return false at the end of the file
     * @throws org.ticktoquote.core.command.ProblemException if the file is damaged; names the position of the damage
     */
    boolean step() throws IOException;
}
