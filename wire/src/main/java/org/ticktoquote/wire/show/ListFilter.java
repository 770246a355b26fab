package org.ticktoquote.wire.show;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.wire.capture.Frame;

/**
 * Chooses rows of a list by stream, time and type of message.
 *
 * @param streams empty for all
 * @param types of messages; empty for all
 */
record ListFilter(Set<StreamId> streams, RecordingWindow window, Set<String> types) {
    /** The filter of options; times of day are those of the day of the capture's first frame. */
    static ListFilter of(List<String> streams, String from, String to, List<String> types, long firstNs) {
        Set<StreamId> ids = new HashSet<>();
        Refusal.under(
                "--stream",
                () -> ids.addAll(streams.stream().map(StreamId::parse).toList()));
        return new ListFilter(ids, new RecordingTime(0, firstNs).between(from, to), Set.copyOf(types));
    }

    /** Refuses what no capture could make right, before one is read. */
    static void check(List<String> streams, String from, String to) {
        of(streams, "", "", List.of(), 0);
        time("--from", from);
        time("--to", to);
    }

    /** T0, the announcement of a recording, is nothing that a capture has. */
    private static void time(String option, String text) {
        try {
            long unused = text.isBlank() ? 0 : new RecordingTime(0, 0).parse(text);
        } catch (Refusal refusal) {
            throw Problem.of(option)
                    .value(text)
                    .fault("is not a time")
                    .expected("12:30:00.250 or 2014-05-02T12:30:00Z")
                    .refusal(refusal);
        }
    }

    boolean hasStream(StreamId stream) {
        return streams.isEmpty() || streams.contains(stream);
    }

    /** A packet without a time belongs to the whole capture only. */
    boolean hasTime(long ns) {
        return ns == Frame.NO_TIME ? window.equals(RecordingWindow.ALL) : window.contains(ns);
    }

    boolean hasType(String type) {
        return types.isEmpty() || types.contains(type);
    }
}
