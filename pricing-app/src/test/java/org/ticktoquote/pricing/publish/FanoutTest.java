package org.ticktoquote.pricing.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.price.PricedTicks;
import org.ticktoquote.pricing.publish.Fanout.Publisher;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;
import org.ticktoquote.pricing.publish.Throttle.Slices;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.RememberedTruth;
import org.ticktoquote.pricing.truth.Truth;

/** Tests throttle and publisher on one thread with two sessions of different tiers and a simulated clock. */
class FanoutTest {
    private final RememberedTruth truth = new RememberedTruth();
    private final List<String> sent = new ArrayList<>();
    private final List<Integer> writes = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private final int[] logons = {1, 1};
    private long nowNs = 1_000_000;
    private final NanoClock clock = () -> nowNs;
    private final Slices slices = new Slices(0, 2);

    private final ClientSessions sessions = new ClientSessions() {
        @Override
        public int count() {
            return 2;
        }

        @Override
        public int logon(int session) {
            return logons[session];
        }

        @Override
        public @Nullable Sent send(List<Quote> quotes) {
            int first = sent.size() + 1;
            quotes.forEach(quote -> sent.add(quote.session() + ":"
                    + quote.subscription().requestId() + ":"
                    + quote.priced().tick().tickId()));
            writes.add(quotes.size());
            return new Sent(nowNs, first);
        }

        @Override
        public void refuse(int session, String requestId, RequestReject why) {
            refused.add(session + ":" + requestId + ":" + why.text());
        }

        @Override
        public void disconnect(int session, String reason) {
            logons[session] = 0;
        }
    };

    private Throttle throttle(Slices conflation, String... faults) {
        Publisher publisher = new Publisher(
                sessions, Faults.parse(List.of(faults), 2), (work, delayNs) -> later.add(work), () -> false, truth);
        Input<Quote> each = quote -> {
            publisher.put(quote);
            publisher.endBatch();
        };
        return new Throttle(
                new Throttle.Share(0, 1),
                2,
                conflation,
                (work, endNs) -> later.add(work),
                sessions,
                each,
                truth,
                clock);
    }

    /** Returns a throttle to which the first session has subscribed. */
    private Throttle subscribed(Slices conflation, String... faults) {
        Throttle throttle = throttle(conflation, faults);
        throttle.change(subscribe(0, 1, "a"));
        return throttle;
    }

    private static SubscriptionChange subscribe(int session, int logon, String requestId) {
        return new SubscriptionChange.Subscribe(new Subscription(session, logon, 0, requestId));
    }

    private static Quote quote(int session, long tickId) {
        return new Quote(
                new Subscription(session, 1, 0, "a"),
                new TierPrice(PricedTicks.changing(tickId, 0b11), session),
                false);
    }

    private static Quote image(int session, long tickId) {
        Quote due = quote(session, tickId);
        return new Quote(due.subscription(), due.price(), true);
    }

    private void runDueTasks() {
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void sendsToEverySubscribedSessionWhoseTierChanged() {
        Throttle throttle = subscribed(slices);
        throttle.change(subscribe(1, 1, "b"));
        throttle.put(PricedTicks.changing(1, 0b11));
        throttle.put(PricedTicks.changing(2, 0b10));
        assertThat(sent).containsExactly("0:a:1", "1:b:1", "1:b:2");
        assertThat(truth.fates(0)).containsExactly("SENT 1");
        assertThat(truth.fates(1)).containsExactly("SENT 1", "SENT 2");
    }

    @Test
    void subscriptionStartsWithLastChangeOfTheTier() {
        Throttle throttle = throttle(slices);
        throttle.put(PricedTicks.changing(1, 0b11));
        throttle.put(PricedTicks.changing(2, 0b10));
        throttle.change(subscribe(0, 1, "a"));
        throttle.change(subscribe(1, 1, "b"));
        assertThat(sent).containsExactly("0:a:1", "1:b:2");
        assertThat(truth.fates(0)).containsExactly("NOT_SUBSCRIBED 1", "IMAGE 1");
    }

    @Test
    void recordsWhyASessionGotNoQuote() {
        Throttle throttle = throttle(slices);
        logons[1] = 0;
        throttle.put(PricedTicks.changing(1, 0b11));
        assertThat(truth.fates(0)).containsExactly("NOT_SUBSCRIBED 1");
        assertThat(truth.fates(1)).containsExactly("NOT_LOGGED_ON 1");
    }

    @Test
    void endsWithUnsubscribeOfTheSameRequest() {
        Throttle throttle = subscribed(slices);
        throttle.change(subscribe(0, 1, "newer"));
        throttle.change(new SubscriptionChange.Unsubscribe(0, 0, "a"));
        throttle.put(PricedTicks.changing(1, 1));
        throttle.change(new SubscriptionChange.Unsubscribe(0, 0, "newer"));
        throttle.put(PricedTicks.changing(2, 1));
        assertThat(sent).containsExactly("0:newer:1");
    }

    @Test
    void subscriptionDoesNotApplyToLaterLogon() {
        Throttle throttle = subscribed(slices);
        logons[0] = 2;
        throttle.put(PricedTicks.changing(1, 1));
        throttle.change(new SubscriptionChange.LoggedOff(0));
        throttle.put(PricedTicks.changing(2, 1));
        assertThat(sent).isEmpty();
        assertThat(truth.fates(0)).containsExactly("NOT_LOGGED_ON 1", "NOT_SUBSCRIBED 2");
    }

    @Test
    void answersSnapshotRequestOnceOrRejectsWithoutPrice() {
        Throttle throttle = throttle(slices);
        SubscriptionChange once = new SubscriptionChange.Snapshot(new Subscription(0, 1, 0, "once"), "EUR/USD");
        throttle.change(once);
        throttle.put(PricedTicks.changing(1, 1));
        throttle.change(once);
        throttle.put(PricedTicks.changing(2, 1));
        assertThat(refused).containsExactly("0:once:no price yet for EUR/USD");
        assertThat(sent).containsExactly("0:once:1");
    }

    @Test
    void sendsLatestQuoteAtTheEndOfASlice() {
        Throttle throttle = subscribed(new Slices(100, 2));
        throttle.put(PricedTicks.changing(1, 1));
        throttle.put(PricedTicks.changing(2, 1));
        throttle.put(PricedTicks.changing(3, 1));
        assertThat(sent).isEmpty();
        assertThat(later).hasSize(1);
        runDueTasks();
        throttle.put(PricedTicks.changing(4, 1));
        runDueTasks();
        assertThat(sent).containsExactly("0:a:3", "0:a:4");
        assertThat(truth.fates(0)).containsExactly("CONFLATED 1", "CONFLATED 2", "SENT 3", "SENT 4");
        assertThat(truth.quotes.get(0).supersededBy()).isEqualTo(2);
    }

    @Test
    void spreadsSlicesOfSessions() {
        Slices four = new Slices(100, 4);
        assertThat(IntStream.range(0, 4).mapToLong(session -> four.endNs(session, 1_010)))
                .containsExactly(1_100L, 1_025L, 1_050L, 1_075L);
        assertThat(four.endNs(0, 1_100))
                .as("a slice begins at the end of the previous one")
                .isEqualTo(1_200);
    }

    @Test
    void dropsAndDuplicatesAShare() {
        Throttle throttle = subscribed(slices, "drop:share=0.2,seed=3", "duplicate:share=0.1,seed=4");
        IntStream.rangeClosed(1, 2_000).forEach(id -> throttle.put(PricedTicks.changing(id, 1)));
        long dropped = count(Fate.DROPPED_BY_FAULT);
        long duplicated = count(Fate.DUPLICATE_BY_FAULT);
        assertThat(dropped).isBetween(340L, 460L);
        assertThat(duplicated).isBetween(120L, 200L);
        assertThat(count(Fate.SENT)).isEqualTo(2_000 - dropped);
        assertThat(sent).hasSize((int) (2_000 - dropped + duplicated));
    }

    @Test
    void reordersAShare() {
        Throttle throttle = subscribed(slices, "reorder:share=0.2,seed=3");
        IntStream.rangeClosed(1, 2_000).forEach(id -> throttle.put(PricedTicks.changing(id, 1)));
        List<Long> order = sent.stream()
                .map(text -> Long.parseLong(text.substring(text.lastIndexOf(':') + 1)))
                .toList();
        long reordered = IntStream.range(1, order.size())
                .filter(i -> order.get(i) < order.get(i - 1))
                .count();
        assertThat(reordered).isBetween(250L, 420L).isEqualTo(count(Fate.REORDERED_BY_FAULT));
        assertThat(order).doesNotHaveDuplicates().hasSizeBetween(1_999, 2_000);
    }

    @Test
    void recordsHeldQuoteAsAbandoned() {
        Publisher publisher =
                new Publisher(sessions, Faults.parse(List.of("reorder:share=1"), 2), null, () -> false, truth);
        publisher.put(quote(0, 1));
        assertThat(truth.quotes).isEmpty();
        publisher.abandon();
        assertThat(truth.fates(0)).containsExactly("ABANDONED 1");
    }

    private long count(Fate fate) {
        return truth.quotes.stream().filter(quote -> quote.fate() == fate).count();
    }

    @Test
    void delaysOneSessionOnly() {
        Throttle throttle = subscribed(slices, "delay-session:session=0,by=20ms");
        throttle.change(subscribe(1, 1, "b"));
        throttle.put(PricedTicks.changing(1, 0b11));
        assertThat(sent).containsExactly("1:b:1");
        runDueTasks();
        assertThat(sent).containsExactly("1:b:1", "0:a:1");
    }

    @Test
    void disconnectsSessionAfterGivenQuotes() {
        Throttle throttle = subscribed(slices, "disconnect:session=0,after=2");
        IntStream.rangeClosed(1, 3).forEach(id -> throttle.put(PricedTicks.changing(id, 1)));
        assertThat(truth.fates(0)).containsExactly("SENT 1", "SENT 2", "NOT_LOGGED_ON 3");
    }

    @Test
    void abandonsHeldQuotesWhenTheApplicationEnds() {
        Publisher publisher = new Publisher(sessions, Faults.NONE, (work, delayNs) -> {}, () -> true, truth);
        publisher.put(image(0, 1));
        publisher.put(quote(0, 2));
        publisher.endBatch();
        assertThat(sent).isEmpty();
        assertThat(truth.fates(0)).as("an image is not due").containsExactly("ABANDONED 2");
    }

    @Test
    void sendsBatchWithOneWritePerSessionInOrder() {
        Publisher publisher = publisherWithoutFaults();
        for (int tick = 1; tick <= 3; tick++) {
            publisher.put(quote(0, tick));
            publisher.put(quote(1, tick));
        }
        assertThat(sent).as("before the end of the batch").isEmpty();
        publisher.endBatch();
        publisher.endBatch();
        assertThat(sent).containsExactly("0:a:1", "0:a:2", "0:a:3", "1:a:1", "1:a:2", "1:a:3");
        assertThat(writes).containsExactly(3, 3);
        assertThat(truth.quotes.stream().map(Truth.QuoteFacts::messageSequence))
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void omitsQuotesOfALogonThatEndedDuringTheBatch() {
        Publisher publisher = publisherWithoutFaults();
        publisher.put(quote(0, 1));
        publisher.put(quote(1, 1));
        logons[0] = 2;
        publisher.put(
                new Quote(new Subscription(0, 2, 0, "new"), new TierPrice(PricedTicks.changing(2, 0b11), 0), false));
        publisher.endBatch();
        assertThat(sent).containsExactly("0:new:2", "1:a:1");
        assertThat(truth.fates(0)).containsExactly("NOT_LOGGED_ON 1", "SENT 2");
        logons[1] = 0;
        publisher.put(image(1, 2));
        publisher.put(quote(1, 3));
        publisher.endBatch();
        assertThat(truth.fates(1)).containsExactly("SENT 1", "NOT_LOGGED_ON 3");
    }

    private Publisher publisherWithoutFaults() {
        return new Publisher(sessions, Faults.NONE, (work, delayNs) -> {}, () -> false, truth);
    }
}
