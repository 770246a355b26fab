package org.ticktoquote.pricing.dialect;

import org.ticktoquote.pricing.publish.PriceForm;
import org.ticktoquote.pricing.publish.Wanted;

/** The forms of a dialect's snapshots, one for all that can be asked for. Immutable. */
final class SnapshotPrices {
    private final PriceForm[] forms = new PriceForm[8];

    SnapshotPrices(SnapshotLook top, SnapshotLook depth, int echoTag) {
        for (int i = 0; i < forms.length; i++) {
            Wanted wanted = new Wanted((i & 4) != 0, (i & 2) != 0, (i & 1) != 0);
            forms[i] = new SnapshotPrice(wanted.depth() ? depth : top, echoTag, wanted);
        }
    }

    PriceForm of(Wanted wanted) {
        return forms[(wanted.depth() ? 4 : 0) + (wanted.bid() ? 2 : 0) + (wanted.ask() ? 1 : 0)];
    }
}
