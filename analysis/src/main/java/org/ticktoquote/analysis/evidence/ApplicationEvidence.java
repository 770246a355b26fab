package org.ticktoquote.analysis.evidence;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.evidence.EvidenceCost;
import org.ticktoquote.core.evidence.EvidenceFile;
import org.ticktoquote.core.evidence.EvidenceLine;
import org.ticktoquote.core.evidence.EvidenceLine.CpuCounts;
import org.ticktoquote.core.evidence.EvidenceLine.StoppedProcess;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.NetworkSample;
import org.ticktoquote.core.evidence.NetworkSample.ConnectionSample;
import org.ticktoquote.core.evidence.ThreadCounts;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Evidence about the application from {@code evidence-application.jsonl}.
 *
 * @param stops stops of its processes by a signal or a debugger
 * @param waits time that its threads waited for a CPU; only the length between two samples is known
 * @param steal CPU time taken from the host; only its length between two samples is known
 * @param network retransmissions of session data and dropped datagrams, between two samples
 * @param unread data received but not read by a client, between two samples
 * @param traced waits of its threads for a CPU, from the kernel trace
 * @param interrupted interrupts of its threads, from the kernel trace
 */
record ApplicationEvidence(
        CauseEvidence stops,
        CauseEvidence waits,
        CauseEvidence steal,
        CauseEvidence network,
        CauseEvidence unread,
        CauseEvidence traced,
        CauseEvidence interrupted) {
    /** Shorter waits between two samples are too short to slow down a tick. */
    private static final long MIN_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(50);

    /** Resolution of the kernel's steal counters. */
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final String SOURCE = RunDirectory.APPLICATION_EVIDENCE;
    private static final long FREQUENT_NS = 30_000_000;

    static ApplicationEvidence absent(String reason) {
        return new ApplicationEvidence(
                CauseEvidence.absent(Cause.STOPPED, SOURCE, reason),
                CauseEvidence.absent(Cause.RUN_QUEUE, SOURCE, reason),
                CauseEvidence.absent(Cause.STEAL, SOURCE, reason),
                CauseEvidence.absent(Cause.NETWORK, SOURCE, reason),
                CauseEvidence.absent(Cause.HARNESS, SOURCE, reason),
                CauseEvidence.absent(Cause.RUN_QUEUE, CauseEvidence.KERNEL_TRACE, reason),
                CauseEvidence.absent(Cause.INTERRUPT, CauseEvidence.KERNEL_TRACE, reason));
    }

    /**
     * Reads the file of a run.
     *
     * @param untraced reason for a missing kernel trace; empty if there is one
     */
    static ApplicationEvidence read(Path file, UUID run, ClockTranslation clock, String untraced) {
        Lines lines = new Lines();
        EvidenceFile found = EvidenceFile.read(file, run, lines::add);
        if (found.foreign()) {
            return absent(SOURCE + " " + found.damage());
        }
        Reading reading = new Reading(found, clock);
        String kernel = CauseEvidence.KERNEL_TRACE;
        String unseen = lines.sockets.isSeen() ? "" : SocketLines.UNSEEN;
        return new ApplicationEvidence(
                reading.evidence(Cause.STOPPED, SOURCE, "", lines.stops, EvidenceCost.STOPS),
                reading.evidence(Cause.RUN_QUEUE, SOURCE, "", lines.untracedWaits(), EvidenceCost.THREADS),
                reading.evidence(Cause.STEAL, SOURCE, "", lines.steal, EvidenceCost.THREADS),
                reading.evidence(Cause.NETWORK, SOURCE, unseen, lines.sockets.network(), EvidenceCost.SOCKETS),
                reading.evidence(Cause.HARNESS, SOURCE, unseen, lines.sockets.unread(), EvidenceCost.SOCKETS),
                reading.evidence(Cause.RUN_QUEUE, kernel, untraced, lines.kernel.waits(), EvidenceCost.KERNEL),
                reading.evidence(Cause.INTERRUPT, kernel, untraced, lines.kernel.interrupts(), EvidenceCost.KERNEL));
    }

    /** The file as read, and the clock of its times. */
    private record Reading(EvidenceFile file, ClockTranslation clock) {
        /**
         * @param absence reason for missing evidence; empty if it was collected
         * @param cost its part of the cost of sampling
         */
        CauseEvidence evidence(
                Cause cause, String source, String absence, LongestElements<EvidenceInterval> found, String cost) {
            if (!absence.isEmpty()) {
                return CauseEvidence.absent(cause, source, absence);
            }
            String reservations = Stream.of(
                            file.reservation(SOURCE), cause == Cause.STOPPED ? rare() : "", found.omission())
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
            OptionalLong costNs = file.cost().map(all -> all.cpuNs(cost)).orElse(OptionalLong.empty());
            return CauseEvidence.of(cause, source, found.elements(), reservations, clock, costNs);
        }

        /** Returns a note that sampling was too infrequent to see short stops; empty if it was frequent enough. */
        private String rare() {
            return file.cost()
                    .map(EvidenceCost::longestStopGapNs)
                    .filter(gapNs -> gapNs > FREQUENT_NS)
                    .map(gapNs -> "stops shorter than " + DurationText.format(gapNs)
                            + " can be missed: samples were that far apart")
                    .orElse("");
        }
    }

    /** Collects intervals from the samples in order. Not thread-safe. */
    private static final class Lines {
        private final List<EvidenceThread> threads = new ArrayList<>();
        private final SocketLines sockets = new SocketLines();
        private final TracedIntervals kernel = new TracedIntervals();
        private final LongestElements<EvidenceInterval> stops = new LongestElements<>(EvidenceInterval::mostNs);
        private final LongestElements<EvidenceInterval> waits = new LongestElements<>(EvidenceInterval::mostNs);
        private final LongestElements<EvidenceInterval> steal = new LongestElements<>(EvidenceInterval::mostNs);

        void add(EvidenceLine sample) {
            threads.addAll(sample.threads());
            sample.counts().stream()
                    .filter(count -> count.waitNs() >= MIN_WAIT_NS)
                    .forEach(count -> wait(sample, count));
            sample.cpus().stream().filter(cpu -> cpu.stealNs() > 0).forEach(cpu -> steal(sample, cpu));
            sample.stopped().forEach(this::stop);
            sockets.add(sample);
            sample.traced().forEach(traced -> kernel.add(traced, threads));
        }

        /**
         * Adds a wait for a CPU. The kernel counts a wait when it ends, so it can have begun up to its own length before
         * the sampling period. A wait longer than the sampling period began before that period.
         */
        private void wait(EvidenceLine sample, ThreadCounts count) {
            EvidenceThread thread = threads.get(count.thread());
            if (!thread.kind().equals(EvidenceThread.OTHER)) {
                return; // ticks wait for the JVM's own threads only in a stop, which has its own evidence
            }
            String who = TracedIntervals.who(thread);
            String waited = who + " waited " + DurationText.format(count.waitNs()) + " for a CPU";
            long periodNs = sample.toNs() - sample.fromNs();
            long beforeNs = Math.max(0, count.waitNs() - periodNs);
            if (beforeNs > 0) {
                waits.add(EvidenceInterval.whole(
                        sample.fromNs() - beforeNs, sample.fromNs(), who, waited + ", all of this time"));
            }
            waits.add(new EvidenceInterval(
                    sample.fromNs() - count.waitNs(),
                    sample.toNs(),
                    Math.min(count.waitNs(), periodNs),
                    who,
                    waited + SocketLines.between(sample.fromNs(), sample.toNs())));
        }

        /** Returns the waits not covered by the more precise kernel trace. */
        private LongestElements<EvidenceInterval> untracedWaits() {
            return waits.without(kernel::covers);
        }

        private void steal(EvidenceLine sample, CpuCounts cpu) {
            String who = String.format(Locale.ROOT, "CPU %d", cpu.cpu());
            steal.add(new EvidenceInterval(
                    sample.fromNs() - TICK_NS,
                    sample.toNs(),
                    cpu.stealNs(),
                    who,
                    who + " was taken by the hypervisor for " + DurationText.format(cpu.stealNs())
                            + SocketLines.between(sample.fromNs(), sample.toNs())));
        }

        private void stop(StoppedProcess stop) {
            String who = "process " + stop.pid();
            stops.add(EvidenceInterval.whole(
                    stop.fromNs(),
                    stop.toNs(),
                    who,
                    who + " was stopped by a signal or a debugger for "
                            + DurationText.format(stop.toNs() - stop.fromNs()) + " at most"));
        }
    }

    /** Collects socket evidence from the samples of {@code evidence-application.jsonl}, in order. Not thread-safe. */
    private static final class SocketLines {
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
                        CountText.of(look.dropped(), "datagram")
                                + " dropped, because the application did not read them,"
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
}
