package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;

/**
 * Brute-force attribution as described in docs/outliers.md, moment by moment. Uses only the order of causes of the product.
 * All times are whole numbers of moments. Each source has one interval.
 */
final class MomentByMoment {
    private static final int END = 320;

    private final List<CauseEvidence> evidence;
    private final long stepNs;
    private final List<Integer> sent;
    private final int pace;
    private final int usual;
    /** Cause that stops the server at each moment. */
    private final List<Optional<Cause>> stops = new ArrayList<>();
    /** Work left in the queue when a tick was sent, itself included, by the number of moments in which stops count. */
    private final int[][] work = new int[END + 1][];

    private final Map<Cause, Integer> given = new EnumMap<>(Cause.class);
    private int left;

    MomentByMoment(List<CauseEvidence> evidence, long stepNs, List<Integer> sent, int pace, int usual) {
        this.evidence = evidence;
        this.stepNs = stepNs;
        this.sent = sent;
        this.pace = pace;
        this.usual = usual;
        for (int moment = 0; moment < END; moment++) {
            stops.add(at(moment, END).filter(cause -> cause != Cause.HARNESS));
        }
        for (int until = 0; until <= END; until++) {
            work[until] = work(until);
        }
    }

    private int[] work(int until) {
        int[] found = new int[sent.size()];
        int inQueue = 0;
        int tick = 0;
        for (int now = 0; now < END; now++) {
            for (; tick < found.length && sent.get(tick) == now; tick++) {
                inQueue += pace;
                found[tick] = inQueue;
            }
            boolean paused = now < until && stops.get(now).isPresent();
            inQueue -= paused || inQueue == 0 ? 0 : 1;
        }
        return found;
    }

    /** First cause at a moment. A thread's wait counts only if it ended by the answer. */
    private Optional<Cause> at(int moment, int answered) {
        return evidence.stream()
                .filter(source -> {
                    EvidenceInterval interval = source.intervals().get(0);
                    boolean whole = interval.mostNs() == interval.toNs() - interval.fromNs();
                    boolean over = source.cause() != Cause.BLOCKED || interval.toNs() <= answered * stepNs;
                    return whole && over && interval.fromNs() <= moment * stepNs && moment * stepNs < interval.toNs();
                })
                .map(CauseEvidence::cause)
                .min(Comparator.naturalOrder());
    }

    Map<Cause, Integer> of(int tick, int intended, int answered) {
        given.clear();
        left = Math.max(0, answered - intended - usual);
        int sentAt = sent.get(tick);
        give(Cause.HARNESS, sentAt - intended);
        List<Cause> moments = new ArrayList<>();
        for (int moment = sentAt; moment < answered; moment++) {
            at(moment, answered).ifPresent(moments::add);
        }
        int machine = takeAll(moments);
        machine += takeAll(backlog(tick));
        give(Cause.BURST, work[0][tick] - pace);
        List<Cause> periods = new ArrayList<>(List.of(Cause.values()));
        periods.remove(Cause.JVM_STOP);
        periods.add(Cause.JVM_STOP);
        for (Cause cause : periods) {
            boolean last = cause == Cause.MACHINE;
            give(
                    cause,
                    last
                            ? Math.max(0, machine - of(Cause.RUN_QUEUE) - of(Cause.STEAL))
                            : most(cause, sentAt, answered));
        }
        return given;
    }

    /** Attributes backlog to the moments before a tick that added work, the latest first, up to the time left. */
    private List<Cause> backlog(int tick) {
        List<Cause> added = new ArrayList<>();
        for (int moment = sent.get(tick) - 1; moment >= 0 && added.size() < left; moment--) {
            if (work[moment + 1][tick] > work[moment][tick]) {
                added.add(stops.get(moment).orElseThrow());
            }
        }
        return added;
    }

    /** Returns the machine's part, which is attributed later. */
    private int takeAll(List<Cause> moments) {
        for (Cause cause : Cause.values()) {
            give(cause, cause == Cause.MACHINE ? 0 : count(moments, cause));
        }
        return count(moments, Cause.MACHINE);
    }

    private static int count(List<Cause> moments, Cause cause) {
        return (int) moments.stream().filter(each -> each == cause).count();
    }

    /** Largest amount of any source of a cause that fits between two moments. */
    private int most(Cause cause, int from, int to) {
        int most = 0;
        for (CauseEvidence source : evidence) {
            EvidenceInterval interval = source.intervals().get(0);
            long length = interval.toNs() - interval.fromNs();
            if (source.cause() == cause && interval.mostNs() < length) {
                long common = Math.min(interval.toNs(), to * stepNs) - Math.max(interval.fromNs(), from * stepNs);
                most = Math.max(most, (int) (Math.max(0, Math.min(common, interval.mostNs())) / stepNs));
            }
        }
        return most;
    }

    private int of(Cause cause) {
        return given.getOrDefault(cause, 0);
    }

    private void give(Cause cause, int moments) {
        int part = Math.min(left, moments);
        given.merge(cause, part, Integer::sum);
        left -= part;
    }
}
