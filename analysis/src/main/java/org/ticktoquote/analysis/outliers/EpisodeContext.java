package org.ticktoquote.analysis.outliers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.evidence.EvidenceSource;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.HostState;
import org.ticktoquote.analysis.evidence.RecordingExtract;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.evidence.StackSamples;
import org.ticktoquote.analysis.evidence.ThreadActivity;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Context of the worst episodes of a run: host state and stacks of the application's threads. Never attributed as a cause.
 */
record EpisodeContext(RunDirectory directory, RunManifest manifest, FlightRecording flight, HostState host) {
    private static final int MAX_FRAMES = 5;

    static EpisodeContext of(RunDirectory directory, RunManifest manifest) {
        return new EpisodeContext(
                directory, manifest, RunEvidence.flight(directory, manifest), RunEvidence.host(directory, manifest));
    }

    /** Returns the episodes with lines of context. */
    List<OutlierEpisode> withContext(List<OutlierEpisode> episodes, TickResults ticks) {
        long t0Ns = t0Ns(ticks);
        return episodes.stream().map(episode -> withContext(episode, t0Ns)).toList();
    }

    private OutlierEpisode withContext(OutlierEpisode episode, long t0Ns) {
        long fromNs = t0Ns + episode.fromNs();
        long toNs = t0Ns + episode.toNs();
        OutlierEpisode withHost = episode.withHostFigures(host.between(fromNs, toNs));
        return flight.samples().isAbsent() ? withHost : withHost.profiled(profile(fromNs, toNs));
    }

    /** Returns stack samples and changes of compiled code in an interval, with the interval's times in the recording. */
    private List<String> profile(long fromNs, long toNs) {
        StackSamples samples = flight.samples();
        List<String> lines = new ArrayList<>();
        String place = samples.source() + ", " + time(samples, fromNs) + " to " + time(samples, toNs) + ": ";
        add(lines, place, samples.between(fromNs, toNs), "sample", " of running threads, most at");
        List<StackSamples.Frame> changes = flight.code().between(fromNs, toNs);
        if (!changes.isEmpty()) {
            add(lines, "", changes, "change", " of compiled code, most often");
        }
        return lines;
    }

    private static Instant time(StackSamples samples, long runNs) {
        return samples.timeOfDay(runNs).truncatedTo(ChronoUnit.MICROS);
    }

    private static void add(
            List<String> lines, String place, List<StackSamples.Frame> frames, String noun, String most) {
        long all = frames.stream().mapToLong(StackSamples.Frame::samples).sum();
        String few = most.substring(0, most.indexOf(','));
        lines.add(place + CountText.of(all, noun) + (frames.size() > MAX_FRAMES ? most : few));
        frames.stream().limit(MAX_FRAMES).forEach(frame -> lines.add("  " + frame.samples() + " x " + frame.name()));
    }

    /**
     * Returns the episodes with lines of context, and extracts the worst {@code most} of them to recording files of the run.
     */
    List<OutlierEpisode> recorded(List<OutlierEpisode> episodes, TickResults ticks, int most) {
        return new EpisodeRecordings(directory, flight, t0Ns(ticks), most).cut(withContext(episodes, ticks));
    }

    /** Returns the report's view of each episode. */
    List<EpisodeView> views(List<OutlierEpisode> episodes, TickResults ticks, List<CauseEvidence> evidence) {
        long t0Ns = t0Ns(ticks);
        List<EpisodeView> views = episodes.stream()
                .map(episode -> EpisodeView.of(episode, ticks, evidence))
                .toList();
        List<ThreadActivity> activities = views.stream()
                .map(view -> new ThreadActivity(t0Ns + view.fromNs(), t0Ns + view.toNs()))
                .toList();
        RunEvidence.addActivity(directory, manifest, activities);
        List<CauseEvidence> waits = Stream.concat(
                        Stream.of(flight.blocked()),
                        evidence.stream()
                                .filter(source -> source.cause() == Cause.RUN_QUEUE)
                                .filter(CauseEvidence::isByThread))
                .toList();
        return IntStream.range(0, views.size())
                .mapToObj(i -> views.get(i).with(ThreadRows.of(views.get(i), activities.get(i), waits, t0Ns)))
                .toList();
    }

    List<EvidenceSource> sources(List<CauseEvidence> evidence) {
        return Stream.concat(evidence.stream().map(EvidenceSource::of), host.sources().stream())
                .toList();
    }

    private static long t0Ns(TickResults ticks) {
        return ticks.ticks() == 0 ? 0 : ticks.intendedNs(1);
    }

    /**
     * Extracts the worst episodes from the application's recordings into separate files of the run. The recordings stay
     * complete, because another analysis can select other ticks.
     *
     * @param t0Ns first intended tick, on the run's clock
     * @param most number of episodes to extract
     */
    record EpisodeRecordings(RunDirectory directory, FlightRecording flight, long t0Ns, int most) {
        /** Added on both sides of an episode. */
        private static final long MARGIN_NS = TimeUnit.MILLISECONDS.toNanos(100);

        /** Replaces the files of an earlier analysis, and returns the episodes with the names of their files. */
        List<OutlierEpisode> cut(List<OutlierEpisode> worst) {
            List<OutlierEpisode> all = new ArrayList<>(worst);
            for (int i = 0; i < most; i++) {
                removeEarlier(i + 1);
                if (i < all.size()) {
                    all.set(i, cut(all.get(i), i + 1));
                }
            }
            return all;
        }

        private void removeEarlier(int rank) {
            for (String recording : List.of(RunDirectory.APPLICATION_FLIGHT, RunDirectory.APPLICATION_PROFILE)) {
                Path file = directory.episode(Path.of(recording), rank);
                FileAccess.change(file, "cannot be removed", () -> Files.deleteIfExists(file));
            }
        }

        private OutlierEpisode cut(OutlierEpisode episode, int rank) {
            List<String> names = new ArrayList<>();
            List<String> lines = new ArrayList<>(episode.profile());
            for (Path recording : flight.files()) {
                Path file = directory.episode(recording, rank);
                try {
                    if (cut(episode, recording, file)) {
                        names.add(String.valueOf(file.getFileName()));
                    }
                } catch (IOException e) {
                    lines.add("not extracted from " + recording.getFileName() + ": " + IoReason.of(e));
                }
            }
            if (!names.isEmpty() && !RecordingExtract.isExact()) {
                lines.add(
                        "its recording also has the time before and after it: cutting it to size needs an analysis on Java"
                                + " 19 or newer, and this one is on "
                                + Runtime.version().feature());
            }
            return episode.profiled(lines).recorded(names);
        }

        private boolean cut(OutlierEpisode episode, Path recording, Path file) throws IOException {
            return RecordingExtract.write(
                    recording,
                    flight.samples().timeOfDay(t0Ns + episode.fromNs() - MARGIN_NS),
                    flight.samples().timeOfDay(t0Ns + episode.toNs() + MARGIN_NS),
                    file);
        }
    }

    /**
     * Combines samples and exact waits of the threads in a view. The flight recorder identifies a thread by name, the kernel by
     * the first 15 bytes of the name and a thread id. They are combined if only one thread has that name.
     */
    static final class ThreadRows {
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
                                .sorted(Comparator.comparingLong(
                                        (EpisodeView.Band wait) -> wait.fromNs() - wait.toNs()))
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
         * @param waits blocking intervals of single threads
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
            List<Row> alike = rows.values().stream()
                    .filter(row -> isKernels(row.who, who))
                    .toList();
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
}
