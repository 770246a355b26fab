package org.ticktoquote.wire.show;

import java.util.List;
import java.util.Set;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.wire.capture.Frame;

/**
 * Selects rows of a list by stream, time and message type.
 *
 * @param streams empty for all
 * @param types message types; empty for all
 */
record ListFilter(Set<StreamId> streams, RecordingWindow window, Set<String> types) {
    /** Creates the filter of options. Times of day are on the day of the capture's first frame. */
    static ListFilter of(List<String> streams, String from, String to, List<String> types, long firstNs) {
        List<StreamId> ids = ProblemException.under(
                "--stream", () -> streams.stream().map(StreamId::parse).toList());
        return new ListFilter(Set.copyOf(ids), new RecordingTime(0, firstNs).between(from, to), Set.copyOf(types));
    }

    boolean hasStream(StreamId stream) {
        return streams.isEmpty() || streams.contains(stream);
    }

    /** Returns whether a time is in the window. Packets without a time pass only if the window is the whole capture. */
    boolean hasTime(long ns) {
        return ns == Frame.NO_TIME ? window.equals(RecordingWindow.ALL) : window.contains(ns);
    }

    boolean hasType(String type) {
        return types.isEmpty() || types.contains(type);
    }
}
