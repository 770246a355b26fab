package org.ticktoquote.wire.show;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ticktoquote.core.command.Problem;
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
        Set<StreamId> ids = new HashSet<>();
        ProblemException.under(
                "--stream",
                () -> ids.addAll(streams.stream().map(StreamId::parse).toList()));
        return new ListFilter(ids, new RecordingTime(0, firstNs).between(from, to), Set.copyOf(types));
    }

    /** Refuses options that are wrong for every capture, before one is read. */
    static void check(List<String> streams, String from, String to) {
        of(streams, "", "", List.of(), 0);
        time("--from", from);
        time("--to", to);
    }

    /** Refuses times relative to T0, the announcement of a recording, which captures do not have. */
    private static void time(String option, String text) {
        try {
            long unused = text.isBlank() ? 0 : new RecordingTime(0, 0).parse(text);
        } catch (ProblemException refusal) {
            throw Problem.of(option)
                    .value(text)
                    .fault("is not a time")
                    .expected("12:30:00.250 or 2014-05-02T12:30:00Z")
                    .exception(refusal);
        }
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
