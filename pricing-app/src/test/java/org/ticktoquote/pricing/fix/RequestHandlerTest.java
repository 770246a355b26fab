package org.ticktoquote.pricing.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.fix.message.MessageField;
import org.ticktoquote.pricing.dialect.Dialect;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.publish.ClientSessions;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;

class RequestHandlerTest {
    private static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final Instrument USDJPY = new Instrument(1, "USD/JPY", 10_000_000, 1_000_000);
    private static final List<String> BOTH = List.of("0", "1");

    private final InstrumentDirectory instruments = new InstrumentDirectory();
    private final List<SubscriptionChange> changes = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private int logon = 1;

    private final RequestHandler handler = handler(Dialect.PLAIN);

    private RequestHandler handler(Dialect dialect) {
        return new RequestHandler(
                dialect,
                instruments,
                new ClientSessions() {
                    @Override
                    public int count() {
                        return 6;
                    }

                    @Override
                    public int logon(int session) {
                        return logon;
                    }

                    @Override
                    public void refuse(int session, String requestId, RequestReject why) {
                        refused.add(requestId + " " + (why.reason() == 0 ? "-" : why.reason()) + " " + why.text());
                    }

                    @Override
                    public @Nullable Sent send(List<Quote> quotes) {
                        return null;
                    }

                    @Override
                    public void disconnect(int session, String reason) {}
                },
                changes::add);
    }

    private void define() {
        instruments.defineAll(List.of(EURUSD, USDJPY));
    }

    private void request(String id, String type, int depth, int update, List<String> entries, String... symbols) {
        List<MessageField> fields = new ArrayList<>();
        fields.add(new MessageField(35, "V"));
        fields.add(new MessageField(262, id));
        fields.add(new MessageField(263, type));
        fields.add(new MessageField(264, Integer.toString(depth)));
        fields.add(new MessageField(265, Integer.toString(update)));
        entries.forEach(entry -> fields.add(new MessageField(269, entry)));
        List.of(symbols).forEach(symbol -> fields.add(new MessageField(55, symbol)));
        handler.request(4, 1, 0, new MarketDataRequest(fields));
    }

    private void subscribe(String id, String... symbols) {
        request(id, "1", 1, 0, BOTH, symbols);
    }

    private static SubscriptionChange subscribed(String id, int instrument) {
        return new SubscriptionChange.Subscribe(new Subscription(4, 1, instrument, id));
    }

    @Test
    void subscribesEveryPairOfARequest() {
        define();
        subscribe("r", "EUR/USD", "USD/JPY", "EUR/USD");
        assertThat(changes).containsExactly(subscribed("r", 0), subscribed("r", 1));
    }

    @Test
    void rejectsWholeRequestForOneUnknownSymbol() {
        define();
        subscribe("r", "EUR/USD", "XXX/YYY");
        assertThat(changes).isEmpty();
        assertThat(refused).containsExactly("r 0 unknown symbol: XXX/YYY");
    }

    @Test
    void requestWaitsForTheDefinitions() {
        subscribe("r", "EUR/USD");
        subscribe("s", "XXX/YYY");
        handler.review(TimeUnit.SECONDS.toNanos(9));
        assertThat(changes).isEmpty();
        define();
        handler.review(TimeUnit.SECONDS.toNanos(9));
        assertThat(changes).containsExactly(subscribed("r", 0));
        assertThat(refused).containsExactly("s 0 unknown symbol: XXX/YYY");
    }

    @Test
    void rejectsWaitingRequestAfterTenSeconds() {
        subscribe("r", "EUR/USD");
        handler.review(TimeUnit.SECONDS.toNanos(11));
        assertThat(refused).containsExactly("r 0 unknown symbol: EUR/USD");
    }

    @Test
    void rejectsIdInUseUntilUnsubscribed() {
        define();
        subscribe("r", "EUR/USD");
        subscribe("r", "USD/JPY");
        request("r", "2", 1, 0, List.of());
        subscribe("r", "USD/JPY");
        assertThat(refused).containsExactly("r 1 262=r is in use");
        assertThat(changes)
                .containsExactly(subscribed("r", 0), new SubscriptionChange.Unsubscribe(4, 0, "r"), subscribed("r", 1));
    }

    @Test
    void reportsReasonOfReject() {
        define();
        request("a", "7", 1, 0, BOTH, "EUR/USD");
        request("b", "1", 5, 0, BOTH, "EUR/USD");
        request("c", "1", 1, 1, BOTH, "EUR/USD");
        request("d", "1", 1, 0, List.of("0"), "EUR/USD");
        request("e", "1", 1, 0, BOTH);
        request("f", "2", 1, 0, BOTH, "EUR/USD");
        assertThat(refused.stream().map(text -> text.substring(0, 3)))
                .containsExactly("a 4", "b 5", "c 6", "d 8", "e 0", "f -");
        assertThat(changes).isEmpty();
    }

    @Test
    void forgetsSessionAfterLogoff() {
        define();
        subscribe("r", "EUR/USD");
        handler.loggedOff(4);
        subscribe("r", "EUR/USD");
        assertThat(changes)
                .containsExactly(subscribed("r", 0), new SubscriptionChange.LoggedOff(4), subscribed("r", 0));
        assertThat(refused).isEmpty();
    }

    @Test
    void ignoresRequestOfAnEndedLogon() {
        define();
        logon = 2;
        subscribe("r", "EUR/USD");
        assertThat(changes).isEmpty();
        assertThat(refused).isEmpty();
    }

    @Test
    void unsolicitedSessionGetsAllPairsUnlessLoggedOff() {
        RequestHandler unsolicited = handler(Dialect.of("hub-like"));
        unsolicited.loggedOn(4, 1);
        unsolicited.loggedOn(5, 1);
        unsolicited.loggedOff(5);
        changes.clear();
        define();
        unsolicited.review(0);
        unsolicited.review(0);

        assertThat(changes)
                .containsExactlyInAnyOrder(
                        new SubscriptionChange.Subscribe(new Subscription(4, 1, 0, "", RequestedBook.TOP)),
                        new SubscriptionChange.Subscribe(new Subscription(4, 1, 1, "", RequestedBook.TOP)));
    }
}
