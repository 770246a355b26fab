package org.ticktoquote.pricing.pipeline;

/**
 * Where things are put to be worked on: a component itself, or the queue of the thread that it runs on.
 *
 * <p>Who puts does not know which of the two it is; a full queue makes it wait.
 */
@FunctionalInterface
public interface Inlet<T> {
    /** Hands the item over; the caller must not change it afterwards. */
    void put(T item);
}
