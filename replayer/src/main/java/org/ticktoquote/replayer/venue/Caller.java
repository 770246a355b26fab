package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageTexts;
import quickfix.MessageUtils;
import quickfix.field.BeginString;
import quickfix.field.SenderCompID;
import quickfix.field.TargetCompID;

/** A connection, its unfinished message and, from its Logon on, its session. One thread. */
final class Caller {
    private static final int SHOWN = 64;

    private final Venue venue;
    private final VenueConnection connection;
    private final MessageTexts frames = new MessageTexts();
    private final long acceptedNs = System.nanoTime();
    private @Nullable ApplicationLink link;
    private String unreadable = "";
    private boolean leftOutSaid;

    Caller(Venue venue, VenueConnection connection) {
        this.venue = venue;
        this.connection = connection;
    }

    VenueConnection connection() {
        return connection;
    }

    /** Whether its Logon is overdue. */
    boolean isSilentFor(long ns) {
        return link == null && System.nanoTime() - acceptedNs > ns;
    }

    /** Reads what has come; null when the connection is over. */
    @Nullable
    List<String> read(ByteBuffer buffer) {
        try {
            List<String> messages = new ArrayList<>();
            if (connection.read(buffer.clear()) >= 0) {
                long leftOut = frames.leftOut();
                boolean endable = frames.read(buffer.flip(), messages::add);
                if (link != null && frames.leftOut() > leftOut) {
                    link.flood().add();
                }
                if (endable && (link != null || frames.fault().isEmpty())) {
                    return messages;
                }
                unreadable = about(
                        endable
                                ? "its first message cannot be read: " + frames.fault()
                                : "a message of more than " + MessageFramer.MAX_LENGTH + " bytes");
            }
        } catch (IOException gone) {
            return null; // the same as its end
        }
        return null;
    }

    /** What was wrong with what it said, for people; empty where nothing was, or it is not known. */
    String trouble() {
        VenueTls tls = venue.setup().tls();
        return tls == null || connection.trouble().isEmpty()
                ? unreadable
                : about("TLS: " + connection.trouble() + ", expected " + tls.expected());
    }

    /** Describes the first bytes that were left out, once; else empty. */
    String leftOut() {
        if (link == null || frames.fault().isEmpty() || leftOutSaid) {
            return "";
        }
        leftOutSaid = true;
        return about(Counted.of(frames.leftOut(), "byte is", "bytes are") + " left out: " + frames.fault());
    }

    /** What it did not do in time, for people. */
    String overdue() {
        return about(connection.isEstablished() ? "no Logon (35=A) in time" : "no TLS handshake in time");
    }

    private String about(String fault) {
        return venue.setup().name() + ", connection from " + connection.getRemoteAddress() + ": " + fault;
    }

    /** A message, with the gate held; returns what was wrong with it, or why the connection was ended; else empty. */
    String take(String text) {
        connection.received(text);
        if (link == null) {
            String objection = logon(text);
            if (!objection.isEmpty()) {
                connection.disconnect();
                return about(objection);
            }
        }
        String trouble = link == null ? "" : link.receive(text);
        return trouble.isEmpty() ? "" : about(trouble);
    }

    private String logon(String text) {
        if (!MessageUtils.isLogon(text)) {
            return "the first message is no Logon (35=A)";
        }
        String begin = field(text, BeginString.FIELD);
        String sender = field(text, SenderCompID.FIELD);
        String target = field(text, TargetCompID.FIELD);
        String expected = venue.setup().version().beginString();
        if (!begin.equals(expected)) {
            return "Logon with 8=" + begin + ", expected 8=" + expected;
        }
        for (ApplicationLink each : venue.links()) {
            if (each.application().equals(sender) && target.equals(venue.setup().name())) {
                link = each.connect(connection) ? each : null;
                return link == null ? "Logon of " + sender + ", which is logged on already" : "";
            }
        }
        return "Logon with 49=" + sender + " 56=" + target + ", expected 49="
                + String.join(" or ", venue.setup().applications()) + " 56="
                + venue.setup().name();
    }

    private static String field(String text, int tag) {
        String value = MessageUtils.getStringField(text, tag);
        if (value == null) {
            return "";
        }
        return value.length() > SHOWN ? value.substring(0, SHOWN) : value;
    }
}
