package org.ticktoquote.pricing.pipeline;

/**
 * Input of a component, which is the component itself or the queue of its thread.
 *
 * <p>Callers do not know which of the two it is. A full queue blocks them.
 */
@FunctionalInterface
public interface Input<T> {
    /** Passes on an item, which the caller must not change afterwards. */
    void put(T item);
}
