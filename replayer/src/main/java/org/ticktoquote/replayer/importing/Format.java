package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/** Formats of tick files. */
enum Format {
    /** {@code milliseconds since midnight, bid, ask}; date and symbol in the file name. */
    LEAN("LEAN", "\\d{1,8}(\\.\\d+)?,[^,]*,[^,]*", 3, "time=0,bid=1,ask=2", TimeText.MS_OF_DAY, "1"),
    /** Dukascopy's {@code .bi5}: an hour in a compressed binary file. */
    BI5("DUKASCOPY", null, 0, "", "", "1000000"),
    /** {@code EUR/USD,yyyyMMdd HH:mm:ss.SSS,bid,ask}. */
    TRUEFX(
            "TRUEFX",
            "[A-Z]{3}/[A-Z]{3},\\d{8} \\d\\d:[^,]*(,[^,]*){2}",
            4,
            "symbol=0,time=1,bid=2,ask=3",
            "yyyyMMdd HH:mm:ss.SSS",
            "1"),
    /** HistData's ticks, {@code yyyyMMdd HHmmssSSS,bid,ask,volume}; the volume is always 0. */
    HISTDATA("HISTDATA", "\\d{8} \\d{9},[^,]*,[^,]*(,.*)?", 0, "time=0,bid=1,ask=2", "yyyyMMdd HHmmssSSS", "1"),
    /** {@code yyyy.MM.dd HH:mm:ss.SSS,bid,ask,bid volume,ask volume}, volumes in millions. */
    DOTTED(
            "UNNAMED",
            "\\d{4}\\.\\d\\d\\.\\d\\d \\d\\d:[^,]*(,[^,]*){4}",
            5,
            "time=0,bid=1,ask=2,bid-quantity=3,ask-quantity=4",
            "yyyy.MM.dd HH:mm:ss.SSS",
            "1000000"),
    /** Output of Dukascopy's site, of JForex and of dukascopy-node, volumes in millions. */
    DUKASCOPY(
            "DUKASCOPY",
            "(?i)(((gmt|local) time|time \\((eet|gmt|utc)\\)).ask.bid.ask ?volume.bid ?volume"
                    + "|(?-i:Time.Ask.Bid.AskVolume.BidVolume)"
                    + "|timestamp.askPrice.bidPrice(.askVolume.bidVolume)?)\\s*",
            0,
            "",
            "",
            "1000000"),
    /** MetaTrader 5's export of ticks. An unchanged side is blank. */
    MT5("UNNAMED", "<DATE>.<TIME>.<BID>.<ASK>.*", 0, "", "", "1"),
    /** FIX market data in TCP captures and engine logs. Each session is a venue. */
    FIX("UNNAMED", null, 0, "", "", "1"),
    /** Other text, with columns named by its header line or {@code --columns}. */
    CSV("UNNAMED", null, 0, "", "", "1");

    private final String defaultVenue;
    private final @Nullable Pattern line;
    private final int fields;
    private final String columns;
    private final String timeFormat;
    private final BigDecimal quantityUnit;

    Format(
            String defaultVenue,
            @Nullable String line,
            int fields,
            String columns,
            String timeFormat,
            String quantityUnit) {
        this.defaultVenue = defaultVenue;
        this.line = line == null ? null : Pattern.compile(line);
        this.fields = fields;
        this.columns = columns;
        this.timeFormat = timeFormat;
        this.quantityUnit = new BigDecimal(quantityUnit);
    }

    /** Returns the format with a command-line name. Throws a {@link ProblemException} if the name is unknown. */
    static Format of(String text) {
        return Arrays.stream(values())
                .filter(each -> each.text().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> Problem.of("--format")
                        .value(text)
                        .fault("is an unknown format")
                        .expected("lean, bi5, truefx, histdata, dotted, dukascopy, mt5, fix or csv")
                        .exception());
    }

    /** Returns the format whose rows or header line match a line. */
    static Optional<Format> ofLine(String row) {
        return Arrays.stream(values())
                .filter(each -> each.line != null && each.line.matcher(row).matches())
                .findFirst();
    }

    /** Returns the command-line name. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the venue of files that do not name one. */
    String defaultVenue() {
        return defaultVenue;
    }

    /** Returns true if the header line or {@code --columns} names the columns, and the rows determine the time format. */
    boolean isNamed() {
        return this == CSV || this == DUKASCOPY || this == MT5;
    }

    boolean isText() {
        return this != BI5 && this != FIX;
    }

    /** Returns true if the format can have columns of quantities, whose unit the user can set. */
    boolean hasQuantities() {
        return isNamed() || this == DOTTED;
    }

    boolean isInMillions() {
        return quantityUnit.compareTo(BigDecimal.ONE) > 0;
    }

    /** Returns true if a row takes a missing side from the previous row. */
    boolean carriesSides() {
        return this == MT5;
    }

    /** Returns the number of fields in a row; 0 for any number. */
    int fields() {
        return fields;
    }

    /** Returns the default zone of times. */
    ZoneId zone() {
        return this == HISTDATA ? ZoneId.of("UTC-05:00") : ZoneOffset.UTC;
    }

    String columns() {
        return columns;
    }

    String timeFormat() {
        return timeFormat;
    }

    /** Returns the size of one unit of a quantity column, in units of the base currency. */
    BigDecimal quantityUnit() {
        return quantityUnit;
    }
}
