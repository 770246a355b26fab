package org.ticktoquote.analysis.evidence;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.evidence.EvidenceCost;
import org.ticktoquote.core.evidence.EvidenceFile;
import org.ticktoquote.core.evidence.HostLook;

/**
 * State of the application's host and threads during a run, on the run's clock. It is shown next to late ticks but is not
 * attributed as a cause, because it gives neither the time nor the length of a stop. Immutable.
 */
public final class HostState {
    /** More than the samples of an hour. */
    private static final int MOST = 1 << 18;

    private final List<HostLook> looks;
    private final List<HostSource> sources;
    private final Map<HostFigure, OptionalDouble> means = new EnumMap<>(HostFigure.class);

    private final ThreadEvents threads;
    private final SessionQueues queues;

    private HostState(
            List<HostLook> looks,
            ThreadEvents threads,
            SessionQueues queues,
            String absence,
            String reservation,
            OptionalLong costNs) {
        this.looks = looks;
        this.threads = threads;
        this.queues = queues;
        Arrays.stream(HostFigure.values()).forEach(figure -> means.put(figure, figure.mean(looks)));
        this.sources = Arrays.stream(HostKind.values())
                .map(kind -> kind.source(looks, absence, reservation, costNs))
                .toList();
    }

    static HostState absent(String reason) {
        return new HostState(
                List.of(),
                new ThreadEvents(ClockTranslation.NONE),
                new SessionQueues(),
                reason,
                "",
                OptionalLong.empty());
    }

    /** Reads {@code evidence-application.jsonl}. */
    static HostState read(Path file, UUID run, ClockTranslation clock) {
        Looks looks = new Looks(clock);
        ThreadEvents threads = new ThreadEvents(clock);
        SessionQueues queues = new SessionQueues();
        EvidenceFile found = EvidenceFile.read(file, run, sample -> {
            threads.add(sample);
            sample.host().forEach(looks::add);
            sample.network().forEach(look -> queues.add(look, clock));
        });
        String name = String.valueOf(file.getFileName());
        if (found.foreign()) {
            return absent(name + " " + found.damage());
        }
        return new HostState(
                looks.inOrder(),
                threads,
                queues,
                "",
                Stream.of(found.reservation(name), looks.omission())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", ")),
                found.cost().map(cost -> cost.cpuNs(EvidenceCost.HOST)).orElse(OptionalLong.empty()));
    }

    /** Collects the first {@link #MOST} samples, on the run's clock. Not thread-safe. */
    private static final class Looks {
        private final ClockTranslation clock;
        private final List<HostLook> kept = new ArrayList<>();
        private int omitted;

        Looks(ClockTranslation clock) {
            this.clock = clock;
        }

        void add(HostLook look) {
            if (kept.size() == MOST) {
                omitted++;
                return;
            }
            kept.add(new HostLook(
                    clock.toRun(look.fromNs()),
                    clock.toRun(look.toNs()),
                    look.pressure(),
                    look.cpus(),
                    look.runnable(),
                    look.throttledNs()));
        }

        List<HostLook> inOrder() {
            return kept.stream()
                    .sorted(Comparator.comparingLong(HostLook::toNs))
                    .toList();
        }

        String omission() {
            return omitted == 0 ? "" : Counted.of(omitted, "later look") + " at the host left out";
        }
    }

    /** Returns one source per kind. */
    public List<HostSource> sources() {
        return sources;
    }

    /** Returns lines for users: the worst samples that overlap an interval of the run, with the mean of all. */
    public List<String> between(long fromNs, long toNs) {
        List<HostLook> touching = looks.subList(firstEndingAfter(fromNs), looks.size()).stream()
                .takeWhile(look -> look.fromNs() < toNs)
                .toList();
        return Stream.concat(
                        Arrays.stream(HostKind.values()).map(kind -> line(kind, touching)),
                        Stream.of(threads.between(fromNs, toNs), queues.between(fromNs, toNs)))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private String line(HostKind kind, List<HostLook> touching) {
        String figures = HostFigure.of(kind).stream()
                .map(figure -> figure.worst(touching, means.getOrDefault(figure, OptionalDouble.empty())))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return figures.isEmpty()
                ? ""
                : "host, " + kind.text() + ", the worst of " + Counted.of(touching.size(), "look") + ": " + figures;
    }

    private int firstEndingAfter(long ns) {
        int low = 0;
        int high = looks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (looks.get(middle).toNs() <= ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
