package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.evidence.ThreadActivity;

/**
 * Combines samples and exact waits of the threads in a view. The flight recorder identifies a thread by name, the kernel by
 * the first 15 bytes of the name and a thread id. They are combined if only one thread has that name.
 */
final class ThreadRows {
    private static final int MAX_ROWS = 8;
    private static final int MAX_WAITS = 40;
    private static final int KERNEL_NAME = 15;
    /** Minimum share of the view; a row with less would look empty. */
    private static final double MIN_SHARE = 0.01;

    private final EpisodeView view;
    private final long t0Ns;
    private final ThreadActivity activity;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    /** Rows by thread name in the waits. */
    private final Map<String, Row> found = new HashMap<>();

    private final class Row {
        private final String who;
        private final List<EpisodeView.Band> waits = new ArrayList<>();
        private String name;

        private Row(String who) {
            this.who = who;
            this.name = who;
        }

        private double totalNs() {
            double share = sum(activity.ran(who)) + sum(activity.ready(who));
            double looked = share / ThreadActivity.SLICES * activity.lengthNs();
            return looked
                    + waits.stream()
                            .mapToLong(wait -> wait.toNs() - wait.fromNs())
                            .sum();
        }

        private ThreadRow closed() {
            return new ThreadRow(
                    name,
                    activity.ran(who),
                    activity.ready(who),
                    waits.stream()
                            .sorted(Comparator.comparingLong((EpisodeView.Band wait) -> wait.fromNs() - wait.toNs()))
                            .limit(MAX_WAITS)
                            .toList());
        }
    }

    private ThreadRows(EpisodeView view, long t0Ns, ThreadActivity activity) {
        this.view = view;
        this.t0Ns = t0Ns;
        this.activity = activity;
        activity.threads().forEach(who -> rows.put(who, new Row(who)));
    }

    /**
     * Returns the most active threads in the view.
     *
     * @param waits of single threads
     * @param t0Ns first intended tick, on the run's clock
     */
    static List<ThreadRow> of(EpisodeView view, ThreadActivity activity, List<CauseEvidence> waits, long t0Ns) {
        ThreadRows all = new ThreadRows(view, t0Ns, activity);
        waits.forEach(all::add);
        return all.rows.values().stream()
                .filter(row -> row.totalNs() >= MIN_SHARE * (view.toNs() - view.fromNs()))
                .sorted(Comparator.comparingDouble(Row::totalNs).reversed().thenComparing(row -> row.name))
                .limit(MAX_ROWS)
                .map(Row::closed)
                .toList();
    }

    private void add(CauseEvidence source) {
        for (EvidenceInterval wait : source.intervals()) {
            long fromNs = Math.max(view.fromNs(), wait.fromNs() - t0Ns);
            long toNs = Math.min(view.toNs(), wait.toNs() - t0Ns);
            if (fromNs < toNs) {
                found.computeIfAbsent(wait.who(), this::row)
                        .waits
                        .add(new EpisodeView.Band(source.cause().key(), fromNs, toNs, true, wait.text()));
            }
        }
    }

    private Row row(String who) {
        List<Row> alike =
                rows.values().stream().filter(row -> isKernels(row.who, who)).toList();
        if (alike.size() == 1 && !rows.containsKey(who)) {
            alike.get(0).name = who;
            return alike.get(0);
        }
        return rows.computeIfAbsent(who, Row::new);
    }

    /** Returns whether the kernel's name of a thread, with its id, matches a Java thread. */
    private static boolean isKernels(String numbered, String java) {
        int end = numbered.lastIndexOf(" (");
        return end > 0
                && java.substring(0, Math.min(KERNEL_NAME, java.length())).equals(numbered.substring(0, end));
    }

    private static double sum(List<Double> shares) {
        return shares.stream().mapToDouble(Double::doubleValue).sum();
    }
}
