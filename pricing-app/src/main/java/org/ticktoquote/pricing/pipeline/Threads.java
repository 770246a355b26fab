package org.ticktoquote.pricing.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Lanes of a {@link ThreadLayout}, and the ports between components on them.
 *
 * <p>Ports are created from the last component to the first, because a component needs the ports of its successors. The feed
 * receiver's group has no lane, because its thread reads a socket.
 */
public final class Threads {
    private static final int QUEUE_CAPACITY = 1024;

    private final ThreadLayout layout;
    private final Map<ThreadLayout.Group, List<Lane>> lanes = new HashMap<>();

    public Threads(ThreadLayout layout, Thread.UncaughtExceptionHandler onFailure) {
        this.layout = layout;
        for (ThreadLayout.Group group : layout.groups()) {
            if (!group.roles().contains(Component.FEED_RECEIVER)) {
                lanes.put(group, lanesOf(group, onFailure));
            }
        }
    }

    private static List<Lane> lanesOf(ThreadLayout.Group group, Thread.UncaughtExceptionHandler onFailure) {
        return IntStream.range(0, group.lanes())
                .mapToObj(lane -> new Lane(group.threadName(lane), QUEUE_CAPACITY, onFailure))
                .toList();
    }

    public ThreadLayout layout() {
        return layout;
    }

    /** Creates one instance of a component on every lane of its group. */
    public <T> Port<T> port(Component role, IntFunction<Input<T>> componentOfLane) {
        List<Input<T>> components = new ArrayList<>();
        List<Input<T>> queues = new ArrayList<>();
        List<Lane> own = lanesOf(role);
        for (int lane = 0; lane < own.size(); lane++) {
            Input<T> component = componentOfLane.apply(lane);
            components.add(component);
            queues.add(own.get(lane).to(component));
        }
        return new Port<>(layout.groupOf(role), components, queues);
    }

    public List<Lane> lanesOf(Component role) {
        return lanes.getOrDefault(layout.groupOf(role), List.of());
    }

    public void start() {
        lanes.values().forEach(list -> list.forEach(Lane::start));
    }

    /** Waits until all earlier items have passed all lanes. Returns false if the deadline passes first. */
    public boolean drain(long deadlineNs) {
        boolean drained = true;
        for (Lane lane : inOrder()) {
            drained &= lane.drain(deadlineNs);
        }
        return drained;
    }

    /** Ends all lanes, first to last. */
    public void finish(long deadlineNs) {
        inOrder().forEach(lane -> lane.finish(deadlineNs));
    }

    private List<Lane> inOrder() {
        return layout.groups().stream()
                .flatMap(group -> lanes.getOrDefault(group, List.of()).stream())
                .toList();
    }
}
