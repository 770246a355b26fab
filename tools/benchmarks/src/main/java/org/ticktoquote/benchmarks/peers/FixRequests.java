package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.fix.message.SendingTime;

/** Hand-written messages of an application to the replayer's FIX venue. */
public final class FixRequests {
    private static final char SOH = 1;

    private final OutputStream out;
    private int number;

    /** @param out connection to a venue */
    public FixRequests(OutputStream out) {
        this.out = out;
    }

    /** Sends a Logon with a heartbeat interval that is never reached. */
    public void logOn() throws IOException {
        say("A", "98=0|108=3600|141=Y|");
    }

    /** Subscribes to the best bid and offer of pairs. */
    public void subscribe(List<String> pairs) throws IOException {
        String symbols = "55=" + String.join("|55=", pairs) + "|";
        say("V", "262=all|263=1|264=1|267=2|269=0|269=1|146=" + pairs.size() + "|" + symbols);
    }

    private void say(String type, String fields) throws IOException {
        String time = new String(new SendingTime().at(System.currentTimeMillis()), StandardCharsets.US_ASCII);
        number++;
        String body = "35=" + type + "|34=" + number + "|49=PRICING|56=VENUE|52=" + time + "|" + fields;
        String text = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', SOH);
        String sum = String.format(Locale.ROOT, "10=%03d%c", text.chars().sum() & 0xff, SOH);
        out.write((text + sum).getBytes(StandardCharsets.ISO_8859_1));
    }
}
