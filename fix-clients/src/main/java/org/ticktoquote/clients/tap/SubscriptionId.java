package org.ticktoquote.clients.tap;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * The name of a subscription, MDReqID (262): unique over sessions and logons, and telling the instrument where there is
 * only one.
 *
 * <p>As text {@code t2q-07-2-5}: session, logon, instrument; the last part is {@code all} for a request of all pairs.
 *
 * @param session the session's number
 * @param logon counts the session's logons from 1
 * @param instrument the instrument's id, or {@link SnapshotRecord#NO_INSTRUMENT}
 */
public record SubscriptionId(int session, int logon, int instrument) {
    private static final Pattern FORM = Pattern.compile("t2q-([0-9]{2,5})-([0-9]{1,9})-([0-9]{1,5}|all)");

    public String text() {
        String last = instrument == SnapshotRecord.NO_INSTRUMENT ? "all" : Integer.toString(instrument);
        return "t2q-%02d-%d-%s".formatted(session, logon, last);
    }

    /** The instrument that a text names, or {@link SnapshotRecord#NO_INSTRUMENT}. */
    public static int instrument(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() && !matcher.group(3).equals("all")
                ? Integer.parseInt(matcher.group(3))
                : SnapshotRecord.NO_INSTRUMENT;
    }
}
