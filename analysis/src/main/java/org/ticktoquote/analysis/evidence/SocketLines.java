package org.ticktoquote.analysis.evidence;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.evidence.ConnectionSample;
import org.ticktoquote.core.evidence.EvidenceLine;
import org.ticktoquote.core.evidence.NetworkSample;

/** Collects socket evidence from the samples of {@code evidence-application.jsonl}, in order. Not thread-safe. */
final class SocketLines {
    /** Reason for absent socket evidence, also of files without socket samples. */
    static final String UNSEEN = "no socket of the application was sampled";

    /** Linux's minimum retransmission timeout. */
    private static final long RETRANSMIT_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final LongestElements<EvidenceInterval> network = new LongestElements<>(EvidenceInterval::mostNs);
    private final LongestElements<EvidenceInterval> unread = new LongestElements<>(EvidenceInterval::mostNs);
    /** Unread bytes in the previous sample, by client port. */
    private Map<Integer, Long> behind = Map.of();

    private long beforeFromNs;
    private long behindAtNs = Long.MIN_VALUE;
    private boolean seen;

    void add(EvidenceLine sample) {
        sample.network().forEach(this::add);
    }

    private void add(NetworkSample look) {
        Map<Integer, Long> behindBefore = look.fromNs() <= behindAtNs ? behind : Map.of();
        behindAtNs = look.toNs();
        seen |= look.sessions() + look.datagramSockets() > 0;
        if (look.dropped() > 0) {
            network.add(EvidenceInterval.within(
                    look.fromNs(),
                    look.toNs(),
                    "sockets of the application",
                    CountText.of(look.dropped(), "datagram") + " dropped, because the application did not read them,"
                            + between(look.fromNs(), look.toNs())));
        }
        look.connections().stream()
                .filter(ConnectionSample::isResent)
                .filter(one -> one.unread() <= 0) // a client with unread data acknowledges late, too
                .forEach(one -> resent(look, one));
        behind = look.connections().stream()
                .filter(one -> one.unread() > 0)
                .collect(Collectors.toMap(ConnectionSample::clientPort, ConnectionSample::unread, Math::max));
        look.connections()
                .forEach(one -> unread(look, one, one.unread() > 0 ? behindBefore.get(one.clientPort()) : null));
        beforeFromNs = look.fromNs();
    }

    /** Adds a retransmission. Its wait can have begun as early as one retransmission timeout before the period. */
    private void resent(NetworkSample look, ConnectionSample one) {
        String what = one.resent() > 0
                ? CountText.of(one.resent(), "segment") + " retransmitted"
                : "no acknowledgement of retransmitted segments";
        network.add(EvidenceInterval.within(
                look.fromNs() - RETRANSMIT_NS,
                look.toNs(),
                who(one),
                what + ", " + CountText.of(one.unsent(), "byte") + " not acknowledged"
                        + between(look.fromNs(), look.toNs())));
    }

    /**
     * Adds unread data. If it has grown since the previous sample, the client did not read in between, and possibly for one
     * period before and after.
     */
    private void unread(NetworkSample look, ConnectionSample one, @Nullable Long before) {
        if (before == null) {
            shut(look, one);
            return;
        }
        boolean grown = one.unread() > before;
        unread.add(EvidenceInterval.within(
                grown ? beforeFromNs : look.fromNs(),
                grown ? 2 * look.toNs() - look.fromNs() : look.toNs(),
                who(one),
                "the client had not read " + CountText.of(one.unread(), "byte")
                        + " (some unread since the previous sample)" + between(look.fromNs(), look.toNs())));
    }

    /** Adds a closed window unless it is already covered by unread data. */
    private void shut(NetworkSample look, ConnectionSample one) {
        if (one.shutNs() > 0) {
            long lengthNs = look.toNs() - look.fromNs();
            unread.add(new EvidenceInterval(
                    look.fromNs(),
                    look.toNs(),
                    Math.max(0, Math.min(one.shutNs(), lengthNs - 1)),
                    who(one),
                    "the client's window was shut for " + DurationText.format(one.shutNs())
                            + between(look.fromNs(), look.toNs())));
        }
    }

    private static String who(ConnectionSample one) {
        return "the session from port " + one.clientPort();
    }

    /** Describes the sampling period. */
    static String between(long fromNs, long toNs) {
        return " between two samples, " + DurationText.format(toNs - fromNs) + " apart";
    }

    boolean isSeen() {
        return seen;
    }

    LongestElements<EvidenceInterval> network() {
        return network;
    }

    LongestElements<EvidenceInterval> unread() {
        return unread;
    }
}
