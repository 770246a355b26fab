package org.ticktoquote.pricing.dialect;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.pricing.publish.PriceForm;
import org.ticktoquote.pricing.publish.TierPrice;
import org.ticktoquote.pricing.publish.Wanted;
import quickfix.field.MDEntryID;
import quickfix.field.QuoteEntryID;

/**
 * A price in a snapshot (35=W): the pair, and the entries that were asked for; the tick's id in the first entry where its
 * tag belongs there, else in the body.
 */
final class SnapshotPrice implements PriceForm {
    private static final DateTimeFormatter DATE_AND_TIME =
            DateTimeFormatter.ofPattern("'272='yyyyMMdd'|273='HH:mm:ss.SSS'|'").withZone(ZoneOffset.UTC);

    private final SnapshotLook look;
    private final int echoTag;
    private final boolean echoInEntry;
    private final Wanted wanted;
    private final int levels;

    /** @param echoTag 0 for none */
    SnapshotPrice(SnapshotLook look, int echoTag, Wanted wanted) {
        this.look = look;
        this.echoTag = echoTag;
        this.echoInEntry = echoTag == MDEntryID.FIELD || echoTag == QuoteEntryID.FIELD;
        this.wanted = wanted;
        this.levels = wanted.depth() ? look.levels() : 1;
    }

    @Override
    public Chars encode(TierPrice price) {
        StringBuilder text = new StringBuilder(160);
        text.append(look.naming().fields(price.priced().instrument())).append(look.body());
        if (!echoInEntry && echoTag != 0) {
            echo(text, price);
        }
        int sides = (wanted.bid() ? 1 : 0) + (wanted.ask() ? 1 : 0);
        text.append("268=").append(sides * levels).append('|');
        if (wanted.bid()) {
            side(text, price, Side.BID, true);
        }
        if (wanted.ask()) {
            side(text, price, Side.ASK, !wanted.bid());
        }
        return Chars.of(text.toString());
    }

    private void side(StringBuilder text, TierPrice price, Side side, boolean first) {
        for (int i = 0; i < levels; i++) {
            // the best level is not the first one where there are several
            entry(text, price, side, (i + levels - 1) % levels, first && i == 0);
        }
    }

    private void entry(StringBuilder text, TierPrice price, Side side, int level, boolean first) {
        text.append("269=").append(side.entryType()).append('|');
        // within an entry: MDEntryID (278) before the price, QuoteEntryID (299) behind it
        if (look.keyed()) {
            text.append("278=")
                    .append(Side.number(price))
                    .append(side.keyDigit(level))
                    .append('|');
        } else if (first && echoTag == MDEntryID.FIELD) {
            echo(text, price);
        }
        side.level(text, price, level, look.sized());
        if (first && look.timed()) {
            DATE_AND_TIME.formatTo(Instant.now(), text);
        }
        if ((first || look.idInEveryEntry()) && echoTag == QuoteEntryID.FIELD) {
            echo(text, price);
        }
        if (!look.entry().isEmpty()) {
            String symbol = price.priced().instrument().symbol();
            text.append(look.entry().replace("{base}", symbol.substring(0, Math.max(0, symbol.indexOf('/')))));
        }
    }

    private void echo(StringBuilder text, TierPrice price) {
        if (!price.priced().tick().identified()) {
            return;
        }
        text.append(echoTag).append('=').append(price.priced().tick().tickId()).append('|');
    }
}
