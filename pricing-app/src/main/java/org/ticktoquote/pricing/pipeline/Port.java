package org.ticktoquote.pricing.pipeline;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Input of a component with an instance on every lane of its group.
 *
 * <p>A predecessor in the same group calls the instance of its own lane directly, unless it broadcasts to several lanes. All
 * other items go through the queues.
 */
public final class Port<T> {
    private final ThreadLayout.Group group;
    private final List<Input<T>> components;
    private final List<Input<T>> queues;

    Port(ThreadLayout.Group group, List<Input<T>> components, List<Input<T>> queues) {
        this.group = group;
        this.components = List.copyOf(components);
        this.queues = List.copyOf(queues);
    }

    /**
     * Returns the input that the predecessor's instance on a lane uses. Within a group it is direct, otherwise the queue of
     * the key's lane.
     */
    public Input<T> from(Component predecessor, int lane, ToIntFunction<T> key) {
        return group.roles().contains(predecessor) ? components.get(lane) : sharded(key);
    }

    /** Returns an input through the queue of the key's lane. Items with the same key keep their order. */
    public Input<T> sharded(ToIntFunction<T> key) {
        if (queues.size() == 1) {
            return queues.get(0);
        }
        return item -> queues.get(key.applyAsInt(item) % queues.size()).put(item);
    }

    /** Returns the input for a component that passes items to all instances. */
    public Input<T> broadcastFrom(Component predecessor) {
        return group.roles().contains(predecessor) && components.size() == 1 ? components.get(0) : broadcast();
    }

    /** Returns an input through the queues of all lanes. */
    public Input<T> broadcast() {
        return item -> queues.forEach(queue -> queue.put(item));
    }

    public int lanes() {
        return queues.size();
    }
}
