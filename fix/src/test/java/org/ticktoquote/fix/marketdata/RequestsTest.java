package org.ticktoquote.fix.marketdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.dialect.Dictionaries;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import quickfix.DataDictionary;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;

/** Requests and rejections that QuickFIX/J reads with its dictionaries, and requests that QuickFIX/J writes. */
class RequestsTest {
    private static final List<RequestTemplate.Pair> PAIRS =
            List.of(new RequestTemplate.Pair(0, "EUR/USD", "4001"), new RequestTemplate.Pair(3, "USD/JPY", "4004"));

    /** Parses a message with the dictionary of the version. Throws if the message violates the dictionary. */
    private static Message byDictionary(FixVersion version, Message message) throws Exception {
        DataDictionary dictionary = Dictionaries.strict(version.text().replace(".", ""));
        DataDictionary session = version.overFixt() ? Dictionaries.strict("FIXT11") : dictionary;
        Message read = new Message();
        read.fromString(text(version, message), session, dictionary, true);
        dictionary.validate(read, true);
        return read;
    }

    private static String text(FixVersion version, Message message) {
        message.getHeader().setString(8, version.beginString());
        message.getHeader().setInt(34, 2);
        message.getHeader().setString(49, "A");
        message.getHeader().setString(52, "20261122-17:04:44.480");
        message.getHeader().setString(56, "B");
        return message.toString();
    }

    private static String shown(Message message) {
        return message.toString().replace('\u0001', '|');
    }

    private static MarketDataRequest read(String text) throws Exception {
        return MarketDataRequest.read(text.replace('|', '\u0001'));
    }

    private static Message request(String type, int symbolTag) {
        return new RequestTemplate(type, "r", RequestTemplate.defaultBody(type, symbolTag))
                .message(Map.of("id", "r"), PAIRS);
    }

    @ParameterizedTest
    @EnumSource
    void quickFixAndT2qReadAMarketDataRequest(FixVersion version) throws Exception {
        Message written = RequestTemplate.subscription("all", 1, "0").message(Map.of(), PAIRS);
        Message read = byDictionary(version, written);
        assertThat(shown(read)).contains("|262=all|263=1|264=1|265=0|146=2|55=4001|55=4004|267=2|269=0|269=1|10=");

        MarketDataRequest own = MarketDataRequest.read(text(version, written)).validated();
        assertThat(own.messageType()).isEqualTo("V");
        assertThat(own.taggedId()).isEqualTo("262=all");
        assertThat(own.type()).isEqualTo(MarketDataRequest.SUBSCRIBE);
        assertThat(own.depth(0)).isEqualTo(MarketDataRequest.TOP_OF_BOOK);
        assertThat(own.updateType("")).isEqualTo(MarketDataRequest.FULL_REFRESH);
        assertThat(own.book(true)).isEqualTo(RequestedBook.TOP);
        assertThat(own.instruments()).containsExactly(Map.of(55, "4001"), Map.of(55, "4004"));
    }

    @ParameterizedTest
    @EnumSource
    void quickFixAndT2qReadAQuoteRequest(FixVersion version) throws Exception {
        Message written = request("R", 55);
        Message read = byDictionary(version, written);
        assertThat(shown(read)).contains("|131=r|146=2|55=4001|55=4004|10=");

        MarketDataRequest own = MarketDataRequest.read(text(version, written));
        assertThat(own.taggedId()).isEqualTo("131=r");
        assertThat(own.type()).isEqualTo(MarketDataRequest.SUBSCRIBE);
        assertThat(own.entryTypes()).containsExactly("0", "1");
        assertThat(own.values(55)).containsExactly("4001", "4004");
    }

    @ParameterizedTest
    @EnumSource
    void readsARequestOfQuickFixByItsHeaderOnly(FixVersion version) throws Exception {
        Message message = new Message();
        message.getHeader().setString(35, "V");
        message.setString(262, "q");
        message.setChar(263, '0');
        message.setInt(264, 5);
        Group offers = new Group(267, 269);
        offers.setChar(269, '1');
        message.addGroup(offers);
        Group pair = new Group(146, 55);
        pair.setString(55, "EUR/USD");
        pair.setString(48, "4001");
        message.addGroup(pair);
        String text = text(version, byDictionary(version, message));

        assertThat(MarketDataRequest.HeaderOnly.isOne(text)).isTrue();
        MarketDataRequest.HeaderOnly headerOnly = MarketDataRequest.HeaderOnly.of(text);
        assertThat(headerOnly.getHeader().getString(34)).isEqualTo("2");
        assertThat(headerOnly.getHeader().getString(49)).isEqualTo("A");
        assertThat(headerOnly.isSetField(262)).isFalse();
        MarketDataRequest read =
                MarketDataRequest.read(headerOnly.toRawString()).validated();
        assertThat(read.type()).isEqualTo(MarketDataRequest.SNAPSHOT);
        assertThat(read.depth(0)).isEqualTo(5);
        assertThat(read.updateType("none")).isEqualTo("none");
        assertThat(read.book(false)).isEqualTo(new RequestedBook(false, false, true));
        assertThat(read.instruments()).containsExactly(Map.of(55, "EUR/USD", 48, "4001"));
    }

    @Test
    void writesSourcesOfSecurityIdsAndUnsubscriptions() {
        assertThat(shown(request("V", 48))).contains("|146=2|55=EUR/USD|48=4001|22=8|55=USD/JPY|48=4004|22=8|");
        assertThat(shown(request("V", 299))).contains("|146=2|55=EUR/USD|55=USD/JPY|");

        RequestTemplate form = RequestTemplate.subscription("all", 0, "1");
        assertThat(form.canUnsubscribe()).isTrue();
        assertThat(shown(form.unsubscription().message(Map.of(), PAIRS)))
                .contains("|262=all|263=2|264=0|265=1|267=2|269=0|269=1|146=2|55=4001|55=4004|");
        assertThat(new RequestTemplate("R", "r", RequestTemplate.defaultBody("R", 55)).canUnsubscribe())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"35=V|263=1|", "35=R|262=1|", "35=Z|"})
    void refusesARequestWithoutAnId(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(FieldNotFound.class);
    }

    @ParameterizedTest
    @CsvSource({"264=x|146=1|55=A|,264", "264=1|146=2|55=A|,146", "264=1|55=A|146=1|,146"})
    void throwsOnInvalidFieldsThatOnlyTheSessionCanReject(String fields, int tag) {
        assertThatThrownBy(() -> read("35=V|262=1|263=1|" + fields).validated())
                .isInstanceOf(IncorrectTagValue.class)
                .hasMessageContaining("field=" + tag);
        assertThatThrownBy(() -> read("35=V|262=1|").validated()).isInstanceOf(FieldNotFound.class);
    }

    @Test
    void readsDepthsAndUnsubscriptions() throws Exception {
        assertThat(read("35=V|262=1|263=1|").depth(7)).isEqualTo(7);
        assertThat(read("35=V|262=1|263=1|264=x|").depth(7)).isNegative();
        assertThat(read("35=Z|131=1|").type()).isEqualTo(MarketDataRequest.UNSUBSCRIBE);
        assertThat(read("35=R|131=1|263=2|").type()).isEqualTo(MarketDataRequest.UNSUBSCRIBE);
        assertThat(read("35=V|262=1|263=1|146=0|10=000|").validated().instruments())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8=FIX.4.4|35=V|9=5|", "8=FIX.4.4|9=5|35=V|=x|", "8=FIX.4.4|9=5|35=V|262=|"})
    void refusesAMessageWithMalformedFields(String text) {
        assertThatThrownBy(() -> MarketDataRequest.HeaderOnly.of(text.replace('|', '\u0001')))
                .isInstanceOf(InvalidMessage.class);
    }

    @ParameterizedTest
    @EnumSource
    void quickFixReadsRejections(FixVersion version) throws Exception {
        RequestReject unknown = new RequestReject(RequestReject.UNKNOWN_SYMBOL, "unknown symbol: X");
        Message marketData = byDictionary(version, unknown.message(RequestReject.Form.MARKET_DATA, version, "r"));
        assertThat(shown(marketData)).contains("|58=unknown symbol: X|262=r|281=0|10=");
        Message business = byDictionary(version, unknown.message(RequestReject.Form.BUSINESS, version, "r"));
        assertThat(shown(business)).contains("|372=V|379=r|380=2|10=");
        Message quotes = unknown.message(RequestReject.Form.QUOTES, version, "r");
        if (version == FixVersion.FIX_42) {
            assertThat(byDictionary(version, quotes).getInt(297)).isEqualTo(5);
            assertThat(quotes.getInt(300)).isEqualTo(1);
        } else {
            assertThat(quotes.getHeader().getString(35)).isEqualTo("AG");
            assertThat(quotes.getInt(658)).isEqualTo(1);
        }
    }

    @Test
    void rejectionWithoutAReasonHasNoSpecificReasonCode() throws Exception {
        RequestReject reject = new RequestReject(RequestReject.NO_REASON, "no price yet");
        Message marketData = reject.message(RequestReject.Form.MARKET_DATA, FixVersion.FIX_44, "r");
        assertThat(marketData.isSetField(281)).isFalse();
        Message business = reject.message(RequestReject.Form.BUSINESS, FixVersion.FIX_44, "r");
        assertThat(business.getInt(380)).isZero();
        Message quotes = reject.message(RequestReject.Form.QUOTES, FixVersion.FIX_44, "r");
        assertThat(quotes.getInt(658)).isEqualTo(99);
        Message oldQuotes = reject.message(RequestReject.Form.QUOTES, FixVersion.FIX_42, "r");
        assertThat(oldQuotes.isSetField(300)).isFalse();
    }
}
