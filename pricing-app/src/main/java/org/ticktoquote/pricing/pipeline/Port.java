package org.ticktoquote.pricing.pipeline;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The way into a component that has an instance on every lane of its group.
 *
 * <p>A predecessor of the same group calls the instance of its own lane; everybody else goes through the lane's queue.
 */
public final class Port<T> {
    private final ThreadLayout.Group group;
    private final List<Inlet<T>> components;
    private final List<Inlet<T>> queues;

    Port(ThreadLayout.Group group, List<Inlet<T>> components, List<Inlet<T>> queues) {
        this.group = group;
        this.components = List.copyOf(components);
        this.queues = List.copyOf(queues);
    }

    /** From a component's instance on a lane: in place within a group, else to the lane that the key falls on. */
    public Inlet<T> from(Component predecessor, int lane, ToIntFunction<T> key) {
        return group.roles().contains(predecessor) ? components.get(lane) : sharded(key);
    }

    /** Through the queue of the lane that the key falls on: what has the same key keeps its order. */
    public Inlet<T> sharded(ToIntFunction<T> key) {
        if (queues.size() == 1) {
            return queues.get(0);
        }
        return item -> queues.get(key.applyAsInt(item) % queues.size()).put(item);
    }

    /** From a component's instance on a lane to all instances. */
    public Inlet<T> broadcastFrom(Component predecessor) {
        return group.roles().contains(predecessor) && components.size() == 1 ? components.get(0) : broadcast();
    }

    /** Through the queues of all lanes. */
    public Inlet<T> broadcast() {
        return item -> queues.forEach(queue -> queue.put(item));
    }

    public int lanes() {
        return queues.size();
    }
}
