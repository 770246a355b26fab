package org.ticktoquote.fix.tap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ticktoquote.fix.message.Fix;

/** Generates valid FIX messages of any shape that a counterparty can send. */
final class GeneratedSnapshots {
    private static final String TEXT = "abcXYZ0189 =/.:,;-+_\u00e9\u00ff";

    private static final List<String> DATA = List.of(
            "|",
            "|35=W|34=900|55=USD/JPY|268=1|269=0|270=9|",
            "8=FIX.4.4|9=5|35=0|10=161|",
            "|10=000|",
            "|269=1|270=0.1|",
            "|354=3|355=a|b",
            "\u0000\u0001\u0000",
            "|43=Y|");

    private final Random random;
    private final String beginString;
    private final List<String> symbols;
    private final boolean securityId;
    private final int echoTag;
    private final boolean echoInEntries;
    private String lastPrice = "";

    GeneratedSnapshots(
            Random random,
            String beginString,
            List<String> symbols,
            boolean securityId,
            int echoTag,
            boolean echoInEntries) {
        this.random = random;
        this.beginString = beginString;
        this.symbols = symbols;
        this.securityId = securityId;
        this.echoTag = echoTag;
        this.echoInEntries = echoInEntries;
    }

    /** Returns a snapshot, or sometimes another message. */
    byte[] message(int sequence) {
        boolean snapshot = random.nextInt(8) != 0;
        String type = snapshot ? "W" : random.nextBoolean() ? "0" : "B";
        String body = snapshot ? snapshot() : type.equals("B") ? "148=" + text() + "|" + data(95) : "";
        return Fix.message(beginString, "35=" + type + "|" + header(sequence) + body);
    }

    private String header(int sequence) {
        List<String> fields = new ArrayList<>(List.of(
                "34=" + (random.nextBoolean() ? "" : "000000") + sequence + "|",
                "49=PRICING|",
                "56=CLIENT-07|",
                "52=20261120-14:12:00" + (random.nextBoolean() ? "" : ".123456") + "|"));
        if (random.nextInt(4) == 0) {
            fields.add("43=" + (random.nextBoolean() ? "Y" : "N") + "|");
        }
        if (random.nextInt(4) == 0) {
            fields.add("50=" + text() + "|");
        }
        if (random.nextInt(4) == 0) {
            fields.add(data(random.nextBoolean() ? 90 : 212));
        }
        Collections.shuffle(fields, random);
        return String.join("", fields);
    }

    private String snapshot() {
        String symbol = symbols.get(random.nextInt(symbols.size()));
        List<String> fields = new ArrayList<>();
        fields.add(securityId ? "55=[N/A]|48=" + symbol + "|22=8|" : "55=" + symbol + "|");
        fields.add("262=" + text() + "|");
        if (!echoInEntries && random.nextInt(8) != 0) {
            fields.add(echoTag + "=" + random.nextInt(1 << 1 + random.nextInt(30)) + "|");
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.add(5_100 + i + "=" + text() + "|");
        }
        if (random.nextInt(4) == 0) {
            fields.add(data(random.nextBoolean() ? 354 : 348));
        }
        boolean empty = random.nextInt(10) == 0;
        if (!empty) {
            fields.add(entries());
        }
        Collections.shuffle(fields, random);
        return String.join("", fields) + (empty ? "268=0|" : ""); // last, since QuickFIX/J reads no field after it
    }

    private String entries() {
        int count = 1 + random.nextInt(random.nextInt(5) == 0 ? 40 : 4);
        StringBuilder entries = new StringBuilder("268=" + count + "|");
        for (int i = 0; i < count; i++) {
            List<String> fields = new ArrayList<>();
            fields.add("270=" + price() + "|");
            if (random.nextInt(6) != 0) {
                fields.add("271=" + quantity() + "|");
            }
            if (echoInEntries && random.nextInt(8) != 0) {
                fields.add(echoTag + "=" + Math.abs(random.nextLong() >> 1 + random.nextInt(60)) + "|");
            }
            if (random.nextInt(5) == 0) {
                fields.add("15=EUR|");
            }
            Collections.shuffle(fields, random);
            entries.append("269=" + "0101010124".charAt(random.nextInt(10)) + "|" + String.join("", fields));
        }
        return entries.toString();
    }

    /** Sometimes repeats the last price, since the first of two equal levels counts. */
    private String price() {
        if (!lastPrice.isEmpty() && random.nextInt(3) == 0) {
            return lastPrice;
        }
        StringBuilder price = new StringBuilder(random.nextInt(30) == 0 ? "-" : "");
        price.append(random.nextInt(1 << 1 + random.nextInt(24)));
        int decimals = random.nextInt(10);
        for (int i = 0; i < decimals; i++) {
            price.append(i == 0 ? "." : "").append(random.nextInt(10));
        }
        lastPrice = price.toString();
        return lastPrice;
    }

    private String quantity() {
        String quantity = Long.toString(Math.abs(random.nextLong() >> 20 + random.nextInt(40)));
        return random.nextInt(5) == 0 ? quantity + ".00" : quantity;
    }

    /** Returns a length field and a data field whose bytes look like messages. */
    private String data(int lengthTag) {
        StringBuilder data = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            data.append(DATA.get(random.nextInt(DATA.size()))).append(random.nextBoolean() ? "|" : text());
        }
        return lengthTag + "=" + data.length() + "|" + (lengthTag + 1) + "=" + data + "|";
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 20); i > 0; i--) {
            text.append(TEXT.charAt(random.nextInt(TEXT.length())));
        }
        return text.toString();
    }
}
