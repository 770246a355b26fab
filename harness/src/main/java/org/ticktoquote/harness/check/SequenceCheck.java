package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.trace.MessageText;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;

/** Checks whether the application numbered its messages (34) consecutively. */
final class SequenceCheck {
    private static final int SEQUENCE = 34;
    private static final int NEW_SEQUENCE = 36;

    private final List<BriefRun.SequenceBreak> odd;
    private final TracedMessages messages;

    SequenceCheck(List<BriefRun.SequenceBreak> odd, TracedMessages messages) {
        this.odd = odd;
        this.messages = messages;
    }

    /** Returns whether messages are missing, which makes every run FAILED. */
    boolean gaps() {
        return odd.stream().anyMatch(each -> !each.reset());
    }

    /** Returns the obstacle of the first gap, else that of the first reset; empty if there is neither. */
    Optional<Obstacle> obstacle() {
        return odd.stream()
                .filter(each -> each.reset() != gaps())
                .findFirst()
                .map(each -> each.reset() ? reset(each) : gap(each));
    }

    private Obstacle gap(BriefRun.SequenceBreak gap) {
        return new Obstacle(
                session(gap) + " received MsgSeqNum (34) " + gap.found() + ", expected " + gap.expected() + more(gap)
                        + ". With such a gap a run is FAILED (sequence-gaps).",
                evidence(gap),
                "Let the application number its messages consecutively, and mark resent messages with 43=Y.");
    }

    private Obstacle reset(BriefRun.SequenceBreak reset) {
        return new Obstacle(
                session(reset) + " received MsgSeqNum (34) " + reset.found() + ", expected " + reset.expected()
                        + ", in a Logon or SequenceReset during the session" + more(reset)
                        + ". With such a reset a run is DEGRADED (sequence-resets).",
                evidence(reset),
                "Let the application reset sequence numbers only when a session connects.");
    }

    private static String session(BriefRun.SequenceBreak number) {
        return MessageTrace.session(number.session());
    }

    private String more(BriefRun.SequenceBreak shown) {
        long more = odd.stream().filter(each -> each.reset() == shown.reset()).count() - 1;
        return more == 0 ? "" : " (and " + more + " more)";
    }

    private List<TracedMessage> evidence(BriefRun.SequenceBreak number) {
        String found = Long.toString(number.found());
        return messages
                .first(
                        session(number),
                        passed -> !passed.sent()
                                && passed.atNs() >= number.receivedNs()
                                && (MessageText.field(passed.text(), SEQUENCE).equals(found)
                                        || MessageText.field(passed.text(), NEW_SEQUENCE)
                                                .equals(found)))
                .stream()
                .toList();
    }
}
