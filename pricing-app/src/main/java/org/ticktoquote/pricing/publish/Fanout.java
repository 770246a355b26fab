package org.ticktoquote.pricing.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.pipeline.Component;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.pipeline.Lane;
import org.ticktoquote.pricing.pipeline.Port;
import org.ticktoquote.pricing.pipeline.Threads;
import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;
import org.ticktoquote.pricing.publish.Throttle.Slices;
import org.ticktoquote.pricing.truth.Truth;

/** Components 10 and 11, which turn priced ticks and subscriptions into messages. Both are sharded by session. */
public final class Fanout {
    private final int tiers;
    private final Slices slices;
    private final Faults faults;
    private final ClientSessions sessions;
    private final Truth truth;
    private final NanoClock clock;
    private final List<Publisher> publishers = new ArrayList<>();

    /**
     * Inputs of the fan-out.
     *
     * @param endBatch to run when no further tick is ready
     */
    public record Inputs(Input<PricedTick> ticks, Input<SubscriptionChange> changes, Runnable endBatch) {}

    public Fanout(int tiers, Slices slices, Faults faults, ClientSessions sessions, Truth truth, NanoClock clock) {
        this.tiers = tiers;
        this.slices = slices;
        this.faults = faults;
        this.sessions = sessions;
        this.truth = truth;
        this.clock = clock;
    }

    /** Runs both components on the calling thread, under a lock. Cannot hold quotes. */
    public Inputs inPlace() {
        Publisher publisher = publisher(Fanout::cannotWait, () -> false);
        Throttle throttle = throttle(new Throttle.Share(0, 1), Fanout::cannotWait, publisher);
        return new Inputs(
                priced -> {
                    synchronized (throttle) {
                        throttle.put(priced);
                    }
                },
                change -> {
                    synchronized (throttle) {
                        throttle.change(change);
                        publisher.endBatch();
                    }
                },
                () -> {
                    synchronized (throttle) {
                        publisher.endBatch();
                    }
                });
    }

    private static void cannotWait(long timeNs, Object component, Object item) {
        throw new IllegalStateException("an item cannot be held here: " + item);
    }

    /**
     * Runs both components on the lanes of the layout.
     *
     * @param line null if quotes are never held
     * @param held true if priced ticks come from the delay line rather than from rounding
     * @param givingUp true when held quotes are to be abandoned
     */
    public Inputs on(Threads threads, @Nullable DelayLine line, boolean held, BooleanSupplier givingUp) {
        Port<Quote> publishers = threads.port(Component.PUBLISHER, lane -> publisher(threads, line, lane, givingUp));
        List<Lane> lanes = threads.lanesOf(Component.THROTTLE);
        List<Input<SubscriptionChange>> changes = new ArrayList<>();
        Port<PricedTick> throttles = threads.port(Component.THROTTLE, lane -> {
            Throttle throttle = throttle(
                    new Throttle.Share(lane, lanes.size()),
                    timer(line, lanes.get(lane)),
                    publishers.from(Component.THROTTLE, lane, Quote::session));
            changes.add(lanes.get(lane).to(throttle::change));
            return throttle;
        });
        return new Inputs(
                held ? throttles.broadcast() : throttles.broadcastFrom(Component.ROUNDING),
                change -> changes.get(change.session() % changes.size()).put(change),
                () -> {});
    }

    private Publisher publisher(Threads threads, @Nullable DelayLine line, int lane, BooleanSupplier givingUp) {
        Lane own = threads.lanesOf(Component.PUBLISHER).get(lane);
        Publisher.DelayedTransmit later = line == null
                ? Fanout::cannotWait
                : (delayNs, publisher, quote) ->
                        line.schedule(clock.nanoTime() + delayNs, own.to(publisher::transmit), quote);
        Publisher publisher = publisher(later, givingUp);
        own.atBatchEnd(publisher::endBatch);
        return publisher;
    }

    private Publisher publisher(Publisher.DelayedTransmit later, BooleanSupplier givingUp) {
        Publisher publisher = new Publisher(sessions, faults, later, givingUp, truth);
        publishers.add(publisher);
        return publisher;
    }

    /** Records the quotes that were never sent. Call after all threads have ended. */
    public void abandon() {
        publishers.forEach(Publisher::abandon);
    }

    private static Throttle.SliceTimer timer(@Nullable DelayLine line, Lane own) {
        return line == null
                ? Fanout::cannotWait
                : (endNs, throttle, session) -> line.schedule(endNs, own.to(throttle::endSlice), session);
    }

    private Throttle throttle(Throttle.Share share, Throttle.SliceTimer timer, Input<Quote> next) {
        return new Throttle(share, tiers, slices, timer, sessions, next, truth, clock);
    }
}
