package org.ticktoquote.pricing.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Assignment of components to threads.
 *
 * <p>With fewer than 12 threads, adjacent components share one. With 12, each component has its own. Beyond that, the
 * sharded components get further lanes in turn. Few threads are fast on few cores, because passing a tick to a parked thread
 * costs a wake-up of 5 to 50 us. The chain of components is first cut after the receiver, which keeps that thread free,
 * and then where a cut parallelises the most work.
 */
public final class ThreadLayout {
    public static final int MIN_THREADS = 3;
    public static final int MAX_THREADS = 256;

    /** Ordinals of the components before which the chain is cut, in order of the cuts. */
    private static final int[] CUTS = {1, 11, 9, 3, 10, 6, 2, 8, 4, 7, 5};

    private final List<Group> groups;

    /**
     * Components that share a thread, or a thread per lane if there are several lanes.
     *
     * @param roles adjacent components, in order
     * @param lanes number of threads, each with one instance of every component
     */
    public record Group(List<Component> roles, int lanes) {
        public Group {
            roles = List.copyOf(roles);
        }

        /**
         * Returns the thread name of a lane, such as {@code pricing-receiver}, {@code pricing-decoder-send},
         * {@code pricing-book-03}.
         */
        public String threadName(int lane) {
            String first = roles.get(0).label();
            String last = roles.get(roles.size() - 1).label();
            String base = "pricing-" + (roles.size() == 1 ? first : first + "-" + last);
            return lanes == 1 ? base : String.format(Locale.ROOT, "%s-%02d", base, lane);
        }
    }

    private ThreadLayout(List<Group> groups) {
        this.groups = List.copyOf(groups);
    }

    /** Returns problems with the given numbers of threads and publishers. */
    public static List<Problem> errors(int threads, int publishers) {
        List<Problem> errors = new ArrayList<>();
        if (threads < MIN_THREADS || threads > MAX_THREADS) {
            errors.add(Problem.of("--threads").value(threads).expected(MIN_THREADS + ".." + MAX_THREADS));
        }
        if (publishers < 1) {
            errors.add(Problem.of("--publishers").value(publishers).expected("1 or more"));
        } else if (publishers > 1 && threads - (publishers - 1) < MIN_THREADS + 1) {
            errors.add(Problem.of("--publishers")
                    .value(publishers)
                    .expected("--threads " + (publishers + MIN_THREADS) + " or more, not " + threads));
        }
        return errors;
    }

    /** Returns a layout with exactly the given number of threads, and at least the given number of publisher lanes. */
    public static ThreadLayout of(int threads, int publishers) {
        List<Problem> errors = errors(threads, publishers);
        if (!errors.isEmpty()) {
            throw new ProblemException(ExitStatus.USAGE, errors);
        }
        int base = threads - (publishers - 1);
        Map<Component, Integer> lanes = lanes(Math.max(0, base - Component.values().length));
        lanes.merge(Component.PUBLISHER, publishers - 1, Integer::sum);
        return new ThreadLayout(cut(Math.min(base, Component.values().length), lanes));
    }

    private static Map<Component, Integer> lanes(int extra) {
        Map<Component, Integer> lanes = new EnumMap<>(Component.class);
        Arrays.stream(Component.values()).forEach(role -> lanes.put(role, 1));
        Component[] sharded =
                Arrays.stream(Component.values()).filter(Component::sharded).toArray(Component[]::new);
        IntStream.range(0, extra).forEach(i -> lanes.merge(sharded[i % sharded.length], 1, Integer::sum));
        return lanes;
    }

    private static List<Group> cut(int parts, Map<Component, Integer> lanes) {
        int[] starts = IntStream.concat(IntStream.of(0), Arrays.stream(CUTS, 0, parts - 1))
                .sorted()
                .toArray();
        List<Component> roles = List.of(Component.values());
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < starts.length; i++) {
            List<Component> members = roles.subList(starts[i], i + 1 < starts.length ? starts[i + 1] : roles.size());
            int most = members.stream().mapToInt(lanes::get).max().orElse(1);
            groups.add(new Group(members, most));
        }
        return groups;
    }

    public List<Group> groups() {
        return groups;
    }

    public Group groupOf(Component role) {
        return groups.stream()
                .filter(group -> group.roles().contains(role))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the names of all threads, in the order of the components. */
    public List<String> threadNames() {
        return groups.stream()
                .flatMap(group -> IntStream.range(0, group.lanes()).mapToObj(group::threadName))
                .toList();
    }
}
