package org.ticktoquote.replayer.importing;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a column of a text file holds, and how header lines usually call it, the surest name first. */
enum Column {
    SYMBOL(
            "symbol",
            "symbol sym pair ccypair currencypair fxpair instrument instrumentid ric ticker security securityid product"
                    + " ccy currency"),
    DATE("date", "date dates datum tradedate quotedate tradingdate utcdate gmtdate dateutc dategmt localdate day"),
    TIME(
            "time",
            "timestamp datetime dateandtime time exchangetime venuetime eventtime quotetime ticktime transacttime"
                    + " sendingtime tsevent timens timeus timems timestampns timestampus timestampms epoch epochns epochus"
                    + " epochms unixtime ts gmttime utctime timeutc timegmt timestamputc utctimestamp datetimeutc gmtdatetime"
                    + " utcdatetime localtime ratedatetime participanttimestamp siptimestamp tsns tsus tsms zeit zeitstempel"),
    OFFSET("offset", "gmtoffset utcoffset timezoneoffset tzoffset timezone"),
    BID(
            "bid",
            "bid bidprice bidpx bidrate bestbid bestbidprice bestbidpx bid1 bidprice1 bidpx1 bid0 bidprice0 bidpx0"
                    + " bidpx00 ratebid geld"),
    ASK(
            "ask",
            "ask askprice askpx askrate bestask bestaskprice bestaskpx ask1 askprice1 askpx1 ask0 askprice0 askpx0"
                    + " askpx00 offer offerprice offerpx offerrate bestoffer bestofferprice offer1 ofr ofrprice rateask brief"),
    BID_QUANTITY(
            "bid-quantity",
            "bidsize bidquantity bidqty bidvolume bidvol bidamount bidamt bidsz bidsize1 bidqty1 bidvolume1 bidsize0"
                    + " bidsz00 bsize bqty bestbidsize bestbidqty bestbidquantity"),
    ASK_QUANTITY(
            "ask-quantity",
            "asksize askquantity askqty askvolume askvol askamount askamt asksz asksize1 askqty1 askvolume1 asksize0"
                    + " asksz00 asize aqty bestasksize bestaskqty bestaskquantity offersize offerquantity offerqty offervolume"
                    + " offeramount offersz ofrsize bestoffersize bestofferqty");

    private final String text;
    /** With a blank between two. */
    private final String names;

    Column(String text, String names) {
        this.text = text;
        this.names = names;
    }

    String text() {
        return text;
    }

    /** The ask's for the bid's and the other way round. */
    Column otherSide() {
        return switch (this) {
            case BID -> ASK;
            case ASK -> BID;
            case BID_QUANTITY -> ASK_QUANTITY;
            case ASK_QUANTITY -> BID_QUANTITY;
            default -> this;
        };
    }

    static Optional<Column> of(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(each -> each.text.equals(wanted)).findFirst();
    }

    static String all() {
        return Arrays.stream(values()).map(Column::text).collect(Collectors.joining(", "));
    }

    /** The place in a header line, -1 where none of its fields has one of the names. */
    int placeIn(List<String> headerFields) {
        List<String> bare = headerFields.stream().map(Column::bare).toList();
        return Stream.of(names.split(" "))
                .mapToInt(bare::indexOf)
                .filter(place -> place >= 0)
                .findFirst()
                .orElse(-1);
    }

    /** Letters and digits of a name; what stands in brackets, such as a zone, is no part of it. */
    private static String bare(String headerField) {
        return headerField.toLowerCase(Locale.ROOT).replaceAll("[(\\[].*", "").replaceAll("[^a-z0-9]", "");
    }
}
