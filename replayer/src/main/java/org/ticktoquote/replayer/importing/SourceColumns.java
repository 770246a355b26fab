package org.ticktoquote.replayer.importing;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Positions of the columns in a text file, as in {@code time=0,bid=1,ask=2} or {@code time=Timestamp,bid=Bid,ask=Ask}.
 *
 * @param places indexes from 0, or names in a header line
 */
record SourceColumns(Map<Column, String> places) {
    private static final String EXAMPLE =
            "a list such as time=0,bid=1,ask=2 (places from 0, or names of a header line; columns: " + Column.all()
                    + ")";

    SourceColumns {
        places = Collections.unmodifiableMap(new EnumMap<>(places));
    }

    /** Parses a list of columns. Throws a {@link ProblemException} that names the fault. */
    static SourceColumns parse(String text) {
        Map<Column, String> places = new EnumMap<>(Column.class);
        for (String entry : text.split(",", -1)) {
            int equals = entry.indexOf('=');
            Column column = Column.of(entry.substring(0, Math.max(0, equals)).strip())
                    .orElseThrow(() -> refused(text, "'" + entry + "' is not a column"));
            String place = entry.substring(equals + 1).strip();
            if (place.isEmpty() || places.put(column, place) != null) {
                throw refused(text, "'" + column.text() + "' has no place, or two");
            }
        }
        if (!places.containsKey(Column.TIME) || !(places.containsKey(Column.BID) || places.containsKey(Column.ASK))) {
            throw refused(text, "time and at least one of bid and ask are needed");
        }
        return new SourceColumns(places);
    }

    /** Returns the columns that a header line names; empty if it names no time or no price. */
    static Optional<SourceColumns> named(List<String> headerFields) {
        Map<Column, String> found = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            int place = column.placeIn(headerFields);
            if (place >= 0) {
                found.put(column, Integer.toString(place));
            }
        }
        if (!found.containsKey(Column.TIME) && found.containsKey(Column.DATE)) {
            found.put(Column.TIME, String.valueOf(found.remove(Column.DATE)));
        }
        if (headerFields.get(0).isEmpty()) {
            found.putIfAbsent(Column.TIME, "0"); // index column of a pandas data frame
        }
        boolean priced = found.containsKey(Column.BID) || found.containsKey(Column.ASK);
        return found.containsKey(Column.TIME) && priced ? Optional.of(new SourceColumns(found)) : Optional.empty();
    }

    SourceColumns without(Column column) {
        Map<Column, String> others = new EnumMap<>(places);
        others.remove(column);
        return new SourceColumns(others);
    }

    /** Returns true if a row has all columns. */
    boolean fits(List<String> fields) {
        return places.values().stream()
                .allMatch(place -> isPlace(place) ? Integer.parseInt(place) < fields.size() : fields.contains(place));
    }

    private static ProblemException refused(String text, String reason) {
        return Problem.of("--columns")
                .value(text)
                .fault(reason)
                .expected(EXAMPLE)
                .exception();
    }

    /** Returns true if finding the columns needs a header line. */
    boolean byName() {
        return places.values().stream().anyMatch(place -> !isPlace(place));
    }

    private static boolean isPlace(String place) {
        return place.length() <= 3 && place.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns the indexes of the columns. Uses the header line only for columns given by name. */
    Places resolve(List<String> headerFields) {
        Map<Column, Integer> resolved = new EnumMap<>(Column.class);
        places.forEach((column, place) -> resolved.put(column, resolve(place, headerFields)));
        return new Places(resolved);
    }

    SourceColumns exchanged() {
        Map<Column, String> exchanged = new EnumMap<>(Column.class);
        places.forEach((column, place) -> exchanged.put(column.otherSide(), place));
        return new SourceColumns(exchanged);
    }

    private static int resolve(String place, List<String> headerFields) {
        if (isPlace(place)) {
            return Integer.parseInt(place);
        }
        int index = headerFields.indexOf(place);
        if (index < 0) {
            String header = Printable.text(String.join(",", headerFields), 200);
            throw Problem.of("--columns")
                    .value(place)
                    .fault("is not in the header line")
                    .expected("one of " + header)
                    .exception(ExitStatus.BAD_INPUT);
        }
        return index;
    }

    /** Indexes of the columns in a row, from 0. */
    static final class Places {
        private final Map<Column, Integer> places;
        private final int needed;

        /** Requires at least one column. */
        Places(Map<Column, Integer> places) {
            this.places = new EnumMap<>(places);
            this.needed = 1 + Collections.max(places.values());
        }

        boolean has(Column column) {
            return of(column) >= 0;
        }

        /** Returns the index of a column, -1 if absent. */
        int of(Column column) {
            return places.getOrDefault(column, -1);
        }

        /** Returns the minimum number of fields in a row. */
        int neededFields() {
            return needed;
        }

        /** Describes the column for messages: {@code bid (place 1)}. */
        String described(Column column) {
            return has(column) ? column.text() + " (place " + of(column) + ")" : column.text();
        }
    }

    /** Columns of a text file, with their usual names in header lines, most specific first. */
    enum Column {
        SYMBOL(
                "symbol",
                "symbol sym pair ccypair currencypair fxpair instrument instrumentid ric ticker security securityid product"
                        + " ccy currency eventsymbol symbolname"),
        DATE("date", "date dates datum tradedate quotedate tradingdate utcdate gmtdate dateutc dategmt localdate day"),
        TIME(
                "time",
                "timemsc timestamp datetime dateandtime time exchangetime venuetime eventtime quotetime ticktime transacttime"
                        + " sendingtime tsevent timens timeus timems timestampns timestampus timestampms epoch epochns epochus"
                        + " epochms unixtime ts gmttime utctime timeutc timegmt timestamputc utctimestamp datetimeutc gmtdatetime"
                        + " utcdatetime localtime ratedatetime participanttimestamp siptimestamp tsns tsus tsms zeit zeitstempel"),
        OFFSET("offset", "gmtoffset utcoffset timezoneoffset tzoffset timezone"),
        BID(
                "bid",
                "bid bidprice bidpx bidrate bestbid bestbidprice bestbidpx bid1 bidprice1 bidpx1 bid0 bidprice0 bidpx0"
                        + " bidpx00 ratebid pricebid geld"),
        ASK(
                "ask",
                "ask askprice askpx askrate bestask bestaskprice bestaskpx ask1 askprice1 askpx1 ask0 askprice0 askpx0"
                        + " askpx00 offer offerprice offerpx offerrate bestoffer bestofferprice bestofferpx offer1 offerprice1 offerpx1"
                        + " ofr ofrprice ofrpx ofrrate rateask priceask brief"),
        BID_QUANTITY(
                "bid-quantity",
                "bidsize bidquantity bidqty bidvolume bidvol bidamount bidamt bidsz bidsize1 bidqty1 bidvolume1 bidsize0"
                        + " bidsz00 bsize bqty bestbidsize bestbidqty bestbidquantity sizebid"),
        ASK_QUANTITY(
                "ask-quantity",
                "asksize askquantity askqty askvolume askvol askamount askamt asksz asksize1 askqty1 askvolume1 asksize0"
                        + " asksz00 asize aqty bestasksize bestaskqty bestaskquantity offersize offerquantity offerqty offervolume"
                        + " offervol offeramount offeramt offersz offersize1 offerqty1 offervolume1 ofrsize ofrquantity"
                        + " ofrqty ofrvolume bestoffersize bestofferqty bestofferquantity sizeask");

        private final String text;
        /** Separated by blanks. */
        private final String names;

        Column(String text, String names) {
            this.text = text;
            this.names = names;
        }

        String text() {
            return text;
        }

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
            return Arrays.stream(values())
                    .filter(each -> each.text.equals(wanted))
                    .findFirst();
        }

        static String all() {
            return Arrays.stream(values()).map(Column::text).collect(Collectors.joining(", "));
        }

        /** Returns the index in a header line, -1 if no field has one of the names. */
        int placeIn(List<String> headerFields) {
            List<String> bare = headerFields.stream().map(Column::bare).toList();
            return Stream.of(names.split(" "))
                    .mapToInt(bare::indexOf)
                    .filter(place -> place >= 0)
                    .findFirst()
                    .orElse(-1);
        }

        /** Returns the letters and digits of a name, without a suffix in brackets such as a zone. */
        private static String bare(String headerField) {
            return headerField
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[(\\[].*", "")
                    .replaceAll("[^a-z0-9]", "");
        }
    }
}
