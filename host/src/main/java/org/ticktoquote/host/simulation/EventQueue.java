package org.ticktoquote.host.simulation;

import java.util.Arrays;

/** Events by time, of equal times the earlier added first: a binary heap without objects. */
final class EventQueue {
    private double[] times = new double[1024];
    private long[] events = new long[1024];
    private long[] orders = new long[1024];
    private int size;
    private long added;

    void add(double time, long event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            events = Arrays.copyOf(events, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
        }
        int at = size++;
        long order = added++;
        while (at > 0 && time < times[(at - 1) / 2]) {
            copy((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        put(at, time, event, order);
    }

    /** Time of the first event. */
    double time() {
        return times[0];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Removes the first event. */
    long remove() {
        long first = events[0];
        size--;
        double time = times[size];
        long order = orders[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(child + 1, times[child], orders[child])) {
                child++;
            }
            if (!isBefore(child, time, order)) {
                break;
            }
            copy(child, at);
            at = child;
        }
        put(at, time, events[size], order);
        return first;
    }

    private boolean isBefore(int at, double time, long order) {
        return times[at] < time || times[at] == time && orders[at] < order;
    }

    private void copy(int from, int to) {
        put(to, times[from], events[from], orders[from]);
    }

    private void put(int at, double time, long event, long order) {
        times[at] = time;
        events[at] = event;
        orders[at] = order;
    }
}
